// SPDX-License-Identifier: GPL-3.0-or-later
// Moreau and Jean's method against closed forms and against the event-driven integrator: order, ledger,
// penetration, and what receipts say.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/dynamics/system_compiler.h"
#include "core/simulation/deepest_inside.h"

#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/pile.h"
#include "tests/support/random_heap.h"
#include "tests/support/runs.h"
#include "tests/support/sanitized.h"

namespace clank {
namespace {

using namespace test;

constexpr double kDeg = std::numbers::pi / 180;

Mechanism step(Mechanism m, double h) {
  m.simulation.integrator = IntegratorKind::moreauJean;
  m.simulation.timeStep = h;
  return m;
}

// A ball of 1 kg that is thrown forward and spins back, onto a rough floor.
Mechanism makeThrownBall(double duration) {
  Mechanism m;
  m.bodies = {makeBody("b", 1, 0.001, {0.0, 1.05, 0.0, {}})};
  m.bodies[0].velocity.vx = 1;
  m.bodies[0].velocity.omega = 20;
  m.contacts = {makeContact("ground", "b", makeFloor(), 0.6, 0.2)};
  m.contacts[0].radius = 0.05;
  m.gravity = {0.0, -kG};
  m.simulation.duration = duration;
  m.simulation.outputInterval = 0.01;
  return m;
}

// Mean over steps around h: the time of a blow inside a step is as good as random.
double calcMeanError(const Mechanism& m, double h, std::initializer_list<const char*> channels) {
  const FinishedRun exact = run(m);
  double sum = 0;
  constexpr int kSteps = 9;
  for (int i = 0; i < kSteps; ++i) {
    const FinishedRun r = run(step(m, h * (1 + 0.037 * (i - kSteps / 2))));
    for (const char* channel : channels) sum += std::abs(r.last(channel) - exact.last(channel)) / kSteps;
  }
  return sum;
}

// Two bounces with friction. A quarter of the step, a quarter of the error.
TEST(TimeStepping, ABouncingBallConvergesWithFirstOrder) {
  const Mechanism m = makeThrownBall(1.3);
  const double coarse = calcMeanError(m, 4e-3, {"b.x", "b.y", "b.angle"});
  const double fine = calcMeanError(m, 1e-3, {"b.x", "b.y", "b.angle"});
  EXPECT_LT(coarse, 0.2);
  EXPECT_GT(coarse / fine, 2.5);
  EXPECT_LT(coarse / fine, 7);
}

// A pendulum on a spring, driven by nothing: leapfrog, of second order.
TEST(TimeStepping, SmoothMotionOfAJointConvergesWithSecondOrder) {
  Mechanism m;
  m.bodies = {makeBody("b", 1, 0.1, {0.0, 0.0, 0.3, {}}, {0.5, 0.0})};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "b")};
  TorsionSpring spring;
  spring.b = "b";
  spring.stiffness = 5;
  spring.damping = 0.2;
  m.forces = {makeForce("s", spring)};
  m.gravity = {0.0, -kG};
  m.simulation.duration = 2;
  const double coarse = calcMeanError(m, 0.01, {"b.angle", "b.omega"});
  const double fine = calcMeanError(m, 0.0025, {"b.angle", "b.omega"});
  EXPECT_LT(coarse, 5e-2);
  EXPECT_NEAR(coarse / fine, 16, 4);
}

Mechanism makeBoxOnIncline(double angle, double mu) {
  Mechanism m;
  m.bodies = {makeBody("b", 1, 0.05 / 12, {-std::sin(angle) * 0.1, std::cos(angle) * 0.1, angle, {}})};
  m.contacts = {makeContact("k0", "b", makeFloor(angle), 0, mu),
                makeContact("k1", "b", makeFloor(angle), 0, mu)};
  m.contacts[0].atB = {-0.2, -0.1};
  m.contacts[1].atB = {0.2, -0.1};
  m.gravity = {0.0, -kG};
  m.simulation.duration = 1;
  m.simulation.outputInterval = 0.01;
  return m;
}

