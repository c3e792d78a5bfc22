// SPDX-License-Identifier: GPL-3.0-or-later
// Linear springs, dampers and point loads against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

// A mass on a horizontal guide: 2 kg, k = 50 N/m, free length 0.4 m, wall at the origin, drawn at 0.5 m.
Mechanism makeOscillator(double damping) {
  Mechanism m;
  Prismatic guide;
  m.bodies = {makeBody("mass", 2, 0.1, {0.5, 0.0, 0.0, {}})};
  m.joints = {makeJoint("guide", guide, kFrame, "mass")};
  Spring spring;
  spring.b = "mass";
  spring.stiffness = 50;
  spring.freeLength = 0.4;
  spring.damping = damping;
  m.forces = {makeForce("spring", spring)};
  m.simulation.duration = 3;
  m.simulation.outputInterval = 0.01;
  return m;
}

TEST(LinearSpring, MassOnASpringSwingsAtRootKOverM) {
  const auto r = run(makeOscillator(0));
  const double w = std::sqrt(50.0 / 2);
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double t = row[0], x = 0.1 * std::cos(w * t);
    EXPECT_NEAR(r.value(row, "mass.x"), 0.4 + x, 1e-9);
    EXPECT_NEAR(r.value(row, "spring.length"), 0.4 + x, 1e-9);
    EXPECT_NEAR(r.value(row, "spring.force"), 50 * x, 1e-7);
    EXPECT_NEAR(r.value(row, "energy.elastic"), 25 * x * x, 1e-8);
  }
  EXPECT_LT(r.summary.largestResidual, 5e-8);
}

TEST(LinearSpring, DampedMassDecaysAsItsClosedForm) {
  const double c = 4, w0 = 5, zeta = c / (2 * 2 * w0), wd = w0 * std::sqrt(1 - zeta * zeta);
  const auto r = run(makeOscillator(c));
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double t = row[0];
    const double x = 0.1 * std::exp(-zeta * w0 * t) * (std::cos(wd * t) + zeta * w0 / wd * std::sin(wd * t));
    EXPECT_NEAR(r.value(row, "mass.x"), 0.4 + x, 1e-9);
  }
  EXPECT_NEAR(r.last("energy.damping"), 0.25 - r.last("energy.kinetic") - r.last("energy.elastic"), 1e-10);
  EXPECT_LT(r.summary.largestResidual, 5e-8);
}

// Free length 0 in the plane: k alone, so x and y swing apart from each other, through zero length.
TEST(LinearSpring, OfNoFreeLengthGoesThroughItsAnchor) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("mass", 2, 0.1, {0.5, 0.0, 0.0, {}})};
  Spring spring;
  spring.b = "mass";
  spring.stiffness = 50;
  m.forces = {makeForce("spring", spring)};
  m.simulation.duration = 3;
  m.simulation.outputInterval = 0.01;
  const auto r = run(m);
  EXPECT_NEAR(r.last("mass.x"), 0.5 * std::cos(15), 1e-8);
  EXPECT_NEAR(r.last("mass.y"), 0, 1e-12);
  EXPECT_LT(r.summary.largestResidual, 5e-8);
}

// A constant force along body x of a thruster that turns freely: dv/dt = F (cos wt, sin wt)/m.
TEST(PointLoad, ThatTurnsWithItsBodyDrivesACircle) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("craft", 3, 0.4)};
  m.bodies[0].velocity.omega = 2;
  Load load;
  load.b = "craft";
  load.fx.text = "6";
  load.axes = LoadAxes::body;
  m.forces = {makeForce("jet", load)};
  m.simulation.duration = 2.5;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-11;
  const auto r = run(m);
  EXPECT_NEAR(r.last("craft.vx"), std::sin(5.0), 1e-9);
  EXPECT_NEAR(r.last("craft.vy"), 1 - std::cos(5.0), 1e-9);
  EXPECT_NEAR(r.last("jet.force_x"), 6 * std::cos(5.0), 1e-9);
  EXPECT_NEAR(r.last("energy.work"), 1.5 * (2 - 2 * std::cos(5.0)), 1e-9);
  EXPECT_LT(r.summary.largestResidual, 5e-8);
}

// A force across the tip of a rod on a pin, in world axes, turns it like a torque F_y x - F_x y.
TEST(PointLoad, InWorldAxesTurnsAPinnedRodLikeItsMoment) {
  const auto makeRod = [](ForceKind kind) {
    Mechanism m;
    m.bodies = {makeBody("rod", 1.5, 0.08, {}, {0.4, 0.0})};
    m.joints = {makeJoint("pin", Revolute{}, kFrame, "rod")};
    m.forces = {makeForce("push", std::move(kind))};
    m.simulation.duration = 1.5;
    return m;
  };
  Load load;
  load.b = "rod";
  load.atB = {0.9, 0.0};
  load.fx.text = "sin(3*t)";
  load.fy.text = "12 - rod.omega";
  Torque torque;
  torque.b = "rod";
  torque.moment.text = "0.9*cos(rod.angle)*(12 - rod.omega) - 0.9*sin(rod.angle)*sin(3*t)";
  const auto pushed = run(makeRod(load)), turned = run(makeRod(torque));
  EXPECT_NEAR(pushed.last("rod.angle"), turned.last("rod.angle"), 1e-9);
  EXPECT_NEAR(pushed.last("energy.work"), turned.last("energy.work"), 1e-9);
  EXPECT_LT(pushed.summary.largestResidual, 5e-8);
}

}  // namespace
}  // namespace clank::test
