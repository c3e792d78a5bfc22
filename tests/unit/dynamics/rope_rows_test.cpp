// SPDX-License-Identifier: GPL-3.0-or-later
// The row of a rope against differences of what is slack, along random motions of the bodies it goes over.
#include "core/dynamics/rope_rows.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace clank {
namespace {

// Three bodies: q(t) = q + v t + a t^2/2.
struct RopeMotion {
  std::array<double, 9> q{}, v{}, a{};
  RopeKinematics at(const RopeGeometry& rope, double t) const {
    std::array<double, 9> place{}, rate{};
    for (std::size_t i = 0; i < 9; ++i) {
      place[i] = q[i] + v[i] * t + a[i] * t * t / 2;
      rate[i] = v[i] + a[i] * t;
    }
    return calcRopeKinematics(rope, place.data(), rate.data());
  }
};

RopeGeometry makeRope() {
  RopeGeometry rope;
  rope.points = {
      {0, {0.2, -0.1}}, {kFrameBody, {0.5, 3.0}}, {1, {0.1, 0.3}}, {0, {-0.4, 0.0}}, {2, {0.0, 0.2}}};
  rope.length = 4;
  listRopeBlocks(rope);
  return rope;
}

TEST(RopeRows, AreTheDerivativesOfTheSlack) {
  const RopeGeometry rope = makeRope();
  EXPECT_EQ(rope.blocks, (std::vector<int>{0, kFrameBody, 1, 2}));
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  constexpr double h = 1e-5;
  for (int trial = 0; trial < 100; ++trial) {
    RopeMotion motion;
    for (std::size_t i = 0; i < 9; ++i) {
      motion.q[i] = 2 * normal(random);
      motion.v[i] = normal(random);
      motion.a[i] = normal(random);
    }
    BlockRow row;
    const RopeKinematics k = updRopeRow(rope, motion.q.data(), motion.v.data(), row);
    const RopeKinematics before = motion.at(rope, -h), after = motion.at(rope, h);
    EXPECT_NEAR(k.gap, rope.length - k.path, 1e-14);
    EXPECT_NEAR(dot(row, motion.v.data()), k.gapRate, 1e-12);
    EXPECT_NEAR(k.gapRate, (after.gap - before.gap) / (2 * h), 1e-7);
    EXPECT_NEAR(dot(row, motion.a.data()) - k.gamma, (after.gapRate - before.gapRate) / (2 * h), 1e-5);
  }
}

// Straight down from the frame: the end is on b and the rope points to it.
TEST(RopeRows, TellsItsEnd) {
  RopeGeometry rope;
  rope.points = {{kFrameBody, {1.0, 2.0}}, {0, {0.0, 0.0}}};
  rope.length = 1.5;
  listRopeBlocks(rope);
  const std::array<double, 3> q{1, 1, 0}, v{0, -2, 0};
  const RopeKinematics k = calcRopeKinematics(rope, q.data(), v.data());
  EXPECT_DOUBLE_EQ(k.path, 1);
  EXPECT_DOUBLE_EQ(k.gap, 0.5);
  EXPECT_DOUBLE_EQ(k.gapRate, -2);
  EXPECT_DOUBLE_EQ(k.end.y(), 1);
  EXPECT_DOUBLE_EQ(k.endAlong.y(), -1);
}

// A ring that an end has come to: the piece has no direction and does not make anything infinite.
TEST(RopeRows, PieceWithoutLengthPullsNowhere) {
  RopeGeometry rope;
  rope.points = {{kFrameBody, {0.0, 1.0}}, {kFrameBody, {0.0, 0.0}}, {0, {0.0, 0.0}}};
  rope.length = 1.5;
  listRopeBlocks(rope);
  const std::array<double, 3> q{0, 0, 0}, v{1, -2, 3};
  BlockRow row;
  const RopeKinematics k = updRopeRow(rope, q.data(), v.data(), row);
  EXPECT_DOUBLE_EQ(k.gap, 0.5);
  EXPECT_EQ(k.gapRate, 0);
  EXPECT_EQ(k.gamma, 0);
  EXPECT_EQ(dot(row, v.data()), 0);
}

}  // namespace
}  // namespace clank