// Where it sticks it does not move at all, and where it slides with constant acceleration the step is exact.
TEST(TimeStepping, ABoxOnAnInclineSticksAndSlidesExactly) {
  const FinishedRun sticks = run(step(makeBoxOnIncline(20 * kDeg, 0.5), 0.002));
  EXPECT_NEAR(sticks.last("b.x"), -std::sin(20 * kDeg) * 0.1, 1e-10);
  EXPECT_NEAR(sticks.last("b.angle"), 20 * kDeg, 1e-10);
  EXPECT_EQ(sticks.last("k0.state"), 2);
  EXPECT_NEAR(sticks.last("k0.normal_force") + sticks.last("k1.normal_force"), kG * std::cos(20 * kDeg),
              1e-8);
  const FinishedRun slides = run(step(makeBoxOnIncline(30 * kDeg, 0.5), 0.002));
  const double a = kG * (std::sin(30 * kDeg) - 0.5 * std::cos(30 * kDeg));
  EXPECT_NEAR(slides.last("b.x"), -std::sin(30 * kDeg) * 0.1 - a / 2 * std::cos(30 * kDeg), 1e-9);
  EXPECT_EQ(slides.last("k0.state"), 1);
  EXPECT_NEAR(slides.summary.ledger.friction, 0.5 * kG * std::cos(30 * kDeg) * a / 2, 1e-8);
  EXPECT_NEAR(slides.summary.largestResidual, 0, 1e-9);
}

// Pushed above half its height with more than m g w/(2 h): it turns about its corner as in the exact run.
TEST(TimeStepping, ABoxTips) {
  Mechanism m = makeBoxOnIncline(0, 0.9);
  Load push;
  push.b = "b";
  push.atB = {0.0, 0.1};
  push.fx.text = "-12";  // of 9.81 * 0.2 / 0.2
  push.fy.text = "0";
  m.contacts[0].friction = m.contacts[1].friction = 2;
  m.forces = {makeForce("F", push)};
  m.simulation.duration = 0.3;
  const double coarse = calcMeanError(m, 4e-3, {"b.angle", "b.x"}),
               fine = calcMeanError(m, 1e-3, {"b.angle", "b.x"});
  EXPECT_GT(run(m).last("b.angle"), 0.05) << "it does tip";
  EXPECT_LT(fine, 2e-3);
  EXPECT_GT(coarse / fine, 2.5);
}

TEST(TimeStepping, TheLedgerMissesWhatTheStepMisses) {
  const double coarse = run(step(makeThrownBall(3), 4e-3)).summary.largestResidual;
  const double fine = run(step(makeThrownBall(3), 0.5e-3)).summary.largestResidual;
  EXPECT_LT(coarse, 0.3) << "of 11 J";
  EXPECT_LT(fine, coarse / 2);
}

// The step that finds a blow ends deeper than the floor: what the ball has gained on the way in and gives
// back on the way out is none of its loss, which is all of the height, whatever the step.
TEST(TimeStepping, APlasticBlowLosesTheHeightOfTheFall) {
  Mechanism m = makeThrownBall(1);
  m.bodies[0].velocity = {};
  m.contacts[0].restitution = m.contacts[0].friction = 0;
  for (const double h : {7e-3, 4e-3, 1e-3}) {
    const FinishedRun r = run(step(m, h));
    EXPECT_NEAR(r.summary.ledger.impactLoss, kG, 1e-9) << h;
    EXPECT_LT(r.summary.largestResidual, kG * std::sqrt(2 * kG) * h / 2) << h;
    EXPECT_NEAR(r.summary.ledger.residual, 0, 1e-9) << h;
  }
}

