// SPDX-License-Identifier: GPL-3.0-or-later
// Who is let through when, by a clock that moves only while the run waits for it.
#include "ui/run/pacing_sink.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <thread>

namespace clank {
namespace {

class Counter final : public SampleSink {
 public:
  void sample(std::span<const double>) override { ++samples; }
  void event(const Receipt&) override { ++events; }
  int samples = 0, events = 0;
};

class TestClock final : public PaceClock {
 public:
  Time now() override { return now_; }
  void waitUntil(Time due, std::condition_variable_any&, std::unique_lock<std::mutex>& lock,
                 const std::stop_token& stop, const bool& woken) override {
    ++waits;
    if (const auto happen = std::exchange(meanwhile, nullptr)) {
      lock.unlock();
      happen();
      lock.lock();
    }
    if (!woken && !stop.stop_requested()) now_ = due;
  }
  void pass(double seconds) {
    now_ += std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(seconds));
  }
  double read() const { return std::chrono::duration<double>(now_.time_since_epoch()).count(); }  // s

  int waits = 0;
  std::function<void()> meanwhile;  // what the person at the window does in the next wait

 private:
  Time now_{};
};

struct Pacing : testing::Test {
  // Lets the sample of that time through and tells what the clock shows then.
  double sampleAt(PacingSink& pacing, double t) {
    pacing.sample(std::array{t});
    return clock.read();
  }
  std::unique_ptr<TestClock> owned = std::make_unique<TestClock>();
  TestClock& clock = *owned;
  Counter counter;
};

constexpr double kTick = 1e-8;  // s; the clock counts whole nanoseconds

TEST_F(Pacing, FlatOutLetsEverythingThroughAtOnce) {
  PacingSink pacing(counter, 0, false, std::move(owned));
  for (int i = 0; i < 1000; ++i) pacing.sample(std::array{i * 1.0});
  pacing.event({});
  EXPECT_EQ(counter.samples, 1000);
  EXPECT_EQ(counter.events, 1);
  EXPECT_EQ(clock.waits, 0);
  EXPECT_EQ(pacing.getWaitedSeconds(), 0);
}

TEST_F(Pacing, HoldsSamplesUntilTheirTime) {
  PacingSink pacing(counter, 2, false, std::move(owned));
  for (int i = 0; i <= 10; ++i) {
    EXPECT_NEAR(sampleAt(pacing, i * 0.02), i * 0.01, kTick);
    EXPECT_EQ(counter.samples, i + 1);
    EXPECT_EQ(clock.waits, i);
  }
  EXPECT_NEAR(pacing.getWaitedSeconds(), 0.1, kTick);
}

// Computing that takes longer than the pace allows is not waited for, and what is late is not held.
TEST_F(Pacing, LateSamplesPassAtOnce) {
  PacingSink pacing(counter, 1, false, std::move(owned));
  sampleAt(pacing, 0);
  clock.pass(3);
  EXPECT_NEAR(sampleAt(pacing, 1), 3, kTick);
  EXPECT_NEAR(sampleAt(pacing, 2), 3, kTick);
  EXPECT_EQ(clock.waits, 0);
  EXPECT_NEAR(sampleAt(pacing, 4), 4, kTick);
  EXPECT_NEAR(pacing.getWaitedSeconds(), 1, kTick);
}

// From the change on, at the new speed, counted from the sample let through last.
TEST_F(Pacing, AChangeOfSpeedActsOnTheSampleThatWaits) {
  PacingSink pacing(counter, 1, false, std::move(owned));
  sampleAt(pacing, 2);
  clock.meanwhile = [&] {
    clock.pass(0.5);
    pacing.setSpeed(4);
  };
  EXPECT_NEAR(sampleAt(pacing, 10), 2 + 0.5 + (10 - 2) / 4.0, kTick);
}

// The pause begins while a sample waits; what passes in it does not count.
TEST_F(Pacing, APauseHoldsTheSampleThatWaits) {
  PacingSink pacing(counter, 1, false, std::move(owned));
  std::jthread person;
  clock.meanwhile = [&] {
    pacing.setPaused(true);
    person = std::jthread([&] {
      clock.pass(100);
      pacing.setPaused(false);
    });
  };
  EXPECT_NEAR(sampleAt(pacing, 5), 105, kTick);
  EXPECT_EQ(counter.samples, 1);
}

TEST_F(Pacing, StopWakesAPausedRun) {
  PacingSink pacing(counter, 1, true, std::move(owned));
  std::stop_source source;
  pacing.setStopToken(source.get_token());
  const std::jthread person([&] { source.request_stop(); });
  EXPECT_EQ(sampleAt(pacing, 5), 0);
  EXPECT_EQ(clock.waits, 0) << "a paused run looks at no clock";
  EXPECT_EQ(counter.samples, 1) << "what was computed is not lost";
}

TEST_F(Pacing, StopWakesASampleThatWaits) {
  PacingSink pacing(counter, 1, false, std::move(owned));
  std::stop_source source;
  pacing.setStopToken(source.get_token());
  clock.meanwhile = [&] { source.request_stop(); };
  EXPECT_EQ(sampleAt(pacing, 5), 0);
  EXPECT_EQ(sampleAt(pacing, 50), 0) << "nothing waits any more";
  EXPECT_EQ(counter.samples, 2);
}

// The clock of the wall itself, which the tests above replace: it returns by the time, when woken, and by a
// stop. Due times that never come stand for the two others.
TEST(PaceClock, WaitsNoLongerThanItMust) {
  PaceClock clock;
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  bool woken = false;
  const auto due = clock.now() + std::chrono::milliseconds(5), never = clock.now() + std::chrono::hours(24);
  clock.waitUntil(due, changed, lock, {}, woken);
  EXPECT_GE(clock.now(), due);
  std::jthread person([&] {
    {
      const std::lock_guard guard(mutex);
      woken = true;
    }
    changed.notify_all();
  });
  clock.waitUntil(never, changed, lock, {}, woken);
  EXPECT_TRUE(woken);
  woken = false;
  std::stop_source source;
  std::jthread stopper([&] { source.request_stop(); });
  clock.waitUntil(never, changed, lock, source.get_token(), woken);
  EXPECT_TRUE(source.stop_requested());
  EXPECT_LT(clock.now(), never);
}

}  // namespace
}  // namespace clank
