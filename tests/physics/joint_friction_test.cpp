// SPDX-License-Identifier: GPL-3.0-or-later
// Friction in joints against closed forms: constant, on the reaction, viscous; at rest, slipping, and what
// lies between.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank {
namespace {

using namespace test;

constexpr double kPi = std::numbers::pi;

JointFriction makeConstant(double moment) {
  JointFriction friction;
  friction.constant = moment;
  return friction;
}
JointFriction makeCoulomb(double mu, double radius = 0) {
  JointFriction friction;
  friction.coefficient = mu;
  friction.radius = radius;
  return friction;
}

void setTimes(Mechanism& m, double duration) {
  m.simulation.duration = duration;
  m.simulation.outputInterval = duration / 50;
}

ForceElement makeTorque(const std::string& body, const std::string& moment) {
  Torque torque;
  torque.b = body;
  torque.moment.text = moment;
  return makeForce("T", torque);
}
ForceElement makeLoad(const std::string& body, const std::string& fx, const std::string& fy, Point at = {}) {
  Load load;
  load.b = body;
  load.atB = std::move(at);
  load.fx.text = fx;
  load.fy.text = fy;
  return makeForce("F", load);
}

// A body that turns about its centre of mass, with its mass and inertia, without gravity.
Mechanism makeWheel(double mass, double inertia, double omega, const JointFriction& friction) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("w", mass, inertia)};
  m.bodies[0].velocity.omega = omega;
  m.joints = {makeJoint("O", Revolute{}, "frame", "w")};
  m.joints[0].friction = friction;
  setTimes(m, 3);
  return m;
}

// A slider of 2 kg on an axis, its centre of mass in the joint.
Mechanism makeSlider(double axis, const JointFriction& friction) {
  Mechanism m;
  Prismatic guide;
  guide.axis = axis;
  m.bodies = {makeBody("s", 2, 0.1)};
  m.joints = {makeJoint("G", guide, "frame", "s")};
  m.joints[0].friction = friction;
  setTimes(m, 1);
  return m;
}

std::vector<Receipt> listOf(const FinishedRun& r, EventKind kind) {
  std::vector<Receipt> found;
  for (const Receipt& receipt : r.trajectory.events())
    if (receipt.kind == kind) found.push_back(receipt);
  return found;
}

void expectClosedLedger(const FinishedRun& r, double tolerance = 1e-8) {
  EXPECT_LT(r.summary.largestResidual, tolerance);
}

// Energy between two turning points: m g l (cos b - cos a) = M (a + b), and for small angles a - b = 2 M/(m g
// l). It stops at the first turning point inside the dead band, m g l sin <= M.
TEST(JointFriction, APendulumLosesTheSameAngleInEachSwing) {
  constexpr double mass = 2, length = 0.5, moment = 0.25, start = 0.2, weight = mass * kG * length;
  Mechanism m;
  m.bodies = {makeBody("p", mass, 0.02, {0, 0, start - kPi / 2, {}}, {length, 0.0})};
  m.joints = {makeJoint("O", Revolute{}, "frame", "p")};
  m.joints[0].friction = makeConstant(moment);
  setTimes(m, 12);
  const FinishedRun r = run(m);
  double amplitude = start;
  int swings = 0;
  while (weight * std::sin(amplitude) > moment) {
    double next = amplitude - 2 * moment / weight;
    for (int i = 0; i < 50; ++i)
      next -= (weight * (std::cos(next) - std::cos(amplitude)) - moment * (amplitude + next)) /
              (-weight * std::sin(next) - moment);
    EXPECT_NEAR(amplitude - next, 2 * moment / weight, 5e-4) << "for small angles";
    ASSERT_LT(swings, static_cast<int>(r.trajectory.events().size()));
    const auto row = r.trajectory.row(r.trajectory.sampleAfterEvent(static_cast<std::size_t>(swings)));
    const double side = ++swings % 2 == 0 ? 1 : -1;
    EXPECT_NEAR(side * (r.value(row, "p.angle") + kPi / 2), next, 1e-8) << swings;
    amplitude = next;
  }
  EXPECT_EQ(r.summary.events, swings);
  EXPECT_EQ(r.trajectory.events().back().kind, EventKind::stick);
  EXPECT_EQ(r.last("O.sticks"), 1);
  EXPECT_NEAR(std::abs(r.last("p.angle") + kPi / 2), std::abs(amplitude), 1e-8)
      << "it stays where it has stopped";
  EXPECT_NEAR(r.last("energy.friction"), weight * (std::cos(amplitude) - std::cos(start)), 1e-8);
  expectClosedLedger(r);
}

// t = I w/M, and with a viscous part t = (I/c) ln(1 + c w/M).
TEST(JointFriction, AFlywheelSpinsDown) {
  constexpr double inertia = 0.3, omega = 8, moment = 1.2, viscous = 0.4;
  JointFriction friction = makeConstant(moment);
  FinishedRun r = run(makeWheel(5, inertia, omega, friction));
  ASSERT_EQ(r.summary.events, 1);
  EXPECT_EQ(r.trajectory.events()[0].kind, EventKind::stick);
  EXPECT_EQ(r.trajectory.events()[0].element, "O");
  EXPECT_NEAR(r.trajectory.events()[0].t, inertia * omega / moment, 1e-9);
  EXPECT_NEAR(r.last("w.angle"), 0.5 * inertia * omega * omega / moment, 1e-9);
  EXPECT_NEAR(r.last("energy.friction"), 0.5 * inertia * omega * omega, 1e-9);
  friction.viscous = viscous;
  r = run(makeWheel(5, inertia, omega, friction));
  ASSERT_EQ(r.summary.events, 1);
  EXPECT_NEAR(r.trajectory.events()[0].t, inertia / viscous * std::log(1 + viscous * omega / moment), 1e-9);
  expectClosedLedger(r);
}