// A receipt of a blow: impulse, speeds before and after; with the weight over the step it is the change of
// momentum.
TEST(TimeStepping, ImpulsesOfReceiptsAreChangesOfMomentum) {
  constexpr double h = 1e-3;
  const FinishedRun r = run(step(makeThrownBall(1.3), h));
  int impacts = 0;
  for (const Receipt& receipt : r.trajectory.events()) {
    if (receipt.kind != EventKind::impact) continue;
    ++impacts;
    ASSERT_EQ(receipt.contactImpulses.size(), 1U);
    ASSERT_EQ(receipt.jumps.size(), 1U);
    const ContactPush& push = receipt.contactImpulses[0];
    const BodyJump& jump = receipt.jumps[0];
    EXPECT_NEAR(push.x, jump.after[0] - jump.before[0], 1e-12);
    EXPECT_NEAR(push.y - kG * h, jump.after[1] - jump.before[1], 1e-12);
    EXPECT_NEAR(push.x * 0.05, 0.001 * (jump.after[2] - jump.before[2]), 1e-12)
        << "its moment about the centre";
    EXPECT_NEAR(receipt.normalVelocityAfter, -0.6 * receipt.normalVelocityBefore, 1e-12);
    EXPECT_GT(receipt.energyLoss(), 0);
  }
  EXPECT_EQ(impacts, 2);
}

Mechanism makeStack(int count) {
  Mechanism m;
  for (int i = 0; i < count; ++i) {
    const std::string id = "b" + std::to_string(i);
    m.bodies.push_back(makeBody(id, 1, 0.02, {0.0, 0.1 + 0.2 * i, 0.0, {}}));
    LineSurface top;
    top.from = {-0.2, 0.1};
    top.to = {0.2, 0.1};
    for (const double x : {-0.15, 0.15}) {
      m.contacts.push_back(
          makeContact(id + (x < 0 ? "l" : "r"), id, i == 0 ? Surface(makeFloor()) : Surface(top), 0.3, 0.4));
      m.contacts.back().atB = {x, -0.1};
      if (i > 0) m.contacts.back().a = "b" + std::to_string(i - 1);
    }
  }
  m.gravity = {0.0, -kG};
  m.simulation.duration = 1;
  m.simulation.outputInterval = 0.01;
  return m;
}

TEST(TimeStepping, AStackOfThreeStaysAtRest) {
  const FinishedRun r = run(step(makeStack(3), 0.002));
  for (int i = 0; i < 3; ++i) {
    const std::string id = "b" + std::to_string(i);
    EXPECT_NEAR(r.last(id + ".y"), 0.1 + 0.2 * i, 1e-10);
    EXPECT_NEAR(r.last(id + ".angle"), 0, 1e-10);
    EXPECT_NEAR(r.last(id + "l.normal_force") + r.last(id + "r.normal_force"), (3 - i) * kG, 1e-6);
  }
  EXPECT_EQ(r.summary.events, 6) << "each contact begins once";
}

TEST(TimeStepping, APileComesToRestAndNothingSinksIn) {
  const Mechanism m = makePile(20, 1.5);  // more contacts than are solved by pivoting
  const FinishedRun r = run(step(m, 1e-3));
  double deepest = 0;
  for (std::size_t row = 0; row < r.trajectory.sampleCount(); ++row)
    for (const ContactPair& contact : m.contacts)
      deepest = std::min(deepest, r.value(r.trajectory.row(row), contact.id + ".gap"));
  EXPECT_GT(deepest, -1e-9);
  EXPECT_LT(r.summary.ledger.kinetic, 1e-8);
  EXPECT_LT(r.summary.largestResidual, 0.7) << "of 70 J";
  EXPECT_GT(r.summary.ledger.impactLoss, 1);
  ASSERT_TRUE(r.summary.stepError);
  EXPECT_GT(r.summary.stepError->largest, 0);
  EXPECT_LT(r.summary.stepError->largest, 0.01);
}

