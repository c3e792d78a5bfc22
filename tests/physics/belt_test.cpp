// SPDX-License-Identifier: GPL-3.0-or-later
// Belts against closed forms: ratio, energy, strands, bearings, a moving axle.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kRa = 0.1, kRb = 0.25, kDistance = 0.6, kJa = 0.02, kJb = 0.3, kMoment = 3;

Belt makeBelt(BeltPath path, double preload, const std::string& carrier = kFrame) {
  Belt belt;
  belt.radiusA = kRa;
  belt.radiusB = kRb;
  belt.path = path;
  belt.preload = preload;
  belt.carrier = carrier;
  return belt;
}

// A driven pulley on the frame pulls another one at an angle of 0.3.
Mechanism makeDrive(BeltPath path, double preload) {
  const Point second{kDistance * std::cos(0.3), kDistance * std::sin(0.3)};
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("a", 1, kJa), makeBody("b", 2, kJb, {second.x, second.y, 0.0, {}})};
  m.joints = {makeJoint("A", Revolute{}, kFrame, "a"), makeJoint("B", Revolute{}, kFrame, "b", second),
              makeJoint("belt", makeBelt(path, preload), "a", "b")};
  Torque torque;
  torque.b = "a";
  torque.moment.text = std::to_string(kMoment);
  m.forces = {makeForce("torque", torque)};
  m.simulation.duration = 2;
  return m;
}

// Turned by the moment M on a: w_b = -+ w_a r_a/r_b, alpha_a = M/(J_a + J_b (r_a/r_b)^2); the strands differ
// by what speeds b up, J_b alpha_b/r_b. Bearings carry both strands along their tangents.
void expectDrive(BeltPath path) {
  constexpr double preload = 40;
  const auto r = run(makeDrive(path, preload));
  const double ratio = kRa / kRb, sign = path == BeltPath::open ? 1 : -1;
  const double alpha = kMoment / (kJa + kJb * ratio * ratio), pull = kJb * alpha * ratio / kRb;
  EXPECT_NEAR(r.last("a.omega"), 2 * alpha, 1e-8);
  EXPECT_NEAR(r.last("b.omega"), sign * ratio * 2 * alpha, 1e-8);
  EXPECT_NEAR(r.last("a.angle"), 2 * alpha, 1e-8);
  EXPECT_NEAR(r.last("b.angle"), sign * ratio * r.last("a.angle"), 1e-9);
  // a turns counter-clockwise: it pulls its left strand in and pays the right one out.
  const double left = preload + pull / 2, right = preload - pull / 2;
  EXPECT_NEAR(r.last("belt.tension_left"), left, 1e-8);
  EXPECT_NEAR(r.last("belt.tension_right"), right, 1e-8);
  EXPECT_NEAR(std::abs(r.last("belt.pull")), pull, 1e-8);
  // Directions of the strands from a to b: turned from the line of centres by asin of the slope.
  const double reach = path == BeltPath::open ? kRa - kRb : kRa + kRb;
  const double slope = std::asin(reach / kDistance);
  const double x = left * std::cos(0.3 - slope) + right * std::cos(0.3 + slope);
  const double y = left * std::sin(0.3 - slope) + right * std::sin(0.3 + slope);
  EXPECT_NEAR(r.last("A.reaction_x"), -x, 1e-7);
  EXPECT_NEAR(r.last("A.reaction_y"), -y, 1e-7);
  EXPECT_NEAR(r.last("B.reaction_x"), x, 1e-7);
  EXPECT_NEAR(r.last("B.reaction_y"), y, 1e-7);
  EXPECT_NEAR(r.last("belt.reaction_x"), -x, 1e-7);
  EXPECT_NEAR(r.last("belt.reaction_y"), -y, 1e-7);
  EXPECT_NEAR(r.last("energy.kinetic"), kMoment * r.last("a.angle"), 1e-7);
  EXPECT_LT(r.summary.largestResidual, 1e-8);
  EXPECT_TRUE(r.summary.problems.empty()) << describe(r.summary.problems);
}

