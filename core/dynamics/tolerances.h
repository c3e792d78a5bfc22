// SPDX-License-Identifier: GPL-3.0-or-later
// The tolerances of positions, speeds and rows that several files must agree on, and how they relate. Each is
// far above the one before it, so that what passes a finer question passes a coarser one.
//
// Angles are in rad. Lengths are in units of the mechanism, which is 1 m unless all of it is smaller than 3
// cm: then 2^-10 m, about a millimetre, then 2^-20 m, and so on (LengthTolerances below). Powers of two leave
// every digit of a number as it is. A larger mechanism has no larger unit: parts that are small beside it
// must not suffer; but far from the origin nothing is finer than the digits of the coordinates there.
#pragma once

#include <limits>

namespace clank {

// Positions: how far a row of a joint may be open, or a gap from zero.
//
// What a projection leaves: rounding, as a part of the largest coordinate or of 1.
inline constexpr double kProjected = 4 * std::numeric_limits<double>::epsilon();
// A position is closed: what Newton's method reaches whatever the size of the mechanism. A gap no larger is
// touched.
inline constexpr double kClosed = 1e-12;
// Gaps no larger take part in an impact beside the one that has closed; a position dragged by hand is closed.
inline constexpr double kNear = 1e-10;
// Beyond this a joint is open, a limit is passed, and a contact is inside its surface, for whoever drew it.
inline constexpr double kOpen = 1e-9;
// What a projection cannot close any more: a jam. A drawing that is open by less is meant to be closed.
inline constexpr double kJam = 1e-6;
// A step that leaves the joints so far behind has leapt over something.
inline constexpr double kLeap = 1e-2;

// Speeds, m/s or rad/s: parts that are slower relative to each other are at rest, and a slip that is slower
// sticks.
inline constexpr double kRest = 1e-12;
inline constexpr double kSlip = 1e-10;
// Parts that touch and are no faster towards or away from each other are told from rest by their
// accelerations alone: the flight that such a speed begins under gravity rises by less than rounding of a
// position.
inline constexpr double kCreep = 1e-7;

// A row depends on others when less than this of its length is left beside them, rows being of length one in
// the metric of the masses. It decides mobility, redundancy, and whether a contact can give way. The pivots
// of the saddle-point system are squares of such lengths; there rounding hides what is below kNegligible =
// 1e-8 (math/saddle_point.h), so that reactions are shared (kDependentPivot) where 1e-5 of a row is left.
inline constexpr double kDependent = 1e-8;
inline constexpr double kDependentPivot = 1e-10;
// A coordinate is held already when the rows in force leave less than this of the mobility that its bodies
// have without them: a square of lengths too, well above what is left of it by rounding.
inline constexpr double kHeldAlready = 1e-9;

// The positions and speeds above for the lengths of one mechanism: m and m/s.
struct LengthTolerances {
  double unit = 1;      // m
  double rounding = 0;  // m, of coordinates where it stands
  double closed = kClosed, near = kNear, open = kOpen, jam = kJam, leap = kLeap;
  double rest = kRest, slip = kSlip, creep = kCreep;

  // How far from zero a closed row may be, in units.
  double closedRow() const { return closed / unit; }
};

// size: m, of all that takes part; farthest: m, its greatest coordinate.
inline LengthTolerances makeTolerances(double size, double farthest) {
  constexpr double kSmall = 1.0 / 32, kLess = 1.0 / 1024, kLeast = 1e-30;
  LengthTolerances t;
  while (size < kSmall * t.unit && t.unit > kLeast) t.unit *= kLess;
  t.rounding = 8 * std::numeric_limits<double>::epsilon() * farthest;
  const auto atLeast = [&](double of, double roundings) {
    const double scaled = of * t.unit, finest = roundings * t.rounding;
    return scaled > finest ? scaled : finest;
  };
  t.closed = atLeast(kClosed, 1);
  t.near = atLeast(kNear, 4);
  t.open = atLeast(kOpen, 16);
  t.jam = atLeast(kJam, 64);
  t.leap = kLeap * t.unit;
  t.rest = kRest * t.unit;
  t.slip = kSlip * t.unit;
  t.creep = kCreep * t.unit;
  return t;
}

}  // namespace clank