// A rod on a pin swings against a wall: contact and joint in one island, with the impulse of the joint in the
// receipt.
TEST(TimeStepping, APendulumHitsAWall) {
  Mechanism m;
  m.bodies = {makeBody("b", 1, 1.0 / 12, {0.0, 0.0, -0.3, {}}, {0.5, 0.0})};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "b")};
  LineSurface wall;
  wall.from = {0.0, 0.0};
  wall.to = {0.0, -2.0};
  m.contacts = {makeContact("wall", "b", wall, 0.5, 0.2)};
  m.contacts[0].atB = {1.0, 0.0};
  m.gravity = {0.0, -kG};
  m.simulation.duration = 1.5;
  m.simulation.outputInterval = 0.01;
  const double coarse = calcMeanError(m, 4e-3, {"b.angle"}), fine = calcMeanError(m, 1e-3, {"b.angle"});
  EXPECT_LT(fine, 0.02);
  EXPECT_GT(coarse / fine, 2);
  const FinishedRun exact = run(m), r = run(step(m, 1e-4));
  const Receipt &theirs = exact.trajectory.events().front(), &ours = r.trajectory.events().front();
  EXPECT_EQ(ours.kind, EventKind::impact);
  EXPECT_NEAR(ours.t, theirs.t, 2e-4);
  EXPECT_NEAR(ours.impulse, theirs.impulse, 2e-3 * theirs.impulse);
  EXPECT_NEAR(ours.jointImpulses[0].x, theirs.jointImpulses[0].x, 5e-3);
  EXPECT_NEAR(ours.energyLoss(), theirs.energyLoss(), 5e-3 * theirs.energyLoss());
  EXPECT_LT(r.summary.largestDrift, 1e-6);
}

// A pendulum that locks at a stop, and one that bounces off it before it is held.
TEST(TimeStepping, StopsLockAndBounce) {
  for (const auto law :
       {TransitionLaw::merge, TransitionLaw::restitution, TransitionLaw::restitutionThenLock}) {
    Mechanism m;
    m.bodies = {makeBody("b", 1, 0.1, {0.0, 0.0, -2.5, {}}, {0.5, 0.0})};
    m.joints = {makeJoint("O", Revolute{}, kFrame, "b")};
    m.joints[0].metamorphic = makeStop(-1.2, law, 0.4);
    m.gravity = {0.0, -kG};
    m.simulation.duration = 4;
    m.simulation.outputInterval = 0.01;
    const FinishedRun exact = run(m), r = run(step(m, 1e-3));
    EXPECT_EQ(r.last("O.phase"), exact.last("O.phase"));
    EXPECT_NEAR(r.last("b.angle"), exact.last("b.angle"), 5e-3);
    EXPECT_EQ(r.trajectory.events().back().phaseAfter, exact.trajectory.events().back().phaseAfter);
    if (r.last("O.phase") == 1) {
      EXPECT_NEAR(r.last("b.angle"), -1.2, 1e-9) << "held where the stop is";
    }
  }
}

// A pin that lets go after 0.5 s, and a motor that keeps its speed: time guards, drives and their work.
TEST(TimeStepping, PhasesChangeAtEndsOfStepsAndDrivesDoWork) {
  Mechanism m;
  m.bodies = {makeBody("b", 2, 0.1, {0.0, 0.0, 0.0, {}}, {0.3, 0.0})};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "b")};
  TimeGuard guard;
  guard.at = 0.5;
  m.joints[0].metamorphic = makeSwitch(makePhase("pinned"), makePhase("free", Released{}), guard);
  m.gravity = {0.0, -kG};
  m.simulation.duration = 0.8;
  const FinishedRun exact = run(m), r = run(step(m, 1e-3));
  EXPECT_NEAR(r.last("b.y"), exact.last("b.y"), 5e-3);
  ASSERT_EQ(r.trajectory.events().size(), 1U);
  EXPECT_NEAR(r.trajectory.events()[0].t, 0.5, 1e-3);

  m.joints[0].metamorphic.reset();
  Drive drive;
  drive.id = "M";
  drive.joint = "O";
  ConstantSpeed speed;
  speed.speed = 3;
  drive.kind = speed;
  m.bodies[0].velocity.omega = 3;
  m.drives = {drive};
  const FinishedRun driven = run(step(m, 1e-3));
  EXPECT_NEAR(driven.last("b.angle"), 2.4, 1e-9);
  EXPECT_NEAR(driven.summary.ledger.work, 2 * kG * 0.3 * std::sin(2.4), 1e-4) << "lifts the weight";
  EXPECT_NEAR(driven.last("M.moment"), 2 * kG * 0.3 * std::cos(2.4), 2e-2) << "mean over the last step";
}