// Viscous friction alone never stops it: w exp(-c t/I), and nothing happens.
TEST(JointFriction, ViscousFrictionAloneHasNoEvents) {
  JointFriction friction;
  friction.viscous = 0.4;
  const FinishedRun r = run(makeWheel(5, 0.3, 8, friction));
  EXPECT_EQ(r.summary.events, 0);
  EXPECT_NEAR(r.last("w.omega"), 8 * std::exp(-0.4 * 3 / 0.3), 1e-9);
}

// M = mu r R, R from weight and a load across it.
TEST(JointFriction, APinUnderLoadRubsWithItsReaction) {
  constexpr double inertia = 0.3, omega = 4, mu = 0.2, radius = 0.05, load = 60;
  Mechanism m = makeWheel(5, inertia, omega, makeCoulomb(mu, radius));
  m.gravity = {0.0, -kG};
  m.forces = {makeLoad("w", std::to_string(load), "0")};
  const double reaction = std::hypot(5 * kG, load), moment = mu * radius * reaction;
  m.simulation.duration = 1;
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("w.omega"), omega - moment / inertia, 1e-9);
  EXPECT_NEAR(r.last("O.friction_moment"), -moment, 1e-9);
  EXPECT_NEAR(r.last("O.moment"), -moment, 1e-9) << "it is part of what b feels";
  EXPECT_NEAR(r.last("O.friction_loss"), moment * r.last("w.omega"), 1e-9);
  expectClosedLedger(r);
}

// A pendulum on a rough pin: the reaction and the friction on it depend on each other. Against one written
// with the moment as an expression of its own closed form: with the radial and tangential reactions N and T,
// J_O a = -m g l sin - M, T = m (l a + g sin), N = m (l w^2 + g cos), M = mu r hypot(N, T) solved for M.
TEST(JointFriction, ReactionAndFrictionOfAPendulumAgree) {
  constexpr double mass = 2, length = 0.5, inertia = 0.02, k = 0.06, pole = inertia + mass * length * length;
  Mechanism m;
  m.bodies = {makeBody("p", mass, inertia, {0, 0, 1 - kPi / 2, {}}, {length, 0.0})};
  m.bodies[0].velocity.omega = 2;
  m.joints = {makeJoint("O", Revolute{}, "frame", "p")};
  m.joints[0].friction = makeCoulomb(0.6, 0.1);
  setTimes(m, 0.1);
  const FinishedRun r = run(m);
  for (std::size_t s = 0; s < r.trajectory.sampleCount(); ++s) {
    const auto row = r.trajectory.row(s);
    const double angle = r.value(row, "p.angle") + kPi / 2, omega = r.value(row, "p.omega");
    ASSERT_GT(omega, 0);
    const double friction = -r.value(row, "O.friction_moment");
    const double alpha = (-mass * kG * length * std::sin(angle) - friction) / pole;
    const double N = mass * (length * omega * omega + kG * std::cos(angle)),
                 T = mass * (length * alpha + kG * std::sin(angle));
    EXPECT_NEAR(friction, k * std::hypot(N, T), 1e-10);
    EXPECT_NEAR(r.value(row, "p.alpha"), alpha, 1e-10);
  }
  expectClosedLedger(r);
}

// It sticks below the angle of friction and slides with g (sin - mu cos) above.
TEST(JointFriction, ASliderOnAnInclineSticksOrSlides) {
  constexpr double mu = 0.4;
  const double steep = std::atan(mu) + 0.02, flat = std::atan(mu) - 0.02;
  const FinishedRun rests = run(makeSlider(flat, makeCoulomb(mu)));
  EXPECT_EQ(rests.summary.events, 0);
  EXPECT_NEAR(rests.last("G.travel"), 0, 1e-12);
  EXPECT_NEAR(rests.last("G.friction_force"), 2 * kG * std::sin(flat), 1e-10);
  const FinishedRun slides = run(makeSlider(steep, makeCoulomb(mu)));
  EXPECT_EQ(slides.summary.events, 0);
  EXPECT_NEAR(slides.last("G.travel"), -0.5 * kG * (std::sin(steep) - mu * std::cos(steep)), 1e-9);
  expectClosedLedger(slides);
}

// A slot rubs alike.
TEST(JointFriction, APinInASlotSticksOrSlides) {
  constexpr double mu = 0.4;
  for (const double beyond : {-0.02, 0.02}) {
    const double angle = std::atan(mu) + beyond;
    Mechanism m = makeSlider(angle, makeCoulomb(mu));
    Slot slot;
    slot.axis = angle;
    m.joints[0].kind = slot;
    const FinishedRun r = run(m);
    const double way = 0.5 * kG * (std::sin(angle) - mu * std::cos(angle));
    EXPECT_NEAR(r.last("G.travel"), beyond < 0 ? 0 : -way, 1e-9);
  }
}

