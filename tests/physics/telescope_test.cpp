// SPDX-License-Identifier: GPL-3.0-or-later
// A cylinder between two points against closed forms, and against one that is built of bodies.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/simulation/natural_modes.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

Drive makeRam(std::string joint, MotionKind law) {
  Drive drive;
  drive.id = "ram";
  drive.joint = std::move(joint);
  drive.kind = std::move(law);
  return drive;
}

// A mass in the air, drawn out along x from the origin.
Mechanism makeMassOnACylinder(double mass, double length) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("load", mass, 0.1, {length, 0.0, 0.0, {}})};
  m.joints = {makeJoint("cylinder", Telescope{}, kFrame, "load")};
  return m;
}

// A boom of length b from the origin, held up by a cylinder from (a, 0) to a point at d along the boom.
constexpr double kFoot = 0.6, kEye = 0.9, kBoomMass = 40, kBoomInertia = 12, kBoomCentre = 1.1;
Mechanism makeBoom(double angle) {
  Mechanism m;
  m.bodies = {makeBody("boom", kBoomMass, kBoomInertia, {0.0, 0.0, angle, {}}, {kBoomCentre, 0.0})};
  m.joints = {makeJoint("hinge", Revolute{}, kFrame, "boom"),
              makeJoint("cylinder", Telescope{}, kFrame, "boom", {kFoot, 0.0}, {kEye, 0.0})};
  return m;
}
// By the law of cosines.
double calcLength(double angle) {
  return std::sqrt(kFoot * kFoot + kEye * kEye - 2 * kFoot * kEye * std::cos(angle));
}
double calcAngle(double length) {
  return std::acos((kFoot * kFoot + kEye * kEye - length * length) / (2 * kFoot * kEye));
}
// dL/dphi and d2L/dphi2.
double calcSlope(double angle) {
  return kFoot * kEye * std::sin(angle) / calcLength(angle);
}
double calcBend(double angle) {
  return (kFoot * kEye * std::cos(angle) - std::pow(calcSlope(angle), 2)) / calcLength(angle);
}

// p(u) = 10 u^3 - 15 u^4 + 6 u^5, so that F = m rise p''(u) / T^2.
TEST(Telescope, PushesAMassAsItsLawAccelerates) {
  constexpr double mass = 3, start = 0.4, rise = 0.3, time = 0.8;
  Mechanism m = makeMassOnACylinder(mass, start);
  Polynomial345 law;
  law.rise = rise;
  law.duration = time;
  m.drives = {makeRam("cylinder", law)};
  m.simulation.duration = 1;
  m.simulation.outputInterval = 0.01;
  const auto r = run(m);
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double u = std::min(1.0, r.value(row, "t") / time);
    const double second = u < 1 ? 60 * u - 180 * u * u + 120 * u * u * u : 0;
    EXPECT_NEAR(r.value(row, "ram.force"), mass * rise * second / (time * time), 1e-9);
    EXPECT_NEAR(r.value(row, "cylinder.reaction_x"), mass * rise * second / (time * time), 1e-9);
    EXPECT_NEAR(r.value(row, "cylinder.travel"), start + rise * u * u * u * (10 + u * (-15 + 6 * u)), 1e-9);
    EXPECT_NEAR(r.value(row, "cylinder.travel"), r.value(row, "load.x"), 1e-12);
    EXPECT_NEAR(r.value(row, "load.y"), 0, 1e-12);
  }
  EXPECT_LT(r.summary.largestResidual, 1e-9);
  EXPECT_EQ(r.summary.mobilityEnd, 3) << "a free cylinder takes no freedom away";
}

// Virtual work: F dL = (J phi'' + m g c cos phi) dphi, and phi'' from L' = S phi', L" = S phi'' + S' phi'^2.
TEST(Telescope, RaisesABoomByVirtualWork) {
  constexpr double start = 0.5, speed = 0.12, J = kBoomInertia + kBoomMass * kBoomCentre * kBoomCentre;
  Mechanism m = makeBoom(start);
  ConstantSpeed law;
  law.speed = speed;
  m.drives = {makeRam("cylinder", law)};
  m.simulation.duration = 4;
  m.simulation.outputInterval = 0.05;
  const auto r = run(m);
  ASSERT_GT(r.trajectory.sampleCount(), 70u);
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double length = calcLength(start) + speed * r.value(row, "t"), angle = calcAngle(length);
    const double omega = speed / calcSlope(angle),
                 alpha = -calcBend(angle) * omega * omega / calcSlope(angle);
    const double force = (J * alpha + kBoomMass * kG * kBoomCentre * std::cos(angle)) / calcSlope(angle);
    EXPECT_NEAR(r.value(row, "boom.angle"), angle, 1e-9);
    EXPECT_NEAR(r.value(row, "boom.omega"), omega, 1e-8);
    EXPECT_NEAR(r.value(row, "boom.alpha"), alpha, 1e-7);
    EXPECT_NEAR(r.value(row, "ram.force"), force, 1e-6);
  }
  EXPECT_LT(r.summary.largestResidual, 1e-7);
}