// It goes around the end of a line and on behind it.
TEST(TimeStepping, WhatIsBehindALineIsNotPushed) {
  Mechanism m;
  m.bodies = {makeBody("b", 1, 0.1, {1.6, 0.1, 0.0, {}})};
  m.bodies[0].velocity.vx = -1;
  m.bodies[0].velocity.vy = -0.5;
  LineSurface line;
  line.from = {0.0, 0.0};
  line.to = {1.0, 0.0};
  m.contacts = {makeContact("k", "b", line, 0.5, 0.3)};
  m.gravity = {0.0, 0.0};
  m.simulation.duration = 2.5;
  const FinishedRun r = run(step(m, 1e-3));
  EXPECT_NEAR(r.last("b.x"), 1.6 - 2.5, 1e-12);
  EXPECT_NEAR(r.last("b.y"), 0.1 - 1.25, 1e-12);
  EXPECT_EQ(r.summary.events, 0);
}

// Kane: with Newton's e = 1 and friction at its tip a double pendulum could gain energy from the floor.
TEST(TimeStepping, ADoublePendulumGainsNoEnergyFromARoughFloor) {
  Mechanism m;
  m.bodies = {makeBody("a", 1, 1.0 / 12, {0.0, 0.0, -0.9, {}}, {0.5, 0.0}),
              makeBody("b", 1, 1.0 / 12, {std::cos(0.9), -std::sin(0.9), -1.9, {}}, {0.5, 0.0})};
  m.bodies[1].velocity.omega = -3;
  m.joints = {makeJoint("O", Revolute{}, kFrame, "a"), makeJoint("A", Revolute{}, "a", "b", {1.0, 0.0})};
  LineSurface ground;
  ground.from = {-10.0, -1.8};
  ground.to = {10.0, -1.8};
  m.contacts = {makeContact("k", "b", ground, 1, 0.5)};
  m.contacts[0].atB = {1.0, 0.0};
  m.gravity = {0.0, -kG};
  m.simulation.duration = 4;
  m.simulation.outputInterval = 0.01;
  const FinishedRun r = run(step(m, 1e-3));
  const auto calcEnergy = [&](std::size_t row) {
    return r.value(r.trajectory.row(row), "energy.kinetic") +
           r.value(r.trajectory.row(row), "energy.gravity");
  };
  for (std::size_t row = 1; row < r.trajectory.sampleCount(); ++row)
    ASSERT_LT(calcEnergy(row), calcEnergy(0) + 0.02) << r.trajectory.time(row);
  EXPECT_GT(r.summary.events, 3);
}

// A ball that bounces 350 times a second without loss: the exact run says what would suit it, and a fixed
// step does it.
TEST(TimeStepping, ARunWhoseEventsCrowdOffersIt) {
  Mechanism m = makeThrownBall(4);
  m.bodies[0].pose.y = 0.05 + 1e-5;
  m.bodies[0].velocity = {};
  m.contacts[0].restitution = 1;
  m.contacts[0].friction = 0;
  const auto offers = [](const RunSummary& summary) {
    return std::any_of(summary.problems.begin(), summary.problems.end(), [](const Problem& p) {
      return p.where == "/simulation/integrator" && p.what.find("moreau_jean") != std::string::npos;
    });
  };
  EXPECT_TRUE(offers(run(m).summary));
  m.bodies[0].pose.y = 1.05;
  EXPECT_FALSE(offers(run(m).summary)) << "four bounces";
}

