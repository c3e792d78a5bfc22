// SPDX-License-Identifier: GPL-3.0-or-later
// Driven joints: the motion follows the law to rounding error, and the drive moment is that of Newton and
// Euler.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/runs.h"

namespace clank::test {
namespace {

// A rod of 2 kg and 0.5 m on a pivot, in the vertical plane.
Mechanism makeArm() {
  Mechanism m;
  Body arm;
  arm.id = "arm";
  arm.length = 0.5;
  arm.section = 1e-4;
  arm.density = 40000.0;
  m.bodies.push_back(arm);
  Joint pivot;
  pivot.id = "pivot";
  pivot.b = "arm";
  m.joints.push_back(pivot);
  Drive drive;
  drive.id = "motor";
  drive.joint = "pivot";
  m.drives.push_back(drive);
  m.simulation.duration = 2;
  m.simulation.outputInterval = 0.01;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-12;
  return m;
}

// M = J_pivot theta'' + m g (L/2) cos theta.
double calcMoment(double theta, double alpha) {
  return 2 * 0.25 / 3 * alpha + 2 * 9.81 * 0.25 * std::cos(theta);
}

TEST(Drive, ExpressionIsFollowedWithItsExactDerivatives) {
  Mechanism m = makeArm();
  m.drives[0].kind = ExpressionMotion{{"0.8*sin(3*t)"}};
  const auto r = run(m);
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double t = row[0], theta = 0.8 * std::sin(3 * t);
    ASSERT_NEAR(r.value(row, "arm.angle"), theta, 1e-9);
    ASSERT_NEAR(r.value(row, "arm.alpha"), -9 * theta, 1e-7);
    ASSERT_NEAR(r.value(row, "motor.moment"), calcMoment(theta, -9 * theta), 1e-6);
  }
  EXPECT_LT(r.summary.largestResidual, 1e-9);
  EXPECT_EQ(r.summary.mobilityStart, 1);
}

TEST(Drive, StrokeMovesFromRestToRest) {
  Mechanism m = makeArm();
  Cycloidal stroke;
  stroke.rise = std::numbers::pi / 2;
  stroke.begin = 0.5;
  stroke.duration = 1;
  m.drives[0].kind = stroke;
  const auto r = run(m);
  EXPECT_NEAR(r.value(r.trajectory.at(0.4), "arm.angle"), 0, 1e-12);
  EXPECT_NEAR(r.value(r.trajectory.at(1.0), "arm.angle"), std::numbers::pi / 4, 1e-9);
  EXPECT_NEAR(r.last("arm.angle"), std::numbers::pi / 2, 1e-9);
  EXPECT_NEAR(r.last("arm.omega"), 0, 1e-9);
  // Lifting by L/2 without speed at the end: the work of the drive is the gravity energy won.
  EXPECT_NEAR(r.last("energy.work"), 2 * 9.81 * 0.25, 1e-8);
}

TEST(Drive, ContradictoryDrivesAreNamed) {
  Mechanism m = makeArm();
  m.drives.push_back(m.drives[0]);
  m.drives[1].id = "second";
  const auto simulator = Simulator::create(m);
  ASSERT_FALSE(simulator);
  EXPECT_NE(describe(simulator.error()).find("driven twice"), std::string::npos);
}

TEST(Drive, ALawOfTheStateIsRefused) {
  Mechanism m = makeArm();
  m.drives[0].kind = ExpressionMotion{{"arm.angle + t"}};
  const auto simulator = Simulator::create(m);
  ASSERT_FALSE(simulator);
  EXPECT_NE(describe(simulator.error()).find("may read t and parameters only"), std::string::npos);
}

}  // namespace
}  // namespace clank::test