// A pull F at the arm d beside a guide of length L is held by the edges with 2 F d/L: it locks itself for
// every F where 2 mu d >= L, and moves with F (1 - 2 mu d/L) otherwise.
TEST(JointFriction, ATiltingSliderLocksItself) {
  constexpr double mu = 0.25, length = 0.1, ratio = length / (2 * mu);
  for (const double arm : {0.95 * ratio, 1.05 * ratio}) {
    JointFriction friction = makeCoulomb(mu);
    friction.guideLength = length;
    Mechanism m = makeSlider(0, friction);
    m.gravity = {0.0, 0.0};
    m.forces = {makeLoad("s", "1000*t", "0", {0.0, arm})};
    const FinishedRun r = run(m);
    const double lever = 1 - 2 * mu * arm / length;
    EXPECT_NEAR(r.last("G.travel"), std::max(0.0, 1000 * lever / (2 * 6)), 1e-7) << arm;
    EXPECT_EQ(r.last("G.sticks"), lever < 0 ? 1 : 0);
  }
}

// A rod in a bush of the frame: a load F across its end at the distance s from the bush presses the edges
// with 2 F s/L.
TEST(JointFriction, ABushFeelsALoadBesideIt) {
  JointFriction friction = makeCoulomb(0.1);
  friction.guideLength = 0.05;
  friction.guide = GuidePart::a;
  Mechanism m = makeSlider(0, friction);
  m.gravity = {0.0, 0.0};
  m.bodies[0].pose.x = 0.3;
  m.forces = {makeLoad("s", "-100", "40")};
  const FinishedRun start = run(m);
  const auto row = start.trajectory.row(0);
  EXPECT_NEAR(start.value(row, "G.friction_force"), 0.1 * 2 * 40 * 0.3 / 0.05, 1e-9);
  EXPECT_NEAR(start.value(row, "s.ax"), (-100 + 48) / 2.0, 1e-9);
}

// A mass far beside its short guide: what its inertia does to the guide grows faster with the friction than
// the friction is meant to be. No sliding obeys the law.
TEST(JointFriction, SelfLockingInMotionHasAMessageOfItsOwn) {
  JointFriction friction = makeCoulomb(0.5);
  friction.guideLength = 0.1;
  Mechanism m = makeSlider(0, friction);
  m.bodies[0].center = {0.0, 0.2};
  m.bodies[0].velocity.vx = 1;
  const auto simulator = Simulator::create(m);
  ASSERT_FALSE(simulator);
  EXPECT_EQ(simulator.error().front().where, "/joints/0/friction");
  EXPECT_NE(simulator.error().front().what.find("joint G locks itself"), std::string::npos)
      << describe(simulator.error());
}

// A mass M rises above a guide of mass m that slides: friction mu (M + m) g brakes it, and its moment about
// the guide comes to where the edges feel more than the weight: 2 mu h M/(M + m) = L. From there the friction
// would feed itself.
TEST(JointFriction, SelfLockingOnTheWayEndsTheRunWithItsMessage) {
  constexpr double mu = 0.5, length = 0.1;
  JointFriction friction = makeCoulomb(mu);
  friction.guideLength = length;
  Mechanism m = makeSlider(0, friction);
  m.bodies[0].velocity.vx = 5;
  Prismatic up;
  up.axis = kPi / 2;
  m.bodies.push_back(makeBody("mass", 20, 0.1));
  m.bodies[1].velocity.vx = 5;
  m.joints.push_back(makeJoint("U", up, "s", "mass"));
  Drive drive;
  drive.id = "D";
  drive.joint = "U";
  drive.kind = ConstantSpeed{{}, 0.2};
  m.drives = {drive};
  auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator) << describe(simulator.error());
  Trajectory trajectory(simulator->channels());
  const RunSummary summary = simulator->run(trajectory);
  EXPECT_EQ(summary.end, RunSummary::End::failed);
  EXPECT_NEAR(summary.t, length / (2 * mu * 20 / 22.0) / 0.2, 1e-3);
  ASSERT_FALSE(summary.problems.empty());
  EXPECT_NE(summary.problems.back().what.find("joint G locks itself"), std::string::npos)
      << describe(summary.problems);
}

// A block on a belt, here pulled by a spring whose end moves with V: with D = (F_s - F_k)/k and w^2 = k/m it
// sticks for 2 D/V and slips for (2/w) (pi - atan(w D/V)).
TEST(JointFriction, ASpringPullsABlockInSticksAndSlips) {
  constexpr double speed = 0.1, stiffness = 50, mus = 0.5, muk = 0.3, mass = 2;
  JointFriction friction = makeCoulomb(muk);
  friction.staticCoefficient = mus;
  Mechanism m = makeSlider(0, friction);
  Prismatic guide;
  m.bodies.push_back(makeBody("puller", 1, 0.1, {1.0, 0.0, 0.0, {}}));
  m.joints.push_back(makeJoint("P", guide, "frame", "puller"));
  Drive drive;
  drive.id = "D";
  drive.joint = "P";
  drive.kind = ConstantSpeed{{}, speed};
  m.drives = {drive};
  Spring spring;
  spring.a = "s";
  spring.b = "puller";
  spring.stiffness = stiffness;
  spring.freeLength = 1;
  m.forces = {makeForce("S", spring)};
  setTimes(m, 12);
  const FinishedRun r = run(m);
  const double D = (mus - muk) * mass * kG / stiffness, w = std::sqrt(stiffness / mass);
  const double sticks = 2 * D / speed, slips = 2 / w * (kPi - std::atan(w * D / speed));
  const auto begins = listOf(r, EventKind::slip), ends = listOf(r, EventKind::stick);
  ASSERT_GT(begins.size(), 3U);
  EXPECT_NEAR(begins[0].t, mus * mass * kG / stiffness / speed, 1e-7);
  for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
    EXPECT_NEAR(ends[i].t - begins[i].t, slips, 1e-7) << i;
    EXPECT_NEAR(begins[i + 1].t - ends[i].t, sticks, 1e-6) << i;
  }
  expectClosedLedger(r, 1e-7);
}