// A spring whirls one of the dominoes about: in a step its corners swing past the ends of the others, behind
// sides that they are no deeper in than they have moved.
TEST(TimeStepping, WhatSwingsPastAnEndIsNotInside) {
  Mechanism m = loadExample("contacts/domino-row.clank", {}, {{"mu", "0.15"}});
  Spring spring;
  spring.a = "d1";
  spring.b = "d7";
  spring.atB = {0.1, 0.1};
  spring.stiffness = 10;
  m.forces.push_back(makeForce("spring", spring));
  m.simulation.duration = 0.02;
  const FinishedRun r = run(m);
  EXPECT_EQ(r.summary.end, RunSummary::End::finished);
  EXPECT_LT(std::abs(r.last("d2.x") - m.bodies[1].pose.x.value), 0.01);
  EXPECT_LT(r.summary.largestResidual, 0.1);
}

// Discs and boxes, whatever happens in them: every run ends at its time with nothing sunk in and no energy
// made.
TEST(TimeStepping, RandomHeapsEnd) {
  for (unsigned seed = 1; seed <= takePart(25); ++seed) {
    const RandomHeap heap(seed, 16, 2);
    const auto simulator = Simulator::create(step(heap.mechanism(), 2e-3));
    ASSERT_TRUE(simulator) << seed;
    Trajectory trajectory(simulator->channels());
    const RunSummary summary = simulator->run(trajectory);
    EXPECT_EQ(summary.end, RunSummary::End::finished) << seed << " " << describe(summary.problems);
    EXPECT_DOUBLE_EQ(summary.t, 2) << seed;
    const EnergyLedger& ledger = summary.ledger;
    EXPECT_LT(summary.largestResidual, 0.05 * (ledger.impactLoss + ledger.friction + ledger.kinetic)) << seed;
  }
}

// 320 N on a domino of 20 g throw it by metres in a step: it comes to lie inside others, and the run says so.
TEST(TimeStepping, PartsThrownIntoEachOtherEndTheRun) {
  Mechanism m = loadExample("contacts/domino-row.clank");
  Spring spring;
  spring.a = "d1";
  spring.b = "d7";
  spring.atB = {0.1, 0.1};
  spring.stiffness = 1000;
  m.forces = {makeForce("spring", spring)};
  const auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator) << describe(simulator.error());
  Trajectory trajectory(simulator->channels());
  const RunSummary summary = simulator->run(trajectory);
  ASSERT_EQ(summary.end, RunSummary::End::failed);
  EXPECT_NE(summary.problems.front().what.find("inside each other"), std::string::npos)
      << summary.problems.front().what;
}

// A triangle that slides along a floor into its corner with a wall, and turns there over a corner of its own:
// that one has come through both, beyond the ends of both, and is pushed back. Measured on the drawing.
TEST(TimeStepping, WhatComesThroughAHollowCornerIsPushedBack) {
  const std::vector<Eigen::Vector2d> corners{{0.05, -0.025}, {-0.02, 0.0433}, {-0.05, -0.025}};
  for (const double h : {1e-3, 5e-4, 2e-4, 1e-4}) {
    SCOPED_TRACE(h);
    Mechanism m;
    Body b = makeBody("b", 1, 0.000625, {0.9, 0.02500000001, 0.0, {}});
    for (const Eigen::Vector2d& at : corners) b.outline.push_back({at.x(), at.y()});
    b.velocity.vx = 2.6;
    m.bodies = {b};
    PolylineSurface corner;
    corner.points = std::vector<Point>{Point{0.0, 0.0}, Point{1.0, 0.0}, Point{1.1, 0.8}};
    m.contacts = {makeContact("c", "b", corner, 0.3, 0.1)};
    m.contacts[0].outlineB = true;
    m.contacts[0].thickness = 0.4;
    m.gravity = {0.0, -kG};
    m.simulation.duration = 0.3;
    m.simulation.outputInterval = h;
    const FinishedRun r = run(step(m, h));
    double deepest = 0;
    const Eigen::Vector2d end(1, 0), along = Eigen::Vector2d(0.1, 0.8).normalized();
    for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
      const auto row = r.trajectory.row(i);
      const Eigen::Rotation2Dd turn(r.value(row, "b.angle"));
      const Eigen::Vector2d from = Eigen::Vector2d(r.value(row, "b.x"), r.value(row, "b.y")) - end;
      for (const Eigen::Vector2d& at : corners) {
        const Eigen::Vector2d p = from + turn * at;
        deepest = std::max({deepest, -p.y(), -(along.x() * p.y() - along.y() * p.x())});
      }
    }
    EXPECT_LT(deepest, 1e-6);
  }
}