// Barrel and rod as bodies, on pins and a slider, with next to no mass.
TEST(Telescope, MovesAsACylinderThatIsBuiltOfBodies) {
  constexpr double start = 0.7, damping = 900, light = 1e-7;
  Spring gas;
  gas.a = kFrame, gas.b = "boom";
  gas.atA = {kFoot, 0.0}, gas.atB = {kEye, 0.0};
  gas.stiffness = 4000;
  gas.freeLength = 0.9;
  JointFriction friction;
  friction.viscous = damping;
  Mechanism telescope = makeBoom(start);
  telescope.forces = {makeForce("gas", gas)};
  telescope.joints[1].friction = friction;
  telescope.simulation.duration = 3;
  telescope.simulation.outputInterval = 0.1;
  Mechanism built = telescope;
  const double x = kEye * std::cos(start) - kFoot, y = kEye * std::sin(start), along = std::atan2(y, x);
  built.bodies.push_back(makeBody("barrel", light, light, {kFoot, 0.0, along, {}}));
  built.bodies.push_back(makeBody("rod", light, light, {kFoot + x, y, along, {}}));
  built.joints = {built.joints[0], makeJoint("foot", Revolute{}, kFrame, "barrel", {kFoot, 0.0}),
                  makeJoint("cylinder", Prismatic{}, "barrel", "rod"),
                  makeJoint("eye", Revolute{}, "rod", "boom", {}, {kEye, 0.0})};
  built.joints[2].friction = friction;
  const auto a = run(telescope), b = run(built);
  ASSERT_EQ(a.trajectory.sampleCount(), b.trajectory.sampleCount());
  double swing = 0;
  for (std::size_t i = 0; i < a.trajectory.sampleCount(); ++i) {
    const auto rowA = a.trajectory.row(i), rowB = b.trajectory.row(i);
    for (const char* channel : {"boom.angle", "boom.omega", "cylinder.travel", "cylinder.speed"})
      EXPECT_NEAR(a.value(rowA, channel), b.value(rowB, channel), 2e-6) << channel;
    EXPECT_NEAR(a.value(rowA, "cylinder.friction_force"), -damping * a.value(rowA, "cylinder.speed"), 1e-8);
    swing = std::max(swing, std::abs(a.value(rowA, "boom.angle") - start));
  }
  EXPECT_GT(swing, 0.1);
  EXPECT_LT(a.summary.largestResidual, 1e-6);
}

// Locked it is a rod.
TEST(Telescope, LockedIsADistance) {
  constexpr double length = 0.7, start = 0.9;
  Mechanism rod;
  rod.bodies = {makeBody("bob", 1.2, 1, {length * std::sin(start), -length * std::cos(start), 0.0, {}})};
  rod.joints = {makeJoint("rod", Distance{}, kFrame, "bob")};
  rod.simulation.duration = 3;
  Mechanism locked = rod;
  locked.joints[0].kind = Telescope{};
  Metamorphic table;
  table.phases.resize(1);
  table.phases[0].id = "locked";
  table.phases[0].locked = true;
  locked.joints[0].metamorphic = table;
  const auto a = run(rod), b = run(locked);
  for (const char* channel : {"bob.x", "bob.y", "bob.vx", "bob.vy", "rod.reaction_x", "rod.reaction_y"})
    EXPECT_NEAR(a.last(channel), b.last(channel), 2e-6) << channel;
  EXPECT_NEAR(b.last("rod.travel"), length, 1e-12);
  EXPECT_EQ(b.summary.mobilityEnd, 2);
}

