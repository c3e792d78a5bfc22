// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/trajectory.h"

#include <gtest/gtest.h>

namespace clank {
namespace {

using Row = std::vector<double>;

// t = 0, 1, 1 (an event between), 3.
Trajectory sampleTrajectory() {
  Trajectory trajectory({{"t", "s"}, {"a.x", "m"}, {"a.omega", "rad/s"}});
  trajectory.sample(Row{0, 0, 10});
  trajectory.sample(Row{1, 2, 20});
  Receipt receipt;
  receipt.t = 1;
  receipt.element = "O";
  trajectory.event(receipt);
  trajectory.sample(Row{1, 2, -20});
  trajectory.sample(Row{3, 6, -40});
  return trajectory;
}

TEST(Trajectory, KeepsRowsAndEvents) {
  const Trajectory trajectory = sampleTrajectory();
  ASSERT_EQ(trajectory.sampleCount(), 4U);
  EXPECT_EQ(trajectory.time(3), 3);
  EXPECT_EQ(trajectory.row(1)[2], 20);
  ASSERT_EQ(trajectory.events().size(), 1U);
  EXPECT_EQ(trajectory.events()[0].element, "O");
  EXPECT_EQ(trajectory.sampleAfterEvent(0), 2U);
}

TEST(Trajectory, RowsStayWhereTheyAre) {
  constexpr std::size_t kCount = 100'000;
  Trajectory trajectory({{"t", "s"}, {"a.x", "m"}, {"a.omega", "rad/s"}});
  std::vector<const double*> places;
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto number = static_cast<double>(i);
    trajectory.sample(Row{number, 2 * number, 3 * number});
    places.push_back(trajectory.row(i).data());
  }
  ASSERT_EQ(trajectory.sampleCount(), kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(trajectory.row(i).data(), places[i]) << i;
    ASSERT_EQ(trajectory.row(i)[2], 3 * static_cast<double>(i)) << i;
  }
  EXPECT_EQ(trajectory.at(70'000.5)[1], 140'001);
}

TEST(Trajectory, WhatTouchesIsKeptBesideTheSamples) {
  Trajectory trajectory(std::vector<Channel>{{"t", "s"}});
  const std::vector<Touch> two(2), one(1);
  for (const auto& touches : {one, two, {}, {}, one}) {
    trajectory.touches(touches);
    trajectory.sample(Row{static_cast<double>(trajectory.sampleCount())});
  }
  EXPECT_EQ(trajectory.touchesAt(0).size(), 1U);
  EXPECT_EQ(trajectory.touchesAt(1).size(), 2U);
  EXPECT_EQ(trajectory.touchesAt(3).size(), 0U);
  EXPECT_EQ(trajectory.touchesAt(4).size(), 1U);
  EXPECT_EQ(trajectory.countUpTo(3), 4U);
}

// A long run of a heap has more that touches than its rows leave room for: some of it is kept, to the end.
TEST(Trajectory, WhatTouchesTakesATwentiethOfALongRun) {
  Trajectory trajectory(std::vector<Channel>(300, {"x", "m"}));
  const std::vector<double> row(300);
  std::vector<Touch> touches(60);
  constexpr std::size_t kCount = 50'000;
  double bytes = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto before = trajectory.touchesAt(i);
    touches.front().column = static_cast<std::int32_t>(i);
    trajectory.touches(touches);
    trajectory.sample(row);
    if (trajectory.touchesAt(i).data() != before.data()) bytes += 60 * sizeof(Touch);
  }
  EXPECT_LT(bytes, 0.05 * 8 * 300 * kCount + (4 << 20));
  EXPECT_GT(trajectory.touchesAt(kCount - 1).front().column, kCount - 100);
}

TEST(Trajectory, AnotherRunLiesInTheSameMemory) {
  constexpr std::size_t kCount = 30'000;  // more than a chunk
  const std::vector<Channel> channels{{"t", "s"}, {"a.x", "m"}};
  Trajectory again;
  const double* place = nullptr;
  for (const std::size_t count : {kCount, kCount / 2, kCount}) {
    again.restart(channels);
    EXPECT_EQ(again.sampleCount(), 0U);
    EXPECT_TRUE(again.events().empty());
    Trajectory fresh(channels);
    for (std::size_t i = 0; i < count; ++i)
      for (Trajectory* one : {&again, &fresh})
        one->sample(Row{static_cast<double>(i), 1.0 / static_cast<double>(i + 1)});
    again.event({});
    ASSERT_EQ(again.sampleCount(), count);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(again.row(i)[1], fresh.row(i)[1]) << i;
    if (place) {
      EXPECT_EQ(again.row(0).data(), place);
    }
    place = again.row(0).data();
  }
  again.restart({{"t", "s"}});
  again.sample(Row{7});
  EXPECT_EQ(again.row(0).size(), 1U);
}

TEST(Trajectory, FindsChannelsByName) {
  const Trajectory trajectory = sampleTrajectory();
  EXPECT_EQ(trajectory.findChannel("a.omega"), 2U);
  EXPECT_EQ(trajectory.findChannel("t"), 0U);
  EXPECT_EQ(trajectory.findChannel("a.omega [rad/s]"), std::nullopt);
  EXPECT_EQ(trajectory.channels()[2].header(), "a.omega [rad/s]");
}

TEST(Trajectory, InterpolatesBetweenSamples) {
  const Trajectory trajectory = sampleTrajectory();
  EXPECT_EQ(trajectory.at(0.5), (Row{0.5, 1, 15}));
  EXPECT_EQ(trajectory.at(2), (Row{2, 4, -30}));
  EXPECT_EQ(trajectory.at(0), (Row{0, 0, 10}));
}

TEST(Trajectory, TakesTheLaterOfTwoSamplesAtOneTime) {
  const Trajectory trajectory = sampleTrajectory();
  EXPECT_EQ(trajectory.at(1), (Row{1, 2, -20}));
  EXPECT_NEAR(trajectory.at(1 - 1e-9)[2], 20, 1e-6) << "up to the event it is the earlier one";
}

TEST(Trajectory, ClampsToItsEnds) {
  const Trajectory trajectory = sampleTrajectory();
  EXPECT_EQ(trajectory.at(-1), (Row{0, 0, 10}));
  EXPECT_EQ(trajectory.at(3), (Row{3, 6, -40}));
  EXPECT_EQ(trajectory.at(99), (Row{3, 6, -40}));
}

TEST(Trajectory, WithoutSamples) {
  EXPECT_EQ(Trajectory().sampleCount(), 0U);
  EXPECT_TRUE(Trajectory().at(0).empty());
  EXPECT_TRUE(Trajectory(std::vector<Channel>{{"t", "s"}}).at(1).empty());
}

}  // namespace
}  // namespace clank