// Leapfrog of a spring with w h > 2 makes energy in every step, and the run says so before it is without
// bound; with w h = 1/2 the ledger, which takes speeds at the ends of steps, is off by up to (w h/2)^2 of the
// energy.
TEST(TimeStepping, EnergyFromNowhereEndsTheRun) {
  const auto runWith = [](double wh) {
    Mechanism m;
    m.gravity = {0.0, 0.0};
    m.bodies = {makeBody("b", 1, 0.1)};
    m.bodies[0].velocity.vx = 1;
    m.joints = {makeJoint("P", Prismatic{}, kFrame, "b")};
    Spring spring;
    spring.b = "b";
    spring.atA = {-10.0, 0.0};
    spring.freeLength = 10;
    spring.stiffness = std::pow(wh / 1e-2, 2);
    m.forces = {makeForce("s", spring)};
    m.simulation.duration = 2;
    m.simulation.outputInterval = 0.01;
    const auto simulator = Simulator::create(step(m, 1e-2));
    Trajectory trajectory(simulator->channels());
    return simulator->run(trajectory);
  };
  const RunSummary grown = runWith(2.2);
  EXPECT_EQ(grown.end, RunSummary::End::failed);
  EXPECT_NE(describe(grown.problems).find("have come from nowhere"), std::string::npos)
      << describe(grown.problems);
  EXPECT_LT(grown.t, 0.5);
  const RunSummary open = runWith(0.5);
  EXPECT_EQ(open.end, RunSummary::End::finished);
  EXPECT_NE(open.openLedger, "");
  EXPECT_EQ(runWith(0.05).openLedger, "");
}

// On the drawing, whatever the steps know: behind the floor, in the wedge behind a hollow corner, where the
// corner itself is nearest, and in front of a corner that stands out, where it is nearest too.
TEST(TimeStepping, DepthIsThatOfTheDrawing) {
  const auto calcDepth = [](double x, double y, double second, double thickness) {
    Mechanism m;
    m.bodies = {makeBody("b", 1, 1, {x, y, 0.0, {}})};
    PolylineSurface line;
    line.points = std::vector<Point>{Point{0.0, 0.0}, Point{1.0, 0.0}, Point{1.1, second}};
    m.contacts = {makeContact("c", "b", line)};
    m.contacts[0].thickness = thickness;
    const auto system = compileSystem(m);
    State state;
    state.y = system->startY;
    ForwardDynamics dynamics(*system, state.mode);
    return calcDeepestInside(dynamics, state, 0.05);
  };
  EXPECT_NEAR(calcDepth(0.5, -0.003, 0.8, 0.4), 0.003, 1e-12);
  EXPECT_NEAR(calcDepth(1.001, -0.002, 0.8, 0.4), std::hypot(0.001, 0.002), 1e-6);
  EXPECT_EQ(calcDepth(0.5, -0.003, 0.8, 0.002), 0) << "behind the material";
  EXPECT_EQ(calcDepth(0.5, 0.003, 0.8, 0.4), 0);
  EXPECT_EQ(calcDepth(1.001, 0.001, -0.8, 0.4), 0) << "in front of a corner that stands out";
  EXPECT_EQ(calcDepth(-0.001, -0.002, 0.8, 0.4), 0) << "past a free end";
}

}  // namespace
}  // namespace clank
