// SPDX-License-Identifier: GPL-3.0-or-later
// Drives that reverse, and drives that are switched off in the run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kBlockMass = 2, kBlockSpeed = 0.25;

// A block on a guide along x, drawn at 0.1 m.
Mechanism makeDrivenBlock(MotionKind law, double gravity = 0) {
  Mechanism m;
  m.gravity = {-gravity, 0.0};
  m.bodies = {makeBody("block", kBlockMass, 0.1, {0.1, 0.0, 0.0, {}})};
  m.joints = {makeJoint("guide", Prismatic{}, kFrame, "block")};
  Drive drive;
  drive.id = "ram";
  drive.joint = "guide";
  drive.kind = std::move(law);
  m.drives = {drive};
  m.simulation.duration = 4;
  m.simulation.outputInterval = 0.01;
  return m;
}
Mechanism makeReversing(double ramp, double cycles) {
  Reverse law;
  law.to = 0.35;
  law.speed = kBlockSpeed;
  law.ramp = ramp;
  law.cycles = cycles;
  return makeDrivenBlock(law);
}
Mechanism makeEnding(ChangeGuard guard, double gravity = 0) {
  ConstantSpeed law;
  law.speed = kBlockSpeed;
  Mechanism m = makeDrivenBlock(law, gravity);
  m.drives[0].until = DriveEnd{std::move(guard), {}};
  return m;
}
const Receipt* findOff(const FinishedRun& r) {
  const auto& events = r.trajectory.events();
  const auto found = std::ranges::find(events, EventKind::driveOff, &Receipt::kind);
  return found == events.end() ? nullptr : &*found;
}

// A triangle of 0.25 m and 1 s: at its ends the speed jumps by 2 v, and the drive gives 2 m v.
TEST(ReversingDrive, TurnsBackAtBothEnds) {
  Mechanism m = makeReversing(0, 0);
  m.simulation.duration = 4.5;
  const auto r = run(m);
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double t = r.value(row, "t");
    EXPECT_NEAR(r.value(row, "block.x"), 0.1 + kBlockSpeed * std::abs(t - 2 * std::round(t / 2)), 1e-9) << t;
  }
  std::vector<Receipt> jumps;
  for (const Receipt& event : r.trajectory.events())
    if (event.kind == EventKind::driveJump) jumps.push_back(event);
  ASSERT_EQ(jumps.size(), 4u);
  for (std::size_t i = 0; i < jumps.size(); ++i) {
    EXPECT_NEAR(jumps[i].t, static_cast<double>(i + 1), 1e-12);
    EXPECT_NEAR(jumps[i].impulse, 2 * kBlockMass * kBlockSpeed, 1e-9);
  }
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// After two cycles it stays where it began: the last jump is by v.
TEST(ReversingDrive, EndsAfterItsCycles) {
  Mechanism m = makeReversing(0, 2);
  m.simulation.duration = 6;
  const auto r = run(m);
  EXPECT_EQ(r.trajectory.events().size(), 4u);
  EXPECT_NEAR(r.trajectory.events().back().t, 4, 1e-12);
  EXPECT_NEAR(r.trajectory.events().back().impulse, kBlockMass * kBlockSpeed, 1e-9);
  EXPECT_NEAR(r.last("block.x"), 0.1, 1e-9);
  EXPECT_NEAR(r.last("ram.force"), 0, 1e-9);
}

// A law that changes where the run ends, but for rounding: 0.1 + 0.2 is more than 0.3.
TEST(ReversingDrive, MayEndWithTheRun) {
  Cycloidal stroke;
  stroke.rise = 0.2;
  stroke.duration = 0.3;
  Mechanism m = makeDrivenBlock(stroke);
  m.simulation.duration = 0.1 + 0.2;
  EXPECT_NEAR(run(m).last("block.x"), 0.3, 1e-9);
}

