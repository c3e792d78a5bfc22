// SPDX-License-Identifier: GPL-3.0-or-later
// Several bodies on one pin: one joint less than there are bodies, all at the same point.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kLength = 0.8, kMass = 1.7;

// A uniform rod that starts at the origin.
Body makeRod(const std::string& id, double angle) {
  return makeBody(id, kMass, kMass * kLength * kLength / 12, {0.0, 0.0, angle, {}}, {kLength / 2, 0.0});
}

// A double link: frame and two rods on one pin, the second joint on the first rod. The pin gives no moment,
// so each rod is a pendulum of its own, L w^2 = 3 g (sin of the angle fallen through), and pulls on the pin
// with F = m (a_c - g), a_c = alpha x r - w^2 r. The first joint carries both rods, the second one its own.
TEST(SharedPin, TwoRodsSwingAsTheyDoAlone) {
  Mechanism m;
  m.bodies = {makeRod("first", 0), makeRod("second", -std::numbers::pi + 0.4)};
  m.joints = {makeJoint("J1", Revolute{}, kFrame, "first"), makeJoint("J2", Revolute{}, "first", "second")};
  m.simulation.duration = 1.5;
  m.simulation.outputInterval = 0.01;
  const auto r = run(m);
  struct Pull {
    double x, y;
  };
  const auto calcPull = [](double angle, double w) {
    const double c = std::cos(angle), s = std::sin(angle), half = kLength / 2;
    const double alpha = -1.5 * kG * c / kLength;
    return Pull{kMass * half * (-s * alpha - c * w * w), kMass * (half * (c * alpha - s * w * w) + kG)};
  };
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double a = r.value(row, "first.angle"), b = r.value(row, "second.angle");
    const double wa = r.value(row, "first.omega"), wb = r.value(row, "second.omega");
    EXPECT_NEAR(wa * wa, -3 * kG / kLength * std::sin(a), 1e-7);
    EXPECT_NEAR(wb * wb, 3 * kG / kLength * (std::sin(-std::numbers::pi + 0.4) - std::sin(b)), 1e-7);
    const Pull first = calcPull(a, wa), second = calcPull(b, wb);
    EXPECT_NEAR(r.value(row, "J2.reaction_x"), second.x, 1e-7);
    EXPECT_NEAR(r.value(row, "J2.reaction_y"), second.y, 1e-7);
    EXPECT_NEAR(r.value(row, "J1.reaction_x"), first.x + second.x, 1e-7);
    EXPECT_NEAR(r.value(row, "J1.reaction_y"), first.y + second.y, 1e-7);
  }
  EXPECT_EQ(r.summary.mobilityEnd, 2);
  EXPECT_LT(r.summary.largestResidual, 1e-8);
}

// Three rods on one pin in free space, like the spokes of a wheel: the pin stays where it is and each rod is
// held by m w^2 L/2, in whichever way the two joints are hung.
TEST(SharedPin, SpokesTurnAboutAFreePin) {
  constexpr double w = 7;
  for (const char* carrier : {"s0", "s1"}) {
    Mechanism m;
    m.gravity = {0.0, 0.0};
    for (int i = 0; i < 3; ++i) {
      m.bodies.push_back(makeRod("s" + std::to_string(i), 2 * i * std::numbers::pi / 3));
      m.bodies.back().velocity.omega = w;
    }
    m.joints = {makeJoint("J1", Revolute{}, "s0", "s1"), makeJoint("J2", Revolute{}, carrier, "s2")};
    m.simulation.duration = 1;
    const auto r = run(m);
    const double pull = kMass * w * w * kLength / 2;
    for (int i = 0; i < 3; ++i) {
      const std::string id = "s" + std::to_string(i);
      EXPECT_NEAR(r.last(id + ".x"), 0, 1e-9);
      EXPECT_NEAR(r.last(id + ".y"), 0, 1e-9);
      EXPECT_NEAR(r.last(id + ".angle"), 2 * i * std::numbers::pi / 3 + w, 1e-8);
    }
    const double own = r.last("s2.angle"), middle = r.last("s1.angle");
    EXPECT_NEAR(r.last("J2.reaction_x"), -pull * std::cos(own), 1e-6);
    EXPECT_NEAR(r.last("J2.reaction_y"), -pull * std::sin(own), 1e-6);
    // When the second rod carries the third one, the first joint holds both.
    const double both = m.joints[1].a == "s1" ? 1 : 0;
    EXPECT_NEAR(r.last("J1.reaction_x"), -pull * (std::cos(middle) + both * std::cos(own)), 1e-6);
    EXPECT_NEAR(r.last("J1.reaction_y"), -pull * (std::sin(middle) + both * std::sin(own)), 1e-6);
    EXPECT_EQ(r.summary.mobilityEnd, 5);
  }
}

}  // namespace
}  // namespace clank::test
