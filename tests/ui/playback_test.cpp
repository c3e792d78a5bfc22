// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/playback.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <array>

#include "tests/ui/chain.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;

// t = 0, 0.1, 0.2, event at 0.25 (two samples), 0.3, 0.4, event at 0.45 (two samples), 0.5; the value counts
// samples.
Trajectory makeTrajectory() {
  Trajectory trajectory({{"t", "s"}, {"v", "1"}});
  double v = 0;
  const auto add = [&](double t) { trajectory.sample(std::array{t, v++}); };
  const auto happen = [&](double t) {
    add(t);
    Receipt receipt;
    receipt.t = t;
    trajectory.event(receipt);
    add(t);
  };
  for (const double t : {0.0, 0.1, 0.2}) add(t);
  happen(0.25);
  for (const double t : {0.3, 0.4}) add(t);
  happen(0.45);
  add(0.5);
  return trajectory;
}

class PlaybackTest : public testing::Test {
 protected:
  PlaybackTest() { playback.setTrajectory(&trajectory); }
  double value() const { return playback.row()[1]; }

  Trajectory trajectory = makeTrajectory();
  Playback playback;
};

TEST_F(PlaybackTest, BeginsAtTheStart) {
  EXPECT_EQ(playback.time(), 0);
  EXPECT_EQ(value(), 0);
  EXPECT_FALSE(playback.findLastEvent());
}

TEST_F(PlaybackTest, StepsThroughBothSidesOfAnEvent) {
  playback.scrub(0.2);
  playback.stepSample(1);
  EXPECT_EQ(playback.time(), 0.25);
  EXPECT_EQ(value(), 3);
  EXPECT_FALSE(playback.findLastEvent()) << "just before the event";
  playback.stepSample(1);
  EXPECT_EQ(playback.time(), 0.25);
  EXPECT_EQ(value(), 4);
  EXPECT_EQ(playback.findLastEvent(), 0U) << "just after the event";
  playback.stepSample(-1);
  EXPECT_EQ(value(), 3);
  playback.stepSample(-1);
  EXPECT_EQ(value(), 2);
}

TEST_F(PlaybackTest, StepsFromBetweenSamples) {
  playback.scrub(0.14);
  EXPECT_NEAR(value(), 1.4, 1e-12);
  playback.stepSample(-1);
  EXPECT_EQ(playback.time(), 0.1);
  playback.scrub(0.14);
  playback.stepSample(1);
  EXPECT_EQ(playback.time(), 0.2);
}

TEST_F(PlaybackTest, StaysWithinTheRun) {
  playback.stepSample(-1);
  EXPECT_EQ(playback.time(), 0);
  playback.scrub(7);
  EXPECT_EQ(playback.time(), 0.5);
  playback.stepSample(1);
  EXPECT_EQ(playback.time(), 0.5);
  playback.scrub(-1);
  EXPECT_EQ(playback.time(), 0);
}

TEST_F(PlaybackTest, GoesFromEventToEvent) {
  playback.stepEvent(1);
  EXPECT_EQ(playback.time(), 0.25);
  EXPECT_EQ(value(), 4) << "just after it";
  playback.stepEvent(1);
  EXPECT_EQ(playback.time(), 0.45);
  EXPECT_EQ(playback.findLastEvent(), 1U);
  playback.stepEvent(1);
  EXPECT_EQ(playback.time(), 0.45) << "there is no third";
  playback.stepEvent(-1);
  EXPECT_EQ(playback.time(), 0.25);
  playback.stepEvent(-1);
  EXPECT_EQ(playback.time(), 0) << "before the first event is the start";
}

