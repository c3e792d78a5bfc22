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
  const auto arrived = clock_->now();
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
      anchorClock_ = clock_->now();
    }
    const auto ahead = std::chrono::duration<double>((t - anchorTime_) / speed_);
    const auto due = anchorClock_ + std::chrono::duration_cast<PaceClock::Time::duration>(ahead);
    if (clock_->now() >= due) break;
    clock_->waitUntil(due, changed_, lock, stop_, restart_);
  }
  passed_ = t;
  waited_ += std::chrono::duration<double>(clock_->now() - arrived).count();
}

}  // namespace clank