Mechanism makePlainParallelogram(double moment, double rise) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("crank", 1, 0.01, {0, 0, kPi / 2, {}}, {0.1, 0.0}),
              makeBody("rod", 1, 0.02, {0, 0.2, 0, {}}, {0.25, 0.0}),
              makeBody("rocker", 1, 0.01, {0.5, 0, kPi / 2, {}}, {0.1, 0.0})};
  m.joints = {makeJoint("A", Revolute{}, "frame", "crank"),
              makeJoint("B", Revolute{}, "crank", "rod", {0.2, 0.0}),
              makeJoint("C", Revolute{}, "rod", "rocker", {0.5, 0.0}, {0.2, 0.0}),
              makeJoint("D", Revolute{}, "frame", "rocker", {0.5, 0.0})};
  for (Joint& joint : m.joints) joint.friction = makeConstant(moment);
  m.forces = {makeTorque("crank", std::to_string(rise) + "*t")};
  setTimes(m, 0.6);
  return m;
}

// Four pins of a parallelogram at rest hold the crank together: each turns as much as the crank, so they give
// way at four times the moment of one, all at once. Before, no pin holds more than
// it can.
TEST(JointFriction, TheJointsOfALoopHoldTogether) {
  constexpr double moment = 0.5, rise = 4;
  const FinishedRun r = run(makePlainParallelogram(moment, rise));
  const auto begins = listOf(r, EventKind::slip);
  ASSERT_EQ(begins.size(), 4U);
  for (const Receipt& receipt : begins) EXPECT_NEAR(receipt.t, 4 * moment / rise, 1e-9) << receipt.element;
  const auto row = r.trajectory.row(20);
  const double t = r.value(row, "t");
  ASSERT_LT(t, 0.4);
  double power = 0;  // for a unit rate of the crank
  for (const auto& [joint, rate] : {std::pair("A", 1), {"B", -1}, {"C", 1}, {"D", 1}}) {
    const double held = r.value(row, std::string(joint) + ".friction_moment");
    EXPECT_LE(std::abs(held), moment + 1e-9) << joint;
    power += rate * held;
  }
  EXPECT_NEAR(power, -rise * t, 1e-9);
  expectClosedLedger(r);
}

// A carriage that rubs on its rail holds a block on the floor: 3 N and mu m g give way together.
TEST(JointFriction, AJointAndAContactHoldTogether) {
  constexpr double mu = 0.5, constant = 3, rise = 10;
  Prismatic up;
  up.axis = kPi / 2;
  Mechanism m;
  m.bodies = {makeBody("s", 2, 0.1), makeBody("c", 1, 0.1)};
  m.joints = {makeJoint("G", Prismatic{}, "frame", "s"), makeJoint("U", up, "s", "c")};
  m.joints[0].friction = makeConstant(constant);
  m.contacts = {makeContact("k", "c", makeFloor(0), 0, mu)};
  m.forces = {makeLoad("c", std::to_string(rise) + "*t", "0")};
  setTimes(m, 1);
  const FinishedRun r = run(m);
  const auto begins = listOf(r, EventKind::slip);
  ASSERT_EQ(begins.size(), 2U);
  const double hold = constant + mu * kG;
  for (const Receipt& receipt : begins) EXPECT_NEAR(receipt.t, hold / rise, 1e-9) << receipt.element;
  EXPECT_NEAR(r.last("s.vx"), rise * std::pow(1 - hold / rise, 2) / 2 / 3, 1e-8);
  expectClosedLedger(r);
}

Mechanism makeRoughFourBar() {
  Mechanism m;
  m.bodies = {makeBody("crank", 1, 0.01, {0, 0, 1.0, {}}, {0.1, 0.0}),
              makeBody("rod", 2, 0.05, {0.2 * std::cos(1.0), 0.2 * std::sin(1.0), 0.3, {}}, {0.3, 0.0}),
              makeBody("rocker", 1, 0.02, {0.6, 0, 1.5, {}}, {0.2, 0.0})};
  m.joints = {makeJoint("A", Revolute{}, "frame", "crank"),
              makeJoint("B", Revolute{}, "crank", "rod", {0.2, 0.0}),
              makeJoint("C", Revolute{}, "rod", "rocker", {0.6, 0.0}, {0.4, 0.0}),
              makeJoint("D", Revolute{}, "frame", "rocker", {0.6, 0.0})};
  for (Joint& joint : m.joints) joint.friction = makeCoulomb(0.3, 0.02);
  return m;
}

