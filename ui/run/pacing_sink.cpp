// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/pacing_sink.h"

namespace clank {

void PacingSink::setSpeed(double speed) {
  {
    const std::lock_guard lock(mutex_);
    speed_ = speed;
    restart_ = true;
  }
  changed_.notify_all();
}

void PacingSink::setPaused(bool paused) {
  {
    const std::lock_guard lock(mutex_);
    paused_ = paused;
    restart_ = true;
  }
  changed_.notify_all();
}

void PacingSink::sample(std::span<const double> row) {
  waitFor(row[0]);
  target_.sample(row);
}

void PacingSink::waitFor(double t) {
  const auto arrived = Clock::now();
  std::unique_lock lock(mutex_);
  while (!stop_.stop_requested()) {
    if (paused_) {
      changed_.wait(lock, stop_, [this] { return !paused_; });
      continue;
    }
    if (speed_ <= 0) break;
    if (restart_) {
      restart_ = false;
      anchorTime_ = passed_;
      anchorClock_ = Clock::now();
    }
    const auto ahead = std::chrono::duration<double>((t - anchorTime_) / speed_);
    const auto due = anchorClock_ + std::chrono::duration_cast<Clock::duration>(ahead);
    if (Clock::now() >= due) break;
    changed_.wait_until(lock, stop_, due, [this] { return restart_; });
  }
  passed_ = t;
  waited_ += std::chrono::duration<double>(Clock::now() - arrived).count();
}

}  // namespace clank