// Two events at 0.1 with a sample between them, two at 0.2 that share one.
TEST(PlaybackOfInstants, EachEventHasItsTwoSides) {
  Trajectory run({{"t", "s"}, {"v", "1"}});
  double v = 0;
  const auto add = [&](double t) { run.sample(std::array{t, v++}); };
  const auto happen = [&](double t) {
    Receipt receipt;
    receipt.t = t;
    run.event(receipt);
  };
  add(0);
  for (int i = 0; i < 2; ++i) add(0.1), happen(0.1);
  add(0.1);
  add(0.2);
  for (int i = 0; i < 2; ++i) happen(0.2);
  for (const double t : {0.2, 0.3}) add(t);
  Playback playback;
  playback.setTrajectory(&run);
  const auto expectAt = [&](const char* where, double value, std::optional<std::size_t> last,
                            std::optional<std::size_t> ahead) {
    EXPECT_EQ(playback.row()[1], value) << where;
    EXPECT_EQ(playback.findEventAhead(), ahead) << where;
    EXPECT_TRUE(ahead || playback.findLastEvent() == last) << where;
  };
  expectAt("start", 0, {}, {});
  for (const std::size_t event : {0U, 1U}) {
    playback.stepEvent(1);
    expectAt("just after", 2 + static_cast<double>(event), event, {});
    playback.changeSide();
    expectAt("just before", 1 + static_cast<double>(event), {}, event);
    playback.changeSide();
    expectAt("just after again", 2 + static_cast<double>(event), event, {});
  }
  playback.stepEvent(1);
  expectAt("the last of those that share a sample", 5, 3, {});
  playback.goToEvent(2);
  expectAt("the first of them, when it is asked for", 5, 2, {});
  playback.changeSide();
  expectAt("just before it", 4, {}, 2);
  playback.changeSide();
  expectAt("and back", 5, 2, {});
  playback.stepEvent(-1);
  expectAt("the one before", 3, 1, {});
  playback.scrub(0.1);
  expectAt("a time means all that has happened", 3, 1, {});
  playback.stepSample(-1);
  expectAt("between both, by samples", 2, {}, 1);
}

TEST_F(PlaybackTest, PreviousEventFromBehindAnEventIsThatEvent) {
  playback.scrub(0.3);
  playback.stepEvent(-1);
  EXPECT_EQ(playback.time(), 0.25);
}

TEST_F(PlaybackTest, PlaysAtTheSpeedAskedForAndEnds) {
  QSignalSpy playing(&playback, &Playback::playingChanged);
  playback.setSpeed(1);
  QElapsedTimer clock;
  clock.start();
  playback.play();
  EXPECT_TRUE(playback.isPlaying());
  // It is where the clock is, or a busy machine has looked at the clock a while after that.
  double behind = 1;  // s, the least of all looks
  ASSERT_GE(waitUntil([&] {
              if (playback.isPlaying() && playback.time() > 0.2)
                behind = std::min(behind, static_cast<double>(clock.elapsed()) / 1000 - playback.time());
              return !playback.isPlaying();
            }),
            0);
  EXPECT_GE(clock.elapsed(), 480);
  EXPECT_LT(behind, 0.1);
  EXPECT_EQ(playback.time(), 0.5);
  EXPECT_EQ(playing.count(), 2);
  playback.play();
  EXPECT_LT(playback.time(), 0.4) << "from the end it plays from the start";
}

TEST_F(PlaybackTest, LoopGoesRound) {
  playback.setSpeed(5);
  playback.setLoop(true);
  playback.play();
  waitFor(300);  // 1.5 s of a run of 0.5 s
  EXPECT_TRUE(playback.isPlaying());
  EXPECT_LE(playback.time(), 0.5);
}

TEST_F(PlaybackTest, MovingTheCursorEndsPlaying) {
  playback.play();
  playback.scrub(0.1);
  EXPECT_FALSE(playback.isPlaying());
}

TEST_F(PlaybackTest, FollowsTheHeadOfTheRunUntilMovedByHand) {
  playback.follow();
  EXPECT_EQ(playback.time(), 0.5);
  trajectory.sample(std::array{0.6, 10.0});
  playback.advance();
  EXPECT_EQ(playback.time(), 0.6);
  playback.scrub(0.1);
  trajectory.sample(std::array{0.7, 11.0});
  playback.advance();
  EXPECT_EQ(playback.time(), 0.1);
}

}  // namespace
}  // namespace clank