// A four-bar with rough pins runs down: what it loses is friction, and it stays where it has stopped.
TEST(JointFriction, AFourBarWithRoughPinsRunsDown) {
  Mechanism m = makeRoughFourBar();
  m.bodies[0].velocity.omega = 15;
  setTimes(m, 6);
  const FinishedRun r = run(m);
  EXPECT_LT(std::abs(r.last("crank.omega")), 1e-9);
  for (const char* joint : {"A", "B", "C", "D"})
    EXPECT_EQ(r.last(std::string(joint) + ".sticks"), 1) << joint;
  double before = INFINITY;
  for (std::size_t s = 0; s < r.trajectory.sampleCount(); ++s) {
    const auto row = r.trajectory.row(s);
    const double energy = r.value(row, "energy.kinetic") + r.value(row, "energy.gravity");
    EXPECT_LE(energy, before + 1e-8);
    before = energy;
  }
  EXPECT_GT(r.last("energy.friction"), 1);
  expectClosedLedger(r, 1e-7);
}

// A joint that is released from its lock rubs from then on: with T > M it turns with (T - M)/I, with T < M it
// stays.
TEST(JointFriction, AMetamorphicJointRubsWhereItsCoordinateIsFree) {
  constexpr double inertia = 0.3, moment = 1.2, opens = 0.25;
  for (const double torque : {0.9, 2.1}) {
    Mechanism m = makeWheel(5, inertia, 0, makeConstant(moment));
    Metamorphic metamorphic;
    metamorphic.phases.resize(2);
    metamorphic.phases[0].id = "locked";
    metamorphic.phases[0].locked = true;
    metamorphic.phases[1].id = "free";
    PhaseChange change;
    change.from = "locked";
    change.to = "free";
    TimeGuard guard;
    guard.at = opens;
    change.guard = guard;
    metamorphic.changes = {change};
    m.joints[0].metamorphic = metamorphic;
    m.forces = {makeTorque("w", std::to_string(torque))};
    setTimes(m, 1);
    const FinishedRun r = run(m);
    EXPECT_NEAR(r.last("w.omega"), std::max(0.0, torque - moment) / inertia * (1 - opens), 1e-9);
    EXPECT_EQ(r.last("O.sticks"), torque < moment ? 1 : 0);
    expectClosedLedger(r);
  }
}

// A motor lifts an arm and lets it down at constant speed: the joint takes m g l cos, the motor gives that
// over eta on the way up and gets eta of it on the way down; friction in the bearing comes on top.
TEST(JointFriction, AGearboxLosesInBothDirections) {
  constexpr double mass = 2, length = 0.5, eta = 0.8, moment = 0.3, speed = 2;
  Mechanism m;
  m.bodies = {makeBody("arm", mass, 0.02, {}, {length, 0.0})};
  m.bodies[0].velocity.omega = speed;
  m.joints = {makeJoint("O", Revolute{}, "frame", "arm")};
  m.joints[0].friction = makeConstant(moment);
  Drive drive;
  drive.id = "D";
  drive.joint = "O";
  drive.kind = ConstantSpeed{{}, speed};
  drive.efficiency = eta;
  m.drives = {drive};
  setTimes(m, kPi / speed);
  const FinishedRun r = run(m);
  EXPECT_EQ(r.summary.events, 0);
  for (std::size_t s = 0; s < r.trajectory.sampleCount(); ++s) {
    const auto row = r.trajectory.row(s);
    const double needs = mass * kG * length * std::cos(r.value(row, "arm.angle")) + moment;
    EXPECT_NEAR(r.value(row, "D.moment"), needs, 1e-8);
    EXPECT_NEAR(r.value(row, "D.motor_moment"), needs > 0 ? needs / eta : needs * eta, 1e-8);
  }
  // Up to where the joint gives back, cos = -M/(m g l), and from there.
  const double weight = mass * kG * length, turn = std::acos(-moment / weight);
  const double up = weight * std::sin(turn) + moment * turn, down = up - moment * kPi;
  EXPECT_NEAR(r.last("energy.work"), up / eta - down * eta, 1e-7);
  EXPECT_NEAR(r.last("energy.friction"), moment * kPi + up * (1 / eta - 1) + down * (1 - eta), 1e-7);
  expectClosedLedger(r);
}

// A drive that rests at first: pins of a driven linkage rest with it, without rows, and are moved by it.
TEST(JointFriction, PinsOfADrivenLinkageRestWhileItsDriveDoes) {
  Mechanism m = makeRoughFourBar();
  Drive drive;
  drive.id = "M";
  drive.joint = "A";
  Polynomial345 stroke;
  stroke.rise = 3;
  stroke.begin = 0.2;
  stroke.duration = 0.5;
  drive.kind = stroke;
  m.drives = {drive};
  setTimes(m, 1);
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("A.angle"), 4, 1e-9);
  for (const char* joint : {"B", "C", "D"}) EXPECT_EQ(r.last(std::string(joint) + ".sticks"), 1) << joint;
  EXPECT_GT(r.last("energy.friction"), 0.1);
  EXPECT_LT(r.summary.events, 20);
  expectClosedLedger(r, 1e-7);
}

// A rod on a rough pin meets a floor at the distance d from the pin. Its momenta with the impulse dP of the
// floor and dL of the pin: I dw = d dP + dQ, m c dw = dP + dL, and the pin rubs with |dQ| = k |dL|, against
// w: forth in compression and back in expansion. So l = dw/dP is (d +- k s)/(I +- k s m c), s = sign(1 - m c
// l).
struct RoughBlow {
  double compression = 0, expansion = 0;  // l
  double loss = 0;
};
class RodOnARoughPin : public ::testing::TestWithParam<double> {
 protected:
  static constexpr double mass = 2, centre = 0.3, own = 0.05, k = 0.25 * 0.1, speed = 3;
  static constexpr double pole = own + mass * centre * centre;
  double d = GetParam();
  double side = mass * centre * d / pole < 1 ? 1 : -1;
  double forth = (d + k * side) / (pole + k * side * mass * centre);
  double back = (d - k * side) / (pole - k * side * mass * centre);

