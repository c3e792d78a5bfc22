// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/frame_times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace clank {
namespace {

TEST(FrameTimes, AtAnEvenPaceStepsAreEven) {
  const VideoPace pace{0.5, 2.5, 0.5, 25};
  const auto frames = planFrames(pace, {});
  ASSERT_EQ(frames.size(), 101U);  // 4 s of video, and the last moment
  for (std::size_t i = 0; i < frames.size(); ++i) {
    EXPECT_NEAR(frames[i].t, 0.5 + 0.02 * static_cast<double>(i), 1e-12);
    EXPECT_EQ(frames[i].pace, 1);
  }
}

TEST(FrameTimes, FirstAndLastFrameAreTheEnds) {
  const std::vector<double> events{0.21, 0.4};
  const VideoPace pace{0.1, 0.777, 0.3, 29.97, 0.2, 0.4};
  const auto frames = planFrames(pace, events);
  EXPECT_EQ(frames.front().t, 0.1);
  EXPECT_EQ(frames.back().t, 0.777);
  for (std::size_t i = 1; i < frames.size(); ++i) EXPECT_GT(frames[i].t, frames[i - 1].t);
}

// On both sides of an event the pace is linear: by the logarithm each takes around ln(1/slowest)/(1 -
// slowest).
TEST(FrameTimes, AnEventMakesItLongerByTheLogarithm) {
  const std::vector<double> events{1};
  const VideoPace pace{0, 2, 1, 1000, 0.1, 0.5};
  const double wanted = 1 + 2 * 0.5 * std::log(10.0) / 0.9;
  EXPECT_EQ(planFrames(pace, events).size(), static_cast<std::size_t>(std::ceil(wanted * 1000)) + 1);
}

TEST(FrameTimes, NeighboursDifferByThePace) {
  const std::vector<double> events{0.3, 0.32, 0.9};
  const VideoPace pace{0, 1.5, 0.7, 2000, 0.05, 0.3};
  const auto frames = planFrames(pace, events);
  for (std::size_t i = 1; i + 1 < frames.size(); ++i) {
    const double mean = (frames[i].pace + frames[i - 1].pace) / 2;
    EXPECT_NEAR((frames[i].t - frames[i - 1].t) * 2000, 0.7 * mean, 2e-4) << i;
  }
}

TEST(FrameTimes, PaceIsLeastAtEventsAndOfTheNearestOne) {
  const std::vector<double> events{1, 1.1};
  const VideoPace pace{0, 2, 2, 30, 0.2, 0.5};  // slowing begins 1 s away
  EXPECT_DOUBLE_EQ(calcPace(pace, events, 1), 0.2);
  EXPECT_DOUBLE_EQ(calcPace(pace, events, 1.1), 0.2);
  EXPECT_DOUBLE_EQ(calcPace(pace, events, 1.05), 0.2 + 0.8 * 0.05);
  EXPECT_DOUBLE_EQ(calcPace(pace, events, 0.5), 0.6);
  EXPECT_DOUBLE_EQ(calcPace(pace, events, -0.5), 1);
  EXPECT_DOUBLE_EQ(calcPace({0, 2, 2, 30, 1, 0.5}, events, 1), 1);
}

// Events outside of the stretch slow it down where they are near.
TEST(FrameTimes, AnEventJustBehindTheEndIsSeenComing) {
  const std::vector<double> events{1.05};
  const VideoPace pace{0, 1, 1, 100, 0.1, 0.5};
  const auto frames = planFrames(pace, events);
  EXPECT_LT(frames.back().pace, 0.2);
  EXPECT_GT(frames.size(), 101U);
}

TEST(FrameTimes, WhatMakesNoSenseIsNamed) {
  const auto firstOf = [](const VideoPace& pace) {
    const Problems problems = checkPace(pace, 0, 1);
    return problems.empty() ? std::string() : problems.front().what;
  };
  EXPECT_EQ(firstOf({0, 1, 1, 30, 0.1, 0.5}), "");
  EXPECT_NE(firstOf({0, 1, 0, 30}).find("speed"), std::string::npos);
  EXPECT_NE(firstOf({0, 1, 1, -5}).find("frame rate"), std::string::npos);
  EXPECT_NE(firstOf({0, 1, 1, 30, 1.5}).find("events"), std::string::npos);
  EXPECT_NE(firstOf({0.5, 0.5, 1, 30}).find("from 0.5 s to 0.5 s"), std::string::npos);
  EXPECT_NE(firstOf({0, 3, 1, 30}).find("the run goes from 0 s to 1 s"), std::string::npos);
  EXPECT_NE(firstOf({0, 1, 1e-6, 30}).find("million"), std::string::npos);
}

}  // namespace
}  // namespace clank
