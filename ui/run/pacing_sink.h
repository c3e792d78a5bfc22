// SPDX-License-Identifier: GPL-3.0-or-later
// Stands between the simulator and the stream and lets samples pass at the pace of the clock. The simulator
// is held back inside sample(), so a paused run costs nothing and a change of speed acts at once.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>

#include "core/record/sample_sink.h"

namespace clank {

// The clock of the wall. Tests bring one of their own.
class PaceClock {
 public:
  using Time = std::chrono::steady_clock::time_point;
  virtual ~PaceClock() = default;
  virtual Time now() { return std::chrono::steady_clock::now(); }
  // Returns at the time due, or as soon as changed is notified with woken set, or stop is requested.
  virtual void waitUntil(Time due, std::condition_variable_any& changed, std::unique_lock<std::mutex>& lock,
                         const std::stop_token& stop, const bool& woken) {
    changed.wait_until(lock, stop, due, [&woken] { return woken; });
  }
};

class PacingSink final : public SampleSink {
 public:
  // speed: simulated seconds per second of the clock; 0: as fast as it goes.
  PacingSink(SampleSink& target, double speed, bool paused,
             std::unique_ptr<PaceClock> clock = std::make_unique<PaceClock>())
      : target_(target), clock_(std::move(clock)), speed_(speed), paused_(paused) {}

  void setSpeed(double speed);
  void setPaused(bool paused);

  // On the thread of the run. Once stop is requested nothing waits any more.
  void setStopToken(std::stop_token stop) { stop_ = std::move(stop); }
  void sample(std::span<const double> row) override;
  bool wantsTouches() const override { return target_.wantsTouches(); }
  void touches(std::span<const Touch> touches) override { target_.touches(touches); }
  void event(const Receipt& receipt) override { target_.event(receipt); }
  void waitFor(double t);                              // until the clock has come to t (s, simulated)
  double getWaitedSeconds() const { return waited_; }  // of the clock

 private:
  SampleSink& target_;
  const std::unique_ptr<PaceClock> clock_;
  double waited_ = 0;  // s; the thread of the run alone
  std::stop_token stop_;
  std::mutex mutex_;  // of what stands below
  std::condition_variable_any changed_;
  double speed_;
  bool paused_;
  bool restart_ = true;    // the clock starts anew at the next sample
  double anchorTime_ = 0;  // simulated s
  PaceClock::Time anchorClock_;
  double passed_ = 0;  // simulated s, of the last sample let through
};

}  // namespace clank