  FinishedRun strike(double e, ContactLaw law) const {
    Mechanism m;
    m.gravity = {0.0, 0.0};
    m.bodies = {makeBody("p", mass, own, {0, 0, 0.3, {}}, {centre, 0.0})};
    m.bodies[0].velocity.omega = -speed;
    m.joints = {makeJoint("O", Revolute{}, "frame", "p")};
    m.joints[0].friction = makeCoulomb(0.25, 0.1);
    m.joints[0].friction->staticCoefficient = 0.25;
    m.contacts = {makeContact("k", "p", makeFloor(0), e)};
    m.contacts[0].atB = {d, 0.0};
    m.contacts[0].law = law;
    setTimes(m, 0.5);
    return run(m);
  }
};

TEST_P(RodOnARoughPin, StopsWithFrictionForth) {
  const FinishedRun r = strike(0, ContactLaw::newton);
  const auto hits = listOf(r, EventKind::impact);  // nothing presses it on afterwards
  ASSERT_EQ(hits.size(), 1U);
  const double before = -hits[0].normalVelocityBefore / d;
  EXPECT_NEAR(hits[0].impulse, before / forth, 1e-9);
  EXPECT_NEAR(r.last("p.omega"), 0, 1e-12);
  EXPECT_NE(hits[0].note.find("joints rub"), std::string::npos) << hits[0].note;
  expectClosedLedger(r);
}

TEST_P(RodOnARoughPin, NewtonGivesTheSpeedBack) {
  constexpr double e = 0.6;
  const FinishedRun r = strike(e, ContactLaw::newton);
  const auto hits = listOf(r, EventKind::impact);
  ASSERT_EQ(hits.size(), 1U);
  const double before = -hits[0].normalVelocityBefore / d;
  EXPECT_NEAR(hits[0].normalVelocityAfter, e * before * d, 1e-10);
  EXPECT_NEAR(hits[0].impulse, before / forth + e * before / back, 1e-9);
  expectClosedLedger(r);
}

// The rebound is less than e by back/forth.
TEST_P(RodOnARoughPin, PoissonGivesTheImpulseBack) {
  constexpr double e = 0.6;
  const FinishedRun r = strike(e, ContactLaw::poisson);
  const auto hits = listOf(r, EventKind::impact);
  ASSERT_EQ(hits.size(), 1U);
  const double before = -hits[0].normalVelocityBefore / d;
  EXPECT_NEAR(hits[0].impulse, (1 + e) * before / forth, 1e-9);
  EXPECT_NEAR(hits[0].normalVelocityAfter, e * before * d * back / forth, 1e-9);
  EXPECT_LT(back, forth);
  expectClosedLedger(r);
}

// Short of the centre of percussion, and beyond it.
INSTANTIATE_TEST_SUITE_P(JointFriction, RodOnARoughPin, ::testing::Values(0.25, 0.8));

// Two bars on a rough pin fall freely: nothing loads the pin, its friction is nothing, and it stays as it is.
// Their reactions are rounding error, from which no event may follow.
TEST(JointFriction, BarsThatFallTogetherDoNotRub) {
  for (const double constant : {0.0, 0.05}) {
    Mechanism m;
    m.bodies = {makeBody("a", 1, 0.01), makeBody("b", 1, 0.01, {0.2, 0, 0, {}})};
    m.joints = {makeJoint("J", Revolute{}, "a", "b", {0.1, 0.0}, {-0.1, 0.0})};
    m.joints[0].friction = makeCoulomb(0.3, 0.02);
    m.joints[0].friction->constant = constant;
    setTimes(m, 2);
    const FinishedRun r = run(m);
    EXPECT_EQ(r.summary.events, 0) << constant;
    EXPECT_NEAR(r.last("b.y"), -kG * 2 * 2 / 2, 1e-8);
    EXPECT_NEAR(r.last("J.angle"), 0, 1e-9);
  }
}

// The same in steps of time.
Mechanism takeSteps(Mechanism m, double step) {
  m.simulation.integrator = IntegratorKind::moreauJean;
  m.simulation.timeStep = step;
  return m;
}
double findFirst(const FinishedRun& r, EventKind kind) {
  const auto found = listOf(r, kind);
  return found.empty() ? NAN : found.front().t;
}

// t = I w/M, met by both integrators; a step is exact but for the one in which the disc comes to rest.
TEST(JointFrictionInSteps, AFlywheelStopsWhenEventsSaySo) {
  constexpr double inertia = 0.3, omega = 8, moment = 1.2;
  const Mechanism m = makeWheel(5, inertia, omega, makeConstant(moment));
  const double events = findFirst(run(m), EventKind::stick);
  EXPECT_NEAR(events, inertia * omega / moment, 1e-9);
  for (const double step : {0.0037, 0.0009}) {
    const FinishedRun r = run(takeSteps(m, step));
    const auto sticks = listOf(r, EventKind::stick);
    ASSERT_EQ(r.summary.events, 1);
    EXPECT_EQ(sticks[0].element, "O");
    EXPECT_NEAR(sticks[0].t, events, step);
    EXPECT_NEAR(r.last("w.angle"), 0.5 * inertia * omega * omega / moment, omega * step * step / 2 + 1e-12);
    EXPECT_NEAR(r.last("energy.friction"), 0.5 * inertia * omega * omega, 1e-10);
    EXPECT_EQ(r.last("O.sticks"), 1);
    EXPECT_NEAR(r.last("O.friction_moment"), 0, 1e-12);
    expectClosedLedger(r, 1e-10);
  }
}

