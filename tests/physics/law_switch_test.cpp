// SPDX-License-Identifier: GPL-3.0-or-later
// Laws that jump or bend against closed forms. A wheel of inertia kFlywheel turns about its centre, unless it
// is said otherwise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/math/cubic_spline.h"
#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

using std::numbers::pi;

constexpr double kFlywheel = 0.1;  // kg m2

Mechanism makeWheel(std::string moment, double omega, double duration) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("wheel", 1, kFlywheel)};
  m.bodies[0].velocity.omega = omega;
  m.joints = {makeJoint("O", Revolute{}, kFrame, "wheel")};
  m.forces = {makeForce("f", Torque{kFrame, "wheel", {std::move(moment)}})};
  m.simulation.duration = duration;
  m.simulation.outputInterval = 0.01;
  return m;
}

double runToSpeed(const std::string& moment, double duration) {
  const auto r = run(makeWheel(moment, 0, duration));
  EXPECT_LT(r.summary.largestResidual, 1e-9);
  return r.last("wheel.omega");
}

// The impulse of a moment of 1 N m for as long as it lasts, over kFlywheel.
TEST(LawOfTime, NoPulseIsTooShort) {
  EXPECT_NEAR(runToSpeed("(t>0.5 && t<0.5+0.0005) ? 1 : 0", 1), 0.0005 / kFlywheel, 1e-13);
  EXPECT_NEAR(runToSpeed("step(t - 0.3)*step(0.3 + 1e-7 - t)", 100), 1e-7 / kFlywheel, 1e-13);
  EXPECT_NEAR(runToSpeed("mod(t, 0.1) < 0.001 ? 1 : 0", 5), 50 * 0.001 / kFlywheel, 1e-11);
  EXPECT_NEAR(runToSpeed("floor(t)", 4.5), (1 + 2 + 3 + 4 * 0.5) / kFlywheel, 1e-11);
  EXPECT_NEAR(runToSpeed("sin(50*t) > 0.9999 ? 1 : 0", 5), 40 * 2 * std::acos(0.9999) / 50 / kFlywheel,
              1e-10);
  EXPECT_NEAR(runToSpeed("max(0, 1 - abs(t - 2)/0.001)", 4), 0.001 / kFlywheel, 1e-13);
  EXPECT_NEAR(runToSpeed("clamp(1000*(t - 1), 0, 1)", 2), (1 - 0.0005) / kFlywheel, 1e-11);
}

// One begins in the middle of another, and one at the start of the run.
TEST(LawOfTime, SwitchesAtOneInstant) {
  Mechanism m = makeWheel("t < 0.5 ? 1 : 0", 0, 1);
  m.forces.push_back(makeForce("g", Torque{kFrame, "wheel", {"t > 0.5 ? -2 : 0"}}));
  m.forces.push_back(makeForce("h", Torque{kFrame, "wheel", {"t > 0 ? 3 : 100"}}));
  EXPECT_NEAR(run(m).last("wheel.omega"), (0.5 - 1 + 3) / kFlywheel, 1e-12);
}

// Friction 0.3 N m stops the wheel after kFlywheel w/M, kFlywheel w^2/(2 M) further on, and it stays there.
TEST(FrictionAsLaw, ComesToRest) {
  for (const char* law : {"-0.3*sign(O.omega)", "O.omega > 0 ? -0.3 : 0.3", "0 > wheel.omega ? 0.3 : -0.3",
                          "0.3 - 0.6*step(O.omega)"}) {
    const auto r = run(makeWheel(law, 2, 5));
    EXPECT_NEAR(r.last("O.angle"), kFlywheel * 4 / 2 / 0.3, 1e-12) << law;
    EXPECT_NEAR(r.last("wheel.omega"), 0, 1e-12) << law;
    EXPECT_NEAR(r.last("f.moment"), 0, 1e-12) << law;
    EXPECT_LT(r.summary.steps, 20) << law;
  }
}

// Under 0.1 t it holds until 3 s; then kFlywheel w' = 0.1 (t - 3).
TEST(FrictionAsLaw, HoldsUpToItsBound) {
  const auto r = run(makeWheel("0.1*t - 0.3*sign(O.omega)", 0, 5));
  EXPECT_NEAR(r.last("wheel.omega"), 0.05 / kFlywheel * 4, 1e-11);
  EXPECT_NEAR(r.last("O.angle"), 0.05 / kFlywheel * 8 / 3, 1e-11);
  const auto row = r.trajectory.row(150);
  EXPECT_NEAR(r.value(row, "t"), 1.5, 1e-12);
  EXPECT_NEAR(r.value(row, "O.angle"), 0, 1e-14);
  EXPECT_NEAR(r.value(row, "f.moment"), 0, 1e-14) << "what holds is as much as what pulls";
}

