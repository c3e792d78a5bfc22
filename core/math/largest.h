// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace clank {

// Largest magnitude; not a number where one of the values is none.
inline double findLargest(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) largest = std::isnan(value) ? value : std::max(largest, std::abs(value));
  return largest;
}

}  // namespace clank
