// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers for people: beside what is large, what rounding leaves is nothing.
#pragma once

#include <algorithm>
#include <cmath>

namespace clank {

// size: of the numbers that the value was computed from.
inline double dropRounding(double value, double size) {
  return std::abs(value) < 1e-12 * size ? 0 : value;
}
// after - before.
inline double findChange(double before, double after) {
  return dropRounding(after - before, std::max(std::abs(before), std::abs(after)));
}

}  // namespace clank
