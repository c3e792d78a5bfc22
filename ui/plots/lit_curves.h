// SPDX-License-Identifier: GPL-3.0-or-later
// Which curves of a canvas are drawn thick: those of what is pointed at, wherever.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace clank {

class LitCurves {
 public:
  // These, and no others; are they others than before?
  bool set(const std::vector<int>& curves) { return std::exchange(curves_, curves) != curves; }
  bool contains(int curve) const { return std::find(curves_.begin(), curves_.end(), curve) != curves_.end(); }
  bool contains(std::size_t curve) const { return contains(static_cast<int>(curve)); }

 private:
  std::vector<int> curves_;
};

}  // namespace clank