// On a spring each half swing loses 2 M/k of the amplitude: 2.9, -2.3, 1.7, -1.1, 0.5, and 0.1 is held.
TEST(FrictionAsLaw, SwingsLoseEvenSteps) {
  Mechanism m = makeWheel("-0.3*sign(O.omega)", 0, 20);
  m.bodies[0].pose.angle = 2.9;
  TorsionSpring spring;
  spring.b = "wheel";
  spring.stiffness = 1;
  m.forces.push_back(makeForce("s", spring));
  const auto r = run(m);
  EXPECT_NEAR(r.last("O.angle"), 0.1, 1e-8);
  EXPECT_NEAR(r.last("wheel.omega"), 0, 1e-10);
  EXPECT_NEAR(r.last("f.moment"), 0.1, 1e-8);
  EXPECT_LT(r.summary.largestResidual, 1e-8);
}

// Two wheels that rub on each other share their angular momentum; a third law with the same argument
// changes with the first.
TEST(FrictionAsLaw, BetweenTwoWheels) {
  Mechanism m = makeWheel("0", 3, 2);
  m.bodies.push_back(makeBody("other", 1, 0.3));
  m.bodies[1].velocity.omega = -1;
  m.joints.push_back(makeJoint("A", Revolute{}, "wheel", "other"));
  m.forces = {makeForce("f", Torque{"wheel", "other", {"-0.2*sign(A.omega)"}}),
              makeForce("g", Torque{"wheel", "other", {"wheel.omega > other.omega ? 0.1 : -0.1"}})};
  const auto r = run(m);
  EXPECT_NEAR(r.last("wheel.omega"), (kFlywheel * 3 - 0.3) / (kFlywheel + 0.3), 1e-11);
  EXPECT_NEAR(r.last("A.omega"), 0, 1e-11);
  const double t = 4 / (0.3 * (1 / kFlywheel + 1 / 0.3));
  EXPECT_NEAR(r.last("A.angle"), -4 * t / 2, 1e-10);
}

// A relay that switches on a line in the plane of angle and speed drives the motion onto it and along it:
// w = -5 phi, so that phi dies out as exp(-5 t).
TEST(Relay, SlidesAlongItsLine) {
  const Mechanism m = makeWheel("-sign(O.omega + 5*O.angle)", 1, 3);
  const auto r = run(m);
  const auto early = r.trajectory.row(100), late = r.trajectory.row(150);
  EXPECT_NEAR(r.value(early, "O.omega"), -5 * r.value(early, "O.angle"), 1e-9);
  EXPECT_GT(std::abs(r.value(early, "O.angle")), 1e-4);
  EXPECT_NEAR(r.value(late, "O.angle") / r.value(early, "O.angle"), std::exp(-2.5), 1e-6);
}

// One that goes by the position alone swings for ever: 4 w kFlywheel/M is one turn. Damped, its swings get
// shorter for ever and come to rest.
TEST(Relay, SwingsAndComesToRest) {
  const auto swinging = run(makeWheel("-sign(O.angle)", 1, 4 * kFlywheel * 10));
  EXPECT_NEAR(swinging.last("O.omega"), 1, 1e-9);
  EXPECT_NEAR(swinging.last("O.angle"), 0, 1e-9);
  const auto damped = run(makeWheel("-sign(O.angle) - O.omega", 1, 5));
  EXPECT_NEAR(damped.last("O.angle"), 0, 1e-9);
  EXPECT_NEAR(damped.last("O.omega"), 0, 1e-9);
}

// What would leave in either direction stays where it is until something moves it.
TEST(Relay, RestsWhereBothSidesLeadAway) {
  EXPECT_EQ(run(makeWheel("sign(O.omega)", 0, 1)).last("O.omega"), 0);
  EXPECT_NEAR(run(makeWheel("sign(O.omega) + (t > 0.5 ? 0.1 : 0)", 0, 1)).last("O.omega"),
              1.1 * 0.5 / kFlywheel, 1e-9);
}

// A crank of inertia kFlywheel with a disc of 2 kg on its end, at 0.2 m, is driven: I = kFlywheel + 2 0.04.
Mechanism makeDriven(MotionKind motion) {
  Mechanism m = makeWheel("0", 0, 1);
  m.bodies.push_back(makeBody("disc", 2, 0.05, {0.2, 0.0, 0.0, {}}));
  m.joints.push_back(makeJoint("A", Revolute{}, "wheel", "disc", {0.2, 0.0}));
  Drive drive;
  drive.id = "motor";
  drive.joint = "O";
  drive.kind = std::move(motion);
  m.drives = {drive};
  return m;
}
constexpr double kInertia = kFlywheel + 2 * 0.04;