// A ball that falls from rest by h: it comes at v = sqrt(2 g h), the n-th bounce leaves with e^n v and lasts
// 2 e^n v / g.
TEST(Telescope, BouncesAtItsEndStopAsABall) {
  constexpr double start = 0.3, stop = 0.8, e = 0.6, mass = 2;
  Mechanism m;
  m.bodies = {makeBody("ball", mass, 0.1, {0.0, -start, 0.0, {}})};
  m.joints = {makeJoint("cylinder", Telescope{}, kFrame, "ball")};
  Metamorphic table;
  table.phases.resize(2);
  table.phases[0].id = "free";
  table.phases[1].id = "out";
  table.phases[1].locked = true;
  PhaseChange change;
  change.from = "free";
  change.to = "out";
  std::get<Limit>(change.guard).value = stop;
  change.law = TransitionLaw::restitution;
  change.restitution = e;
  table.changes = {change};
  m.joints[0].metamorphic = table;
  m.simulation.duration = 2;
  const auto r = run(m);
  const double speed = std::sqrt(2 * kG * (stop - start));
  ASSERT_GT(r.trajectory.events().size(), 5u);
  double t = speed / kG, v = speed;
  for (std::size_t i = 0; i < 5; ++i) {
    const Receipt& blow = r.trajectory.events()[i];
    EXPECT_EQ(blow.kind, EventKind::impact);
    EXPECT_NEAR(blow.t, t, 1e-8);
    EXPECT_NEAR(blow.normalVelocityBefore, -v, 1e-7);
    EXPECT_NEAR(blow.normalVelocityAfter, e * v, 1e-7);
    EXPECT_NEAR(blow.impulse, mass * (1 + e) * v, 1e-6);
    v *= e;
    t += 2 * v / kG;
  }
  EXPECT_NEAR(r.last("cylinder.travel"), stop, 1e-9);
  EXPECT_NEAR(r.last("cylinder.reaction_y"), mass * kG, 1e-7);
  EXPECT_LT(r.summary.largestResidual, 1e-8);
}

// Dry friction holds a weight that is lighter, and lets a heavier one down with what is left.
TEST(Telescope, RubsAlongItsLine) {
  constexpr double start = 0.5, mass = 2, weak = 12, strong = 25;
  const auto hang = [&](double constant) {
    Mechanism m;
    m.bodies = {makeBody("load", mass, 0.1, {0.0, -start, 0.0, {}})};
    m.joints = {makeJoint("cylinder", Telescope{}, kFrame, "load")};
    JointFriction friction;
    friction.constant = constant;
    m.joints[0].friction = friction;
    m.simulation.duration = 0.5;
    return run(m);
  };
  const auto held = hang(strong), let = hang(weak);
  EXPECT_NEAR(held.last("cylinder.travel"), start, 1e-12);
  EXPECT_EQ(held.last("cylinder.sticks"), 1);
  EXPECT_NEAR(let.last("cylinder.travel"), start + (kG - weak / mass) * 0.125, 1e-9);
  EXPECT_LT(let.summary.largestResidual, 1e-9);
}

// A load on a driven cylinder that stands still is a pendulum of its length.
TEST(Telescope, DrivenAtRestIsAPendulum) {
  constexpr double length = 0.5, small = 1e-3;
  Mechanism m;
  m.bodies = {makeBody("load", 2, 0.1, {length * std::sin(small), -length * std::cos(small), 0.0, {}})};
  m.joints = {makeJoint("cylinder", Telescope{}, kFrame, "load")};
  m.drives = {makeRam("cylinder", ConstantSpeed{})};
  const double period = 2 * std::numbers::pi * std::sqrt(length / kG) * (1 + small * small / 16);
  m.simulation.duration = period;
  const auto r = run(m);
  EXPECT_NEAR(r.last("load.x"), length * std::sin(small), 1e-8);
  EXPECT_NEAR(r.last("load.vx"), 0, 1e-6);
}

