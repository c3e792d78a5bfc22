// SPDX-License-Identifier: GPL-3.0-or-later
// A contact that changes again and again while no time passes: corners that meet corners hand each other what
// presses there. It is one change, and steps of time lead on from it sooner than from a crowd of bounces.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace clank {

class Flicker {
 public:
  // A contact has changed at a time (s); true when it has done so too often for bounces, each of which takes
  // far longer before the capture speed ends them.
  bool note(std::size_t unilateral, double t) {
    changes_[next_++ % changes_.size()] = {unilateral, t};
    const auto isSame = [&](const Change& change) {
      return change.unilateral == unilateral && t - change.t < kNoTime;
    };
    return std::count_if(changes_.begin(), changes_.end(), isSame) >= kMost;
  }

 private:
  static constexpr double kNoTime = 1e-9;  // s
  static constexpr int kMost = 4;
  struct Change {
    std::size_t unilateral = 0;
    double t = -1;
  };
  std::array<Change, 4 * kMost> changes_{};  // the last
  std::size_t next_ = 0;
};

}  // namespace clank