// M = mu r R is exact in a step where R does not change; at rest it is what holds, up to the static bound.
TEST(JointFrictionInSteps, APinUnderLoadRubsWithItsReaction) {
  constexpr double inertia = 0.3, omega = 4, mu = 0.2, radius = 0.05, load = 60;
  Mechanism m = makeWheel(5, inertia, omega, makeCoulomb(mu, radius));
  m.gravity = {0.0, -kG};
  m.forces = {makeLoad("w", std::to_string(load), "0")};
  m.simulation.duration = 1;
  const double moment = mu * radius * std::hypot(5 * kG, load);
  const FinishedRun r = run(takeSteps(m, 0.01));
  EXPECT_NEAR(r.last("w.omega"), omega - moment / inertia, 1e-9);
  EXPECT_NEAR(r.last("O.friction_moment"), -moment, 1e-8);
  EXPECT_NEAR(r.last("O.moment"), -moment, 1e-8);
  EXPECT_NEAR(r.last("O.friction_loss"), moment * r.last("w.omega"), 1e-7);
  expectClosedLedger(r, 1e-8);
}

// w exp(-c t/I): the mean of the speeds in a step makes it second order.
TEST(JointFrictionInSteps, ViscousFrictionIsOfSecondOrder) {
  JointFriction friction;
  friction.viscous = 0.4;
  const auto calcError = [&](double step) {
    const FinishedRun r = run(takeSteps(makeWheel(5, 0.3, 8, friction), step));
    EXPECT_EQ(r.summary.events, 0);
    EXPECT_NEAR(r.last("O.friction_moment"), -0.4 * r.last("w.omega"), 0.4 * 8 * step);
    return std::abs(r.last("w.omega") - 8 * std::exp(-0.4 * 3 / 0.3));
  };
  EXPECT_NEAR(calcError(0.02) / calcError(0.01), 4, 0.3);
}

TEST(JointFrictionInSteps, ASliderOnAnInclineSticksOrSlides) {
  constexpr double mu = 0.4;
  const double steep = std::atan(mu) + 0.02, flat = std::atan(mu) - 0.02;
  const FinishedRun rests = run(takeSteps(makeSlider(flat, makeCoulomb(mu)), 0.001));
  EXPECT_EQ(rests.summary.events, 0);
  EXPECT_NEAR(rests.last("G.travel"), 0, 1e-12);
  EXPECT_EQ(rests.last("G.sticks"), 1);
  EXPECT_NEAR(rests.last("G.friction_force"), 2 * kG * std::sin(flat), 1e-7);
  const FinishedRun slides = run(takeSteps(makeSlider(steep, makeCoulomb(mu)), 0.001));
  EXPECT_NEAR(slides.last("G.travel"), -0.5 * kG * (std::sin(steep) - mu * std::cos(steep)), 1e-6);
  expectClosedLedger(slides, 1e-8);
}

// Beyond the lever at which a guide locks itself the bound grows with the pull: iteration has to end in rest.
TEST(JointFrictionInSteps, ATiltingSliderLocksItself) {
  constexpr double mu = 0.25, length = 0.1, ratio = length / (2 * mu);
  for (const double arm : {0.95 * ratio, 1.05 * ratio}) {
    JointFriction friction = makeCoulomb(mu);
    friction.guideLength = length;
    Mechanism m = makeSlider(0, friction);
    m.gravity = {0.0, 0.0};
    m.forces = {makeLoad("s", "1000*t", "0", {0.0, arm})};
    const FinishedRun r = run(takeSteps(m, 0.0005));
    const double lever = 1 - 2 * mu * arm / length;
    EXPECT_NEAR(r.last("G.travel"), std::max(0.0, 1000 * lever / (2 * 6)), 1e-4) << arm;
    EXPECT_EQ(r.last("G.sticks"), lever < 0 ? 1 : 0) << arm;
  }
}

// A slip counts from a hundredth of the speed that the bodies gain in a step, F h with no friction. Under a
// force that rises it is (rise/2) t^2 after the bound is passed: so much later it is told, and a step.
double calcLateness(double force, double rise, double step) {
  return std::sqrt(0.02 * force * step / rise) + 2 * step;
}

// Static friction holds up to its own bound, kinetic friction pulls from there: with T = rise t it begins to
// turn at M_0/rise, and then w = (rise t^2/2 - M t)/I from there.
TEST(JointFrictionInSteps, BreaksAwayAtTheStaticBound) {
  constexpr double inertia = 0.3, moment = 0.5, atRest = 0.8, rise = 2;
  JointFriction friction = makeConstant(moment);
  friction.staticConstant = atRest;
  Mechanism m = makeWheel(5, inertia, 0, friction);
  m.forces = {makeTorque("w", std::to_string(rise) + "*t")};
  setTimes(m, 1);
  const FinishedRun r = run(takeSteps(m, 0.001));
  const double t = findFirst(r, EventKind::slip), begins = atRest / rise;
  EXPECT_NEAR(t, begins, calcLateness(atRest, rise, 0.001));
  EXPECT_NEAR(r.last("w.omega"), (rise * (1 - begins * begins) / 2 - moment * (1 - begins)) / inertia, 0.01);
  const FinishedRun events = run(m);
  EXPECT_NEAR(findFirst(events, EventKind::slip), begins, 1e-9);
}

