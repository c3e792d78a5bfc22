// SPDX-License-Identifier: GPL-3.0-or-later
// What a contact does within a step, told from the two ends of the step alone.
//
// With depths d0, d1 and rates r0, r1 at the ends of a step of length h, Hermite's cubic goes between them.
// Its coefficients in Bernstein's form
//   d0,  c1 = d0 + h r0/3,  c2 = d1 - h r1/3,  d1
// enclose it, and those of its derivative, r0, 3 (c2 - c1)/h, r1, its rate. The cubic misses no more than
// h^4 d""/384 of the depth and sqrt(3) h^3 d""/216 of the rate. A contact that swings by A at w has d"" = A
// w^4, and error control keeps w h below pi (1.6 at a tolerance of 1e-6): then a quarter of A, and of A w,
// are more than is missed, and neither is greater than the range of the coefficients. So bounds are a quarter
// of that range farther out.
//
// The second derivative of the cubic goes from 2 (d0 - 2 c1 + c2) 3/h^2 to 2 (c1 - 2 c2 + d1) 3/h^2 and
// misses h^2 d""/12, four fifths of A w^2 at the most. While the depth grows throughout, from one turn of the
// swing to the next at the most, the swing's goes one way, by more than that: its bounds are all of the range
// farther out.
//
// Where they leave no doubt nobody has to look inside the step, and its dense output, with its evaluations,
// is not made: in a long contact this is most steps.
#pragma once

#include <optional>

#include "core/coulomb/unilateral.h"

namespace clank {

struct PressCourse {
  double lowest = 0, highest = 0;   // m, depth
  double slowest = 0, fastest = 0;  // m/s, its rate
  double inside = 0;                // m, at least, from the end of the piece
  double braking = 0;               // m/s^2, least growth of the rate while the depth grows throughout
};

// Of a contact (index into System::contacts) between two states, h (s) apart.
PressCourse calcPressCourse(const System& system, std::size_t contact, std::span<const double> begin,
                            std::span<const double> end, double h);

// An open contact does not begin within the step: its gap is sixteen times as much as the cubic through it
// may miss away from where the coefficients lie. Bodies must not turn by more than a radian in the step,
// because a body in flight turns evenly, which no error control sees.
bool staysOpen(const System& system, std::size_t contact, std::span<const double> begin,
               std::span<const double> end, double h);

// A gap that ends below zero and bends downwards throughout, as in a flight: it falls through zero once. The
// second derivative of the cubic through its ends is taken to be four times its range farther out; the
// rounding of the ends counts too. Ends alone do not tell a swing about the middle of the step: the cubic
// misses h^2 d""/12 of the second derivative and d"" s^2 (h - s)^2/24 of the gap, so that how far from zero
// the gap is where the cubic comes to zero tells the one from the other.
struct Fall {
  double steepest = 0, flattest = 0;  // m/s^2, at most and at least, downwards
  double guess = 0;                   // s from the first look, where the cubic is zero
  double allowed = 0;                 // m, the gap there, at most
};
// Between two looks, h (s) apart. Nothing where it may bend upwards. Bodies must not turn by more than a
// radian.
std::optional<Fall> findFall(const Gap& begin, const Gap& end, double h);

// The contact does not end within the step, and its law goes on pushing. One that has just begun lies at the
// border of what the bounds tell: false, and its step is looked into.
bool staysPressed(const NormalForceLaw& law, const PressCourse& course, double approach);

// Depth and force grow throughout the step, so that both are greatest at its end. With elastic force E, which
// grows by n E/d with the depth, a force E (1 + a r/v) grows by
//     E/d (n r (1 + a r/v) + a d r'/v),
// and a damper's D r, of which there may be less than all, by D r' at least.
bool pushGrows(const NormalForceLaw& law, const PressCourse& course, double approach);

}  // namespace clank
