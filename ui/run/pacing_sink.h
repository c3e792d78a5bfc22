// SPDX-License-Identifier: GPL-3.0-or-later
// Stands between the simulator and the stream and lets samples pass at the pace of the clock. The simulator
// is held back inside sample(), so a paused run costs nothing and a change of speed acts at once.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

#include "core/record/sample_sink.h"

namespace clank {

class PacingSink final : public SampleSink {
 public:
  // speed: simulated seconds per second of the clock; 0: as fast as it goes.
  PacingSink(SampleSink& target, double speed, bool paused)
      : target_(target), speed_(speed), paused_(paused) {}

  void setSpeed(double speed);
  void setPaused(bool paused);

  // On the thread of the run. Once stop is requested nothing waits any more.
  void setStopToken(std::stop_token stop) { stop_ = std::move(stop); }
  void sample(std::span<const double> row) override;
  void event(const Receipt& receipt) override { target_.event(receipt); }
  double getWaitedSeconds() const { return waited_; }  // of the clock

 private:
  using Clock = std::chrono::steady_clock;
  void waitFor(double t);

  SampleSink& target_;
  double waited_ = 0;  // s; the thread of the run alone
  std::stop_token stop_;
  std::mutex mutex_;  // of what stands below
  std::condition_variable_any changed_;
  double speed_;
  bool paused_;
  bool restart_ = true;    // the clock starts anew at the next sample
  double anchorTime_ = 0;  // simulated s
  Clock::time_point anchorClock_;
  double passed_ = 0;  // simulated s, of the last sample let through
};

}  // namespace clank