// A load that hangs on a spring beside a damped cylinder: it swings with g/L and heaves with k/m and the
// damping ratio c/(2 sqrt(k m)). Held by a drive, it only swings.
TEST(Telescope, SwingsAndHeavesAsALoadOnASpring) {
  constexpr double length = 0.5, mass = 20, stiffness = 5000, damping = 40, turn = 2 * std::numbers::pi;
  Mechanism m;
  m.bodies = {makeBody("load", mass, 0.1, {0.0, -length, 0.0, {}})};
  m.joints = {makeJoint("cylinder", Telescope{}, kFrame, "load")};
  JointFriction friction;
  friction.viscous = damping;
  m.joints[0].friction = friction;
  Spring spring;
  spring.a = kFrame, spring.b = "load";
  spring.stiffness = stiffness;
  spring.freeLength = length - mass * kG / stiffness;
  m.forces = {makeForce("spring", spring)};
  const auto free = NaturalModes::find(m, 0);
  ASSERT_TRUE(free) << describe(free.error());
  ASSERT_EQ(free->modes().size(), 3u);  // and it turns freely
  EXPECT_NEAR(free->modes()[1].frequency(), std::sqrt(kG / length) / turn, 1e-7);
  EXPECT_NEAR(free->modes()[2].dampingRatio(), damping / (2 * std::sqrt(stiffness * mass)), 1e-7);
  EXPECT_NEAR(std::abs(free->modes()[2].root), std::sqrt(stiffness / mass), 1e-5);
  m.drives = {makeRam("cylinder", ConstantSpeed{})};
  const auto held = NaturalModes::find(m, 0);
  ASSERT_TRUE(held) << describe(held.error());
  ASSERT_EQ(held->modes().size(), 2u);
  EXPECT_NEAR(held->modes()[1].frequency(), std::sqrt(kG / length) / turn, 1e-7);
}

// With the time-stepping integrator too.
TEST(Telescope, TakesFixedSteps) {
  Mechanism m = makeBoom(0.5);
  ConstantSpeed law;
  law.speed = 0.12;
  m.drives = {makeRam("cylinder", law)};
  m.simulation.duration = 2;
  m.simulation.integrator = IntegratorKind::moreauJean;
  m.simulation.timeStep = 1e-3;
  const auto r = run(m);
  EXPECT_NEAR(r.last("boom.angle"), calcAngle(calcLength(0.5) + 0.24), 1e-5);
}

// A cylinder without length has no direction.
TEST(Telescope, EndsTheRunWhereItsEndsMeet) {
  for (const bool driven : {false, true}) {
    Mechanism m = makeMassOnACylinder(1, 0.4);
    m.bodies[0].velocity.vx = -1;
    ConstantSpeed law;
    law.speed = -1;
    if (driven) m.drives = {makeRam("cylinder", law)};
    m.simulation.duration = 1;
    auto simulator = Simulator::create(m);
    ASSERT_TRUE(simulator) << describe(simulator.error());
    Trajectory trajectory(simulator->channels());
    const RunSummary summary = simulator->run(trajectory);
    EXPECT_NE(summary.end, RunSummary::End::finished);
    EXPECT_NE(describe(summary.problems).find("cylinder: its ends have come together"), std::string::npos)
        << describe(summary.problems);
    EXPECT_NE(describe(summary.problems).find("t = 0.4"), std::string::npos) << describe(summary.problems);
  }
}

// Passing each other at a distance is no such place.
TEST(Telescope, GoesOnWhereItsEndsPassEachOther) {
  Mechanism m = makeMassOnACylinder(1, 0.4);
  m.bodies[0].pose.y = 1e-3;
  m.bodies[0].velocity.vx = -1;
  m.simulation.duration = 1;
  const auto r = run(m);
  EXPECT_NEAR(r.last("cylinder.travel"), std::hypot(0.6, 1e-3), 1e-9);
}

// The example: the geometry of its triangle all the way, one event of the drive, and the end stop.
TEST(Telescope, RaisesTheBoomOfTheExample) {
  const auto r = run(loadExample("elements/cylinder-boom.clank"));
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double angle = r.value(row, "boom.angle");
    const double length = std::hypot(1.2 * std::cos(angle) - 0.5, 1.2 * std::sin(angle) + 0.9);
    EXPECT_NEAR(r.value(row, "cylinder.travel"), length, 1e-9);
    if (r.value(row, "t") > 7) {
      EXPECT_EQ(r.value(row, "ram.force"), 0);
    }
  }
  const auto& events = r.trajectory.events();
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events[0].kind, EventKind::driveOff);
  EXPECT_NEAR(events[0].t, 7, 1e-12);
  EXPECT_TRUE(std::ranges::any_of(events, [](const Receipt& e) { return e.kind == EventKind::impact; }));
  EXPECT_NEAR(r.last("cylinder.travel"), 1.25, 1e-6);
  EXPECT_LT(r.summary.largestResidual, 1e-5);
}

}  // namespace
}  // namespace clank::test
