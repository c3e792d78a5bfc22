// SPDX-License-Identifier: GPL-3.0-or-later
// The slider-crank with a loose pin of tests/support/loose_slider_crank.h (makeSliderCrankWithoutMemory) and
// nothing else: a program written by hand for it, as the measure of what a general one costs.
//
// The crank turns evenly, phi = Omega t; left are the angle of the rod, theta, and the place of the slider,
// x. With a = (crank end), u = (cos theta, sin theta), the end of the rod b = a + L u, e = b - (x, 0),
// r = |e|, depth d = r - c and N = K d^1.5 (1 + h d'/v0), not negative,
//   (J + m s^2) theta" = s u x (m (g - a")) - L u x (N e/r),   a" = -Omega^2 a,
//   M x" = N e_x/r.
// The same method (DOP853, dense output, control of the step) on four numbers, in registers where there is
// room; the begin and end of a contact are located on the dense output. It keeps no accounts: no energy, no
// impulses, no peaks, no reactions, and no constraint that could drift.
#pragma once

#include <array>

namespace clank::test {

struct SpecialRun {
  int steps = 0, evaluations = 0, events = 0;
  std::array<double, 4> end{};  // rad, m, rad/s, m/s: theta, x and their rates
};

// From 0 to `until` (s) at tolerances of `tolerance`.
SpecialRun runSpecialSliderCrank(double until, double tolerance);

}  // namespace clank::test