// Pins of a loop, whose reactions and friction depend on each other, against the events.
TEST(JointFrictionInSteps, AFourBarWithRoughPinsConverges) {
  Mechanism m = makeRoughFourBar();
  m.bodies[0].velocity.omega = 15;
  setTimes(m, 0.1);
  const FinishedRun events = run(m);
  const auto calcError = [&](double step) {
    const FinishedRun r = run(takeSteps(m, step));
    EXPECT_LT(r.summary.largestResidual, 2 * step);
    return std::abs(r.last("energy.friction") - events.last("energy.friction"));
  };
  const double coarse = calcError(0.001), fine = calcError(0.00025);
  EXPECT_LT(fine, coarse / 3);
  EXPECT_LT(fine, 0.002 * events.last("energy.friction"));
  setTimes(m, 6);
  const FinishedRun rests = run(takeSteps(m, 0.001));
  EXPECT_LT(std::abs(rests.last("crank.omega")), 1e-5);
  for (const char* joint : {"A", "B", "C", "D"})
    EXPECT_EQ(rests.last(std::string(joint) + ".sticks"), 1) << joint;
}

TEST(JointFrictionInSteps, TheJointsOfALoopHoldTogether) {
  constexpr double moment = 0.5, rise = 4, step = 0.0005;
  const FinishedRun r = run(takeSteps(makePlainParallelogram(moment, rise), step));
  const auto begins = listOf(r, EventKind::slip);
  ASSERT_EQ(begins.size(), 4U);
  for (const Receipt& receipt : begins)
    EXPECT_NEAR(receipt.t, 4 * moment / rise, calcLateness(4 * moment, rise, step)) << receipt.element;
}

TEST(JointFrictionInSteps, AJointAndAContactHoldTogether) {
  constexpr double mu = 0.5, constant = 3, rise = 10, step = 0.0005;
  Prismatic up;
  up.axis = kPi / 2;
  Mechanism m;
  m.bodies = {makeBody("s", 2, 0.1), makeBody("c", 1, 0.1)};
  m.joints = {makeJoint("G", Prismatic{}, "frame", "s"), makeJoint("U", up, "s", "c")};
  m.joints[0].friction = makeConstant(constant);
  m.contacts = {makeContact("k", "c", makeFloor(0), 0, mu)};
  m.forces = {makeLoad("c", std::to_string(rise) + "*t", "0")};
  setTimes(m, 1);
  const FinishedRun r = run(takeSteps(m, step));
  const double hold = constant + mu * kG;
  const auto begins = listOf(r, EventKind::slip);
  ASSERT_EQ(begins.size(), 2U);
  for (const Receipt& receipt : begins)
    EXPECT_NEAR(receipt.t, hold / rise, calcLateness(hold + 3 * kG, rise, step)) << receipt.element;
  EXPECT_NEAR(r.last("s.vx"), rise * std::pow(1 - hold / rise, 2) / 2 / 3, 2e-3);
}

// A clamp that its hand has let go: all forces die away with the speed, and at last friction and what it
// would have to hold are rounding, of which nothing is to be told.
TEST(JointFriction, RestsWhereNothingLoadsIt) {
  Mechanism m = loadExample("linkages/toggle-clamp.clank", "before", {{"pad", "70 N/mm"}});
  m.joints[2].friction = makeCoulomb(0.1, 0.01);
  const FinishedRun r = run(m);
  EXPECT_LT(r.summary.events, 50);
  EXPECT_EQ(r.last("B.sticks"), 1);
  EXPECT_LT(r.last("energy.kinetic"), 1e-20);
}

// What a gearbox and the bearing of a driven joint take, as with events.
TEST(JointFrictionInSteps, AGearboxLosesInBothDirections) {
  constexpr double mass = 2, length = 0.5, eta = 0.8, moment = 0.3, speed = 2;
  Mechanism m;
  m.bodies = {makeBody("arm", mass, 0.02, {}, {length, 0.0})};
  m.bodies[0].velocity.omega = speed;
  m.joints = {makeJoint("O", Revolute{}, "frame", "arm")};
  m.joints[0].friction = makeConstant(moment);
  Drive drive;
  drive.id = "D";
  drive.joint = "O";
  drive.kind = ConstantSpeed{{}, speed};
  drive.efficiency = eta;
  m.drives = {drive};
  setTimes(m, kPi / speed);
  const FinishedRun r = run(takeSteps(m, 0.0005));
  EXPECT_EQ(r.summary.events, 0);
  const double weight = mass * kG * length, turn = std::acos(-moment / weight);
  const double up = weight * std::sin(turn) + moment * turn, down = up - moment * kPi;
  EXPECT_NEAR(r.last("energy.work"), up / eta - down * eta, 0.01);
  EXPECT_NEAR(r.last("energy.friction"), moment * kPi + up * (1 / eta - 1) + down * (1 - eta), 0.01);
  EXPECT_NEAR(r.last("O.friction_moment"), -moment, 1e-9);
  EXPECT_LT(r.summary.largestResidual, 1e-3);
}

}  // namespace
}  // namespace clank
