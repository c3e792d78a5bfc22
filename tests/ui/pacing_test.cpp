// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/pacing_sink.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

namespace clank {
namespace {

class Counter final : public SampleSink {
 public:
  void sample(std::span<const double>) override { ++samples; }
  void event(const Receipt&) override { ++events; }
  std::atomic<int> samples{0}, events{0};
};

TEST(PacingSink, FlatOutLetsEverythingThroughAtOnce) {
  Counter counter;
  PacingSink pacing(counter, 0, false);
  for (int i = 0; i < 1000; ++i) pacing.sample(std::array{i * 1.0});
  pacing.event({});
  EXPECT_EQ(counter.samples, 1000);
  EXPECT_EQ(counter.events, 1);
  EXPECT_LT(pacing.getWaitedSeconds(), 0.5);
}

TEST(PacingSink, HoldsSamplesUntilTheirTime) {
  Counter counter;
  PacingSink pacing(counter, 2, false);
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i <= 10; ++i) pacing.sample(std::array{i * 0.02});
  const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  EXPECT_GE(took, 0.099);  // 0.2 s at twice the speed
  EXPECT_NEAR(pacing.getWaitedSeconds(), took, 0.02);
}

TEST(PacingSink, StopWakesAPausedRun) {
  Counter counter;
  PacingSink pacing(counter, 1, true);
  std::jthread run([&](const std::stop_token& stop) {
    pacing.setStopToken(stop);
    pacing.sample(std::array{5.0});
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(counter.samples, 0);
  run.request_stop();
  run.join();
  EXPECT_EQ(counter.samples, 1) << "what was computed is not lost";
}

}  // namespace
}  // namespace clank