TEST(BeltPhysics, OpenTurnsBothPulleysTheSameWay) {
  expectDrive(BeltPath::open);
}
TEST(BeltPhysics, CrossedTurnsThemAgainstEachOther) {
  expectDrive(BeltPath::crossed);
}

// A preload of less than half of the pull: one strand would have to push.
TEST(BeltPhysics, SaysWhenTheSlackStrandWouldPush) {
  const auto r = run(makeDrive(BeltPath::open, 5));
  ASSERT_EQ(r.summary.problems.size(), 1U);
  EXPECT_NE(r.summary.problems[0].what.find("belt belt: from t = 0 s on its slack strand"), std::string::npos)
      << r.summary.problems[0].what;
  EXPECT_EQ(r.summary.problems[0].severity, Severity::warning);
}

// On an arm that turns, with the first pulley held by the frame: w_b = w_arm (1 - r_a/r_b), through many
// turns.
TEST(BeltPhysics, PlanetaryBeltFollowsWillis) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("arm", 1, 0.1), makeBody("b", 2, kJb, {kDistance, 0.0, 0.0, {}})};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "arm"),
              makeJoint("B", Revolute{}, "arm", "b", {kDistance, 0.0}),
              makeJoint("belt", makeBelt(BeltPath::open, 10, "arm"), kFrame, "b")};
  m.bodies[0].velocity.omega = 5;
  m.bodies[1].velocity.vy = 5 * kDistance;
  m.bodies[1].velocity.omega = 5 * (1 - kRa / kRb);
  m.simulation.duration = 6;
  const auto r = run(m);
  EXPECT_GT(r.last("arm.angle"), 6);
  EXPECT_NEAR(r.last("b.angle"), (1 - kRa / kRb) * r.last("arm.angle"), 1e-8);
  EXPECT_LT(r.summary.largestResidual, 1e-8);
}

// The second axle on a guide, held by a spring: without load it stands where 2 T cos(a) = k (l0 - l), and
// swings about that with the energy of the ledger: the tension pulls the axle as a weight would.
TEST(BeltPhysics, PreloadPullsAMovingAxle) {
  constexpr double tension = 30, stiffness = 2000;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("a", 1, kJa), makeBody("slide", 1.5, 0.1, {kDistance, 0.0, 0.0, {}}),
              makeBody("b", 2, kJb, {kDistance, 0.0, 0.0, {}})};
  m.joints = {makeJoint("A", Revolute{}, kFrame, "a"), makeJoint("guide", Prismatic{}, kFrame, "slide"),
              makeJoint("B", Revolute{}, "slide", "b"),
              makeJoint("belt", makeBelt(BeltPath::open, tension), "a", "b")};
  Spring spring;
  spring.b = "slide";
  spring.stiffness = stiffness;
  spring.freeLength = kDistance;
  m.forces = {makeForce("spring", spring)};
  m.simulation.duration = 2;
  m.simulation.outputInterval = 0.001;
  const auto r = run(m);
  EXPECT_LT(r.summary.largestResidual, 1e-7);
  // It starts at rest at l0 and swings to where the energies are equal; between them it balances.
  double least = kDistance, speed = 0, middle = 0;
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    least = std::min(least, r.value(row, "slide.x"));
    if (std::abs(r.value(row, "slide.vx")) > speed) {
      speed = std::abs(r.value(row, "slide.vx"));
      middle = r.value(row, "slide.x");
    }
  }
  const auto force = [&](double l) {
    return stiffness * (kDistance - l) - 2 * tension * std::sqrt(1 - std::pow((kRa - kRb) / l, 2));
  };
  EXPECT_NEAR(force(middle), 0, 1) << "fastest where the forces balance";
  EXPECT_NEAR(kDistance - least, 2 * (kDistance - middle), 2e-4);
  EXPECT_NEAR(r.last("a.omega"), 0, 1e-9) << "an equal pull of both strands turns nothing";
}

}  // namespace
}  // namespace clank::test
