// SPDX-License-Identifier: GPL-3.0-or-later
// What a row of contacts was written at. All it has of an open one follows from the position: in a row
// at the same position, before or after an event, it stays as it is, and at another its distance and its
// point change.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace clank {

struct ContactRow {
  // Returns whether the positions are others.
  bool moveTo(std::span<const double> positions) {
    if (std::ranges::equal(positions, at)) return false;
    at.assign(positions.begin(), positions.end());
    return true;
  }
  std::vector<double> at;             // m, rad; empty: there is no row yet
  std::vector<std::size_t> touching;  // contact groups that are written as a whole, ascending
  std::vector<std::size_t> whole;     // to be written so
};

}  // namespace clank