// Trapezoid: a half cycle takes L/v + r; in a ramp the force is m v / r, and nothing jumps.
TEST(ReversingDrive, TurnsBackWithinItsRamp) {
  constexpr double ramp = 0.2, half = 0.25 / kBlockSpeed + ramp;
  const auto r = run(makeReversing(ramp, 0));
  EXPECT_TRUE(r.trajectory.events().empty());
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double t = r.value(row, "t"), n = std::floor(t / half), tau = t - n * half;
    double way = kBlockSpeed * (tau - ramp / 2), speed = kBlockSpeed, force = 0;
    if (tau < ramp) way = kBlockSpeed * tau * tau / (2 * ramp), speed = kBlockSpeed * tau / ramp, force = 1;
    if (tau > half - ramp) {
      const double left = half - tau;
      way = 0.25 - kBlockSpeed * left * left / (2 * ramp), speed = kBlockSpeed * left / ramp, force = -1;
    }
    const bool back = std::remainder(n, 2) != 0;
    EXPECT_NEAR(r.value(row, "block.x"), back ? 0.35 - way : 0.1 + way, 1e-9) << t;
    EXPECT_NEAR(r.value(row, "block.vx"), back ? -speed : speed, 1e-8) << t;
    const double toKnot = std::min({tau, std::abs(tau - ramp), std::abs(tau - half + ramp), half - tau});
    if (toKnot > 1e-6) {
      EXPECT_NEAR(r.value(row, "ram.force"), (back ? -1 : 1) * force * kBlockMass * kBlockSpeed / ramp, 1e-7)
          << t;
    }
  }
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// Thrown upwards at the limit: x = x1 + v tau - g tau^2/2.
TEST(DriveEnd, LetsGoAtALimit) {
  Limit limit;
  limit.value = 0.3;
  const auto r = run(makeEnding(limit, kG));
  const Receipt* off = findOff(r);
  ASSERT_TRUE(off);
  EXPECT_NEAR(off->t, 0.2 / kBlockSpeed, 1e-9);
  EXPECT_EQ(off->element, "ram");
  EXPECT_EQ(off->guard.kind, "limit");
  EXPECT_NEAR(off->guard.value, 0.3, 1e-15);
  EXPECT_EQ(off->guard.unit, "m");
  EXPECT_EQ(r.trajectory.events().size(), 1u);
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double tau = r.value(row, "t") - off->t;
    if (tau < -1e-9) {
      EXPECT_NEAR(r.value(row, "ram.force"), kBlockMass * kG, 1e-8);
    }
    if (tau < 1e-9) continue;
    EXPECT_NEAR(r.value(row, "ram.force"), 0, 1e-12);
    EXPECT_NEAR(r.value(row, "block.x"), 0.3 + kBlockSpeed * tau - kG * tau * tau / 2, 1e-7);
  }
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// Against a spring: k (x - x0) comes to the threshold.
TEST(DriveEnd, LetsGoAtAForce) {
  Spring spring;
  spring.a = kFrame, spring.b = "block";
  spring.stiffness = 100;
  spring.atA = {-1.0, 0.0};
  spring.freeLength = 1.1;
  ForceGuard force;
  force.above = 12;
  force.part = ForcePart::axial;
  Mechanism m = makeEnding(force);
  m.forces = {makeForce("spring", spring)};
  const auto r = run(m);
  const Receipt* off = findOff(r);
  ASSERT_TRUE(off);
  EXPECT_NEAR(off->t, 0.12 / kBlockSpeed, 1e-8);
  EXPECT_EQ(off->guard.kind, "force");
  // Then it swings about 0.1 with the energy that it has.
  const double w = std::sqrt(100 / kBlockMass), tau = 4 - off->t;
  EXPECT_NEAR(r.last("block.x"), 0.1 + 0.12 * std::cos(w * tau) + kBlockSpeed / w * std::sin(w * tau), 1e-6);
}

TEST(DriveEnd, LetsGoAtATimeAndAtALaw) {
  TimeGuard time;
  time.at = 0.5;
  const auto byTime = run(makeEnding(time, kG));
  ASSERT_TRUE(findOff(byTime));
  EXPECT_NEAR(findOff(byTime)->t, 0.5, 1e-12);
  ExpressionGuard law;
  law.expression.text = "block.x - 0.2";
  const auto byLaw = run(makeEnding(law, kG));
  ASSERT_TRUE(findOff(byLaw));
  EXPECT_NEAR(findOff(byLaw)->t, 0.1 / kBlockSpeed, 1e-8);
  EXPECT_EQ(findOff(byLaw)->guard.expression, "block.x - 0.2");
}

// A moment of the drive, on a pin that turns a pendulum up: m g c sin reaches 12 N m.
TEST(DriveEnd, LetsGoAtAMoment) {
  Mechanism m;
  m.bodies = {makeBody("bar", kBlockMass, 0.1, {0.0, 0.0, -1.5707963267948966, {}}, {1.0, 0.0})};
  m.joints = {makeJoint("pin", Revolute{}, kFrame, "bar")};
  Drive drive;
  drive.id = "motor";
  drive.joint = "pin";
  ConstantSpeed law;
  law.speed = kBlockSpeed;
  drive.kind = law;
  MomentGuard moment;
  moment.above = 12;
  drive.until = DriveEnd{moment, {}};
  m.drives = {drive};
  m.simulation.duration = 4;
  const auto r = run(m);
  ASSERT_TRUE(findOff(r));
  EXPECT_NEAR(findOff(r)->t, std::asin(12 / (kBlockMass * kG)) / kBlockSpeed, 1e-8);
}

// Dry friction, which the drive has overcome, brings the block to rest: after v/a, within v^2/(2 a).
TEST(DriveEnd, LeavesTheJointToItsFriction) {
  for (const bool fixed : {false, true}) {
    Limit limit;
    limit.value = 0.3;
    Mechanism m = makeEnding(limit);
    JointFriction friction;
    friction.constant = 1;
    m.joints[0].friction = friction;
    if (fixed) m.simulation.integrator = IntegratorKind::moreauJean, m.simulation.timeStep = 1e-3;
    const auto r = run(m);
    const Receipt* off = findOff(r);
    ASSERT_TRUE(off) << fixed;
    EXPECT_NEAR(r.last("block.x"), 0.3 + kBlockSpeed * kBlockSpeed * kBlockMass / 2, fixed ? 3e-4 : 1e-9);
    EXPECT_NEAR(r.last("block.vx"), 0, 1e-12);
    EXPECT_EQ(r.last("guide.sticks"), 1);
    if (fixed) continue;
    ASSERT_EQ(r.trajectory.events().size(), 2u);
    EXPECT_EQ(r.trajectory.events()[1].kind, EventKind::stick);
    EXPECT_NEAR(r.trajectory.events()[1].t, off->t + kBlockSpeed * kBlockMass, 1e-8);
    EXPECT_LT(r.summary.largestResidual, 1e-9);
  }
}

// A guard that is met from the start would have switched it off before.
TEST(DriveEnd, RefusesAThresholdThatIsMetFromTheStart) {
  ForceGuard force;
  force.above = 1;
  const auto simulator = Simulator::create(makeEnding(force, kG));
  ASSERT_FALSE(simulator);
  EXPECT_EQ(simulator.error()[0].where, "/drives/0/until/guard");
}

}  // namespace
}  // namespace clank::test
