// SPDX-License-Identifier: GPL-3.0-or-later
// How fast events follow each other: where time as good as stands still, steps of time lead on.
//
// Events crowd when so many of contacts that press take less than a millisecond for each of those: so long do
// as many bounces take under gravity that are no slower than the usual capture speed. Who lets slower bounces
// be followed means these too, and waits in proportion. A contact that changes again and again while no time
// passes flickers: corners that meet corners hand each other what presses there. It is one change, and needs
// no crowd.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "core/dynamics/tolerances.h"

namespace clank {

class EventPace {
 public:
  // captureSpeed: of a unit of length of the mechanism (dynamics/tolerances.h) in a second.
  explicit EventPace(double captureSpeed)
      : crowded_(kCrowded * std::clamp(captureSpeed / kUsualCapture, kCreep / kUsualCapture, 1.0)) {}

  // An event at a time (s), where so many contacts are closed: do events crowd?
  bool noteEvent(double t, std::size_t closed) {
    const double since = std::exchange(times_[count_ % times_.size()], t);
    if (++count_ <= times_.size()) return false;
    taken_ = t - since;
    return taken_ < crowded_ * static_cast<double>(closed);
  }

  // A contact has changed at a time (s): too often for bounces, each of which takes far longer before the
  // capture speed ends them?
  bool noteChange(std::size_t unilateral, double t) {
    changes_[next_++ % changes_.size()] = {unilateral, t};
    const auto isSame = [&](const Change& change) {
      return change.unilateral == unilateral && t - change.t < kNoTime;
    };
    if (std::count_if(changes_.begin(), changes_.end(), isSame) < kFlicker) return false;
    taken_ = 0;
    return true;
  }

  // Events follow each other in the digits of one time (s), more often than the limit.
  bool isFrozen(double t, int limit) {
    constexpr double kSameTime = 4e-16;  // relative
    const bool moved = t - frozenSince_ > kSameTime * (1 + t);
    frozen_ = moved ? 0 : frozen_ + 1;
    if (moved) frozenSince_ = t;
    return frozen_ >= limit;
  }

  // Steps of time have led on to a time (s). What has been a crowd is one again when it shows: some events
  // fewer are enough, and one where many contacts press.
  void restart(double t, bool isPile) {
    count_ = times_.size() - (isPile ? 1 : kAgain);
    times_.fill(t);
  }

  double taken() const { return taken_; }  // s, by the last events that crowd or flicker

 private:
  static constexpr double kCrowded = 1e-3;       // s
  static constexpr double kUsualCapture = 1e-4;  // m/s
  static constexpr std::size_t kAgain = 3;
  static constexpr double kNoTime = 1e-9;  // s
  static constexpr int kFlicker = 4;
  struct Change {
    std::size_t unilateral = 0;
    double t = -1;  // s
  };
  const double crowded_;            // s
  std::array<double, 50> times_{};  // s, of the last events
  std::size_t count_ = 0, next_ = 0;
  std::array<Change, 4 * kFlicker> changes_{};  // the last
  double taken_ = 0, frozenSince_ = -1;         // s
  int frozen_ = 0;
};

}  // namespace clank
