// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the numbers 0 to n - 1 hang together.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>
#include <vector>

namespace clank {

class Islands {
 public:
  Islands() = default;
  explicit Islands(std::size_t count) : up_(count) { std::iota(up_.begin(), up_.end(), 0); }

  std::size_t size() const { return up_.size(); }
  // Negative numbers, as the frame's, hang together with nothing.
  void unite(int a, int b) {
    if (a < 0 || b < 0) return;
    const int rootA = findRoot(a), rootB = findRoot(b);
    up_[static_cast<std::size_t>(std::max(rootA, rootB))] = std::min(rootA, rootB);
  }
  // The least number that hangs together with it.
  int findRoot(int member) {
    assert(member >= 0 && static_cast<std::size_t>(member) < up_.size());
    while (up_[static_cast<std::size_t>(member)] != member) {
      int& up = up_[static_cast<std::size_t>(member)];
      up = up_[static_cast<std::size_t>(up)];
      member = up;
    }
    return member;
  }

 private:
  std::vector<int> up_;
};

}  // namespace clank