TEST(DriveJump, GivesAnImpulse) {
  const auto r = run(makeDriven(ExpressionMotion{{"max(0, t - 0.5)*3"}}));
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const Receipt& jump = r.trajectory.events()[0];
  EXPECT_EQ(jump.kind, EventKind::driveJump);
  EXPECT_EQ(jump.element, "motor");
  EXPECT_EQ(jump.t, 0.5);
  EXPECT_NEAR(jump.impulse, 3 * kInertia, 1e-12);
  EXPECT_NEAR(jump.driveImpulses[0].impulse, 3 * kInertia, 1e-12);
  EXPECT_NEAR(jump.jointImpulses[1].y, 2 * 0.2 * 3, 1e-12) << "the pin throws the disc";
  EXPECT_NEAR(jump.driveWork, kInertia * 9 / 2, 1e-12);
  EXPECT_NEAR(jump.energyLoss(), 0, 1e-12);
  EXPECT_EQ(jump.normalVelocityBefore, 0);
  EXPECT_EQ(jump.normalVelocityAfter, 3);
  EXPECT_TRUE(jump.momentumConserved);
  EXPECT_NEAR(r.last("disc.omega"), 0, 1e-12);
  EXPECT_NEAR(r.last("O.angle"), 1.5, 1e-12);
  EXPECT_LT(r.summary.largestResidual, 1e-10);
}

TEST(DriveJump, AtTheEndsOfATable) {
  const Mechanism m = makeDriven(TableMotion{{0.2, 0.3, 0.7}, {0.0, 1.0, 1.5}});
  const auto r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 2u);
  const CubicSpline spline({0.2, 0.3, 0.7}, {0, 1, 1.5});
  const Receipt &first = r.trajectory.events()[0], &last = r.trajectory.events()[1];
  EXPECT_EQ(first.t, 0.2);
  EXPECT_NEAR(first.normalVelocityAfter, spline.evaluate(0.2).d, 1e-12);
  EXPECT_NEAR(first.impulse, kInertia * spline.evaluate(0.2).d, 1e-11);
  EXPECT_EQ(last.t, 0.7);
  EXPECT_NEAR(last.normalVelocityBefore, spline.evaluate(0.7).d, 1e-12);
  EXPECT_NEAR(last.impulse, kInertia * std::abs(spline.evaluate(0.7).d), 1e-11);
  EXPECT_EQ(last.normalVelocityAfter, 0);
  EXPECT_LT(r.summary.largestResidual, 1e-8);
  const auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator);
  EXPECT_THAT(describe(simulator->notes()),
              testing::HasSubstr("/drives/0/values: drive motor: its table begins with"));
}

// A stroke of a millisecond after half a second of rest: nothing of it is leapt over.
TEST(DriveJump, NoStrokeIsTooShort) {
  const auto r = run(makeDriven(Cycloidal{{{}, 1.0, 0.5, 0.001}}));
  EXPECT_NEAR(r.last("O.angle"), 1, 1e-12);
  EXPECT_EQ(r.trajectory.events().size(), 0u);
  for (const Problem& problem : r.summary.problems)
    EXPECT_EQ(problem.severity, Severity::note) << problem.what;
}

TEST(DriveJump, ThatMovesPartsInNoTimeIsAClearFailure) {
  const auto simulator = Simulator::create(makeDriven(ExpressionMotion{{"t < 0.5 ? 2*t : 1.1"}}));
  ASSERT_TRUE(simulator);
  Trajectory trajectory(simulator->channels());
  const RunSummary summary = simulator->run(trajectory);
  EXPECT_EQ(summary.end, RunSummary::End::failed);
  EXPECT_EQ(summary.problems.back().where, "/drives/0");
  EXPECT_THAT(summary.problems.back().what,
              testing::HasSubstr("at t = 0.5 s: the law of drive motor (joint O) jumps: the joint would have "
                                 "to move by 0.1 rad in no time"));
}

// A platform rises at 0.5 m/s and stops at 0.4 s: what lies on it is thrown, feels 2 v/g of flight, and
// lands.
TEST(DriveJump, ThrowsWhatLiesOnAPlatform) {
  Mechanism m;
  m.bodies = {makeBody("platform", 1, kFlywheel), makeBody("ball", 2, kFlywheel, {0.0, 0.1, 0.0, {}})};
  m.joints = {makeJoint("P", Prismatic{pi / 2, {}}, kFrame, "platform")};
  m.contacts = {makeContact("c", "ball", makeFloor())};
  m.contacts[0].a = "platform";
  m.contacts[0].radius = 0.1;
  Drive drive;
  drive.id = "motor";
  drive.joint = "P";
  drive.kind = ExpressionMotion{{"t < 0.2 ? 0 : t < 0.4 ? 0.5*(t - 0.2) : 0.1"}};
  m.drives = {drive};
  m.simulation.duration = 1;
  const auto r = run(m);
  std::vector<Receipt> jumps, landings;
  for (const Receipt& receipt : r.trajectory.events()) {
    if (receipt.kind == EventKind::driveJump) jumps.push_back(receipt);
    if (beginsContact(receipt) && receipt.t > 0.4) landings.push_back(receipt);
  }
  ASSERT_EQ(jumps.size(), 2u);
  EXPECT_NEAR(jumps[0].impulse, 3 * 0.5, 1e-12) << "both are lifted";
  EXPECT_NEAR(jumps[1].impulse, 1 * 0.5, 1e-12) << "the ball is not held back";
  ASSERT_EQ(landings.size(), 1u);
  EXPECT_NEAR(landings[0].t, 0.4 + 2 * 0.5 / kG, 1e-10);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

}  // namespace
}  // namespace clank::test
