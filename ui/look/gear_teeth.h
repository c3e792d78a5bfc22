// SPDX-License-Identifier: GPL-3.0-or-later
// The teeth of gears as they are drawn: where they point, and their outline.
#pragma once

#include <array>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

// The teeth of one wheel of a pair.
struct WheelTeeth {
  int count = 0;      // 0: it has none, or another pair draws them
  double phase = 0;   // rad, body axes: where the middle of a tooth points; of a ring inward
  bool ring = false;  // they point inward
};
struct PairTeeth {
  WheelTeeth a, b;
};

// One a joint of a resolved mechanism: teeth that stand in the gaps of those they mesh with, as drawn. What
// has been laid for one pair stands for the others, too, so that a planet has one set of teeth.
std::vector<PairTeeth> layTeeth(const Mechanism& resolved);

// Corners around the centre, m, of teeth with the straight flanks of the basic rack (20 degrees, addendum 1,
// dedendum 1.25 modules).
std::vector<std::array<double, 2>> makeToothOutline(double radius, const WheelTeeth& teeth);
// m, of the rim around the teeth of a ring.
double findRingRim(double radius, int teeth);

}  // namespace clank
