// SPDX-License-Identifier: GPL-3.0-or-later
// Links that bend, against an independent program with the same kinematics (floating frame, foreshortening,
// no term dropped) and against what must be constant.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/contacts.h"
#include "tests/support/flexible.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kPi = std::numbers::pi;

// Two equal links, the first at 45 degrees, the second level, that fall from rest; the tip is traced.
Mechanism makeTwoArms(int modes, const BeamNumbers& numbers = {}) {
  const double up = numbers.length * std::sqrt(0.5);
  Mechanism m;
  m.bodies = {makeBeam("one", numbers, modes, {0.0, 0.0, kPi / 4, {}}),
              makeBeam("two", numbers, modes, {up, up, 0.0, {}})};
  m.joints = {makeJoint("A", Revolute{}, kFrame, "one"),
              makeJoint("B", Revolute{}, "one", "two", {numbers.length, 0.0})};
  Trace tip;
  tip.id = "tip";
  tip.b = "two";
  tip.atB = {numbers.length, 0.0};
  m.traces = {tip};
  m.simulation.duration = 1;
  m.simulation.outputInterval = 0.05;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-12;
  return m;
}

TEST(Flexible, TwoArmsFallAsTheReferenceSays) {
  struct Row {
    int modes;
    double angle, x, y;  // rad, of the first link; m, tip; at 1 s
  };
  for (const Row& row : {Row{1, -2.2353799724381127, -1.610472281139878, -0.9027510347633143},
                         Row{2, -2.235155499052755, -1.6104170873487438, -0.9026586752550068},
                         Row{3, -2.2350368856026503, -1.6104129529122706, -0.9026851194811862}}) {
    const auto r = run(makeTwoArms(row.modes));
    EXPECT_NEAR(r.last("one.angle"), row.angle, 1e-10) << row.modes;
    EXPECT_NEAR(r.last("tip.x"), row.x, 1e-10) << row.modes;
    EXPECT_NEAR(r.last("tip.y"), row.y, 1e-10) << row.modes;
    EXPECT_LT(r.summary.largestResidual, 1e-11) << row.modes;
  }
}

TEST(Flexible, WithoutModesIsRigid) {
  const auto r = run(makeTwoArms(0));
  EXPECT_NEAR(r.last("one.angle"), -2.23609989809409, 1e-10);
  EXPECT_NEAR(r.last("B.angle"), -0.7891131128311528, 1e-10);
}

// The smooth start of Kane and Simo: from rest to `speed` in `rise`.
Mechanism makeSpinUp(const BeamNumbers& numbers, int modes, double speed, double rise) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBeam("blade", numbers, modes)};
  m.joints = {makeJoint("A", Revolute{}, kFrame, "blade")};
  Drive drive;
  drive.id = "motor";
  drive.joint = "A";
  ExpressionMotion motion;
  motion.coordinate.text = fmt::format(
      "(t < {0}) * {1} * (t^2/2 + (cos(2*pi*t/{0}) - 1)*({0}/(2*pi))^2) + (t >= {0}) * {2} * (t - {0}/2)",
      rise, speed / rise, speed);
  drive.kind = motion;
  m.drives = {drive};
  Trace tip;
  tip.id = "tip";
  tip.b = "blade";
  tip.atB = {numbers.length, 0.0};
  m.traces = {tip};
  m.simulation.outputInterval = 0.05;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-10;
  return m;
}
// Tip across the blade as its root stands, m.
double calcDeflection(const FinishedRun& r, std::span<const double> row) {
  const double angle = r.value(row, "blade.angle");
  return std::cos(angle) * r.value(row, "tip.y") - std::sin(angle) * r.value(row, "tip.x");
}
double findDeepest(const FinishedRun& r) {
  double deepest = 0;
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i)
    deepest = std::min(deepest, calcDeflection(r, r.trajectory.row(i)));
  return deepest;
}

constexpr BeamNumbers kSimo{10, 1.2, 14000, 2.8e7};

TEST(Flexible, SpinUpOfSimosBeam) {
  for (const auto& [modes, deepest] :
       {std::pair{1, -0.5796708187406627}, std::pair{3, -0.5758976806974241}}) {
    Mechanism m = makeSpinUp(kSimo, modes, 6, 15);
    m.simulation.duration = 7;
    EXPECT_NEAR(findDeepest(run(m)), deepest, 1e-8) << modes;
  }
}

// Without foreshortening nothing makes a fast blade stiff: it bends without end.
TEST(Flexible, SpinUpWithoutForeshorteningRunsAway) {
  Mechanism m = makeSpinUp(kSimo, 3, 6, 15);
  m.bodies[0].flexible->foreshortening = false;
  m.simulation.duration = 9.15;
  const auto r = run(m);
  EXPECT_NEAR(calcDeflection(r, r.summary.finalRow), -9.745977624546006, 1e-5);
}

TEST(Flexible, SlowSpinUpWithAndWithoutForeshortening) {
  Mechanism m = makeSpinUp(kSimo, 3, 3, 15);
  m.simulation.duration = 9.5;
  EXPECT_NEAR(findDeepest(run(m)), -0.3058880114740509, 1e-8);
  m.bodies[0].flexible->foreshortening = false;
  EXPECT_NEAR(findDeepest(run(m)), -0.40914504525088735, 1e-8);
}

// Duan, two arms that hit a floor: case B of the reference. e = 1 in a basis of modes conserves energy.
TEST(Flexible, ImpactsGoThroughTheModes) {
  Mechanism m = makeTwoArms(3);
  m.contacts = {makeContact("ground", "two", makeFloor(), 1)};
  m.contacts[0].atB = {1.0, 0.0};
  m.simulation.duration = 0.67;
  const auto r = run(m);
  const auto& events = r.trajectory.events();
  ASSERT_EQ(events.size(), 5u);
  EXPECT_NEAR(events[0].t, 0.3415034141879625, 1e-10);
  EXPECT_NEAR(events[0].impulse, 0.575723118400696, 1e-8);
  EXPECT_NEAR(events[0].normalVelocityAfter, 3.8068795397026323, 1e-8);
  double impulse = 0;
  for (const Receipt& event : events) {
    EXPECT_NEAR(event.energyAfter, event.energyBefore, 1e-12 * event.energyBefore);
    impulse += event.impulse;
  }
  EXPECT_NEAR(impulse, 2.3345226956608123, 1e-6);
  EXPECT_NEAR(r.last("one.angle"), -1.0482980042679884, 1e-7);
  EXPECT_NEAR(r.last("tip.y"), 0.028627965549636515, 1e-6);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// Energy that structural damping takes is in the ledger, and the arms come to hang at rest.
TEST(Flexible, LedgerClosesWithStructuralDamping) {
  for (const DampingKind& damping :
       {DampingKind(DampingRatio{0.05}), DampingKind(RayleighDamping{0.2, 1e-4})}) {
    Mechanism m = makeTwoArms(2);
    for (Body& body : m.bodies) body.flexible->damping.kind = damping;
    const auto r = run(m);
    EXPECT_GT(r.last("energy.damping"), 1e-5);
    EXPECT_LT(r.summary.largestResidual, 1e-11);
  }
}

// A cantilever with a load at its tip, so strongly damped that it comes to rest: F L^3/(3 EI) of all modes.
TEST(Flexible, CantileverSagsAsItsClosedForm) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBeam("arm", {}, 10)};
  m.bodies[0].flexible->damping.kind = DampingRatio{0.7};
  m.joints = {makeJoint("wall", Weld{}, kFrame, "arm")};
  Load load;
  load.b = "arm";
  load.atB = {1.0, 0.0};
  load.fy.text = "-10";
  m.forces = {makeForce("load", load)};
  Trace tip;
  tip.id = "tip";
  tip.b = "arm";
  tip.atB = {1.0, 0.0};
  m.traces = {tip};
  m.simulation.duration = 0.5;
  m.simulation.outputInterval = 0.1;
  const auto r = run(m);
  const double sag = 10 / (3 * 541.27);
  EXPECT_NEAR(r.last("tip.y"), -sag, 1e-4 * sag);  // ten modes leave 3e-5 of it out
  EXPECT_NEAR(r.last("energy.elastic"), 10 * sag / 2, 1e-4 * 10 * sag);
  EXPECT_NEAR(r.last("wall.moment"), 10, 1e-2);
  EXPECT_NEAR(r.last("arm.tip_deflection"), r.last("tip.y"),
              1e-6 * sag);  // but for the foreshortening nothing else
  EXPECT_NEAR(r.last("arm.strain_energy"), r.last("energy.elastic"), 1e-15);
  EXPECT_NEAR(r.last("arm.bending_moment_middle"), -5, 0.05);  // modes bring the moment in more slowly
}

// A weld at the tip of a link holds the section there: the other link turns with the bent tip.
TEST(Flexible, JointsHoldSectionsNotBodies) {
  Mechanism m = makeTwoArms(3);
  m.joints[1] = makeJoint("B", Weld{}, "one", "two", {1.0, 0.0});
  const auto r = run(m);
  EXPECT_LT(r.summary.largestDrift, 1e-10);
  EXPECT_LT(r.summary.largestResidual, 1e-10);
  EXPECT_GT(std::abs(r.last("two.angle") - r.last("one.angle") + kPi / 4), 1e-4)
      << "the tip of the first turns";
}

// A four-bar whose coupler and rocker bend.
TEST(Flexible, LoopsOfBentLinksKeepTheirEnergy) {
  Mechanism m;
  m.bodies = {makeBody("crank", 1, 0.01, {0.0, 0.0, kPi / 2, {}}),
              makeBeam("coupler", {0.5, 0.85, 20, 2e6}, 2, {0.0, 0.2, 0.0, {}}, ModeBasis::hingedFree),
              makeBeam("rocker", {0.5, 0.85, 20, 2e6}, 2, {0.5, 0.2, -kPi / 2 + 0.4, {}})};
  m.joints = {
      makeJoint("A", Revolute{}, kFrame, "crank"), makeJoint("B", Revolute{}, "crank", "coupler", {0.2, 0.0}),
      makeJoint("C", Revolute{}, "coupler", "rocker", {0.5, 0.0}),
      makeJoint("D", Revolute{}, kFrame, "rocker",
                {0.5 + 0.5 * std::cos(-kPi / 2 + 0.4), 0.2 + 0.5 * std::sin(-kPi / 2 + 0.4)}, {0.5, 0.0})};
  m.bodies[0].velocity.omega = 8;
  m.simulation.duration = 0.5;
  m.simulation.outputInterval = 0.01;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-11;
  const auto r = run(m);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
  EXPECT_LT(r.summary.largestDrift, 1e-11);
  EXPECT_EQ(r.summary.mobilityStart, 1);
}

bool tells(const Problems& problems, const std::string& where, const std::string& what);

// A steel rod of 10 mm that swings down by itself bends little; one of nylon bends by more than a tenth, and
// a load makes steel yield: M c/I = 235 MPa at 23 N m.
TEST(Flexible, RunsTellOfLargeDeflectionAndYield) {
  Mechanism m;
  m.bodies = {makeBeam("arm", {}, 2)};
  RoundSection rod;
  rod.diameter = 0.01;
  m.bodies[0].flexible->section.kind = rod;
  m.bodies[0].flexible->material = {};
  m.joints = {makeJoint("wall", Weld{}, kFrame, "arm")};
  m.simulation.duration = 0.1;
  EXPECT_TRUE(run(m).summary.problems.empty());
  Load load;
  load.b = "arm";
  load.atB = {1.0, 0.0};
  load.fy.text = "-23";
  m.forces = {makeForce("load", load)};
  const auto steel = run(m);
  EXPECT_TRUE(tells(steel.summary.problems, "/bodies/0/flexible", "the material yields at 235 MPa"));
  m.forces.clear();
  m.bodies[0].flexible->material.name = MaterialName::nylon;
  m.simulation.duration = 0.5;
  EXPECT_TRUE(tells(run(m).summary.problems, "/bodies/0/flexible", "% of its length"));
}

// Of a bar that bends in its first mode alone: M(0) = EI phi''(0) a = 2 EI (l/L)^2 a, and the stress M h/(2
// I).
TEST(Flexible, MomentAndStressOfTheFirstMode) {
  Mechanism m;
  m.bodies = {makeBeam("arm", {}, 1)};
  RectangleSection bar;
  bar.height = 0.01;
  bar.width = 0.02;
  m.bodies[0].flexible->section.kind = bar;
  m.bodies[0].flexible->material.young = 7e10;
  m.joints = {makeJoint("wall", Weld{}, kFrame, "arm")};
  m.simulation.duration = 0.03;
  const auto r = run(m);
  const double a = r.last("arm.mode_1"), inertia = 0.02 * 1e-6 / 12;
  const double moment = 2 * 7e10 * inertia * 1.8751040687119611 * 1.8751040687119611 * a;
  EXPECT_LT(a, -1e-3);
  EXPECT_NEAR(r.last("arm.tip_deflection"), 2 * a, 1e-12);
  EXPECT_NEAR(r.last("arm.bending_moment_start"), moment, 1e-10 * std::abs(moment));
  EXPECT_NEAR(r.last("arm.bending_moment_end"), 0, 1e-10 * std::abs(moment));
  EXPECT_NEAR(r.last("arm.stress"), std::abs(moment) * 0.005 / inertia,
              1e-9 * std::abs(moment) * 0.005 / inertia);
  EXPECT_EQ(r.last("arm.stress_at"), 0);
}

bool tells(const Problems& problems, const std::string& where, const std::string& what) {
  for (const Problem& problem : problems)
    if (problem.where == where && problem.what.find(what) != std::string::npos) return true;
  return false;
}

TEST(Flexible, WhatCannotBeAttachedIsRefused) {
  Mechanism m = makeTwoArms(2);
  Torque torque;
  torque.b = "one";
  m.forces = {makeForce("push", torque)};
  EXPECT_TRUE(tells(validate(m), "/forces/0/b", "cannot be attached to body one, which is flexible"));
  m = makeTwoArms(2);
  m.contacts = {makeContact("ground", "two", makeFloor())};
  m.contacts[0].a = "one";
  EXPECT_TRUE(tells(validate(m), "/contacts/0/a", "the surface of contact ground cannot be attached"));
  m = makeTwoArms(2);
  m.simulation.integrator = IntegratorKind::moreauJean;
  EXPECT_TRUE(tells(validate(m), "/simulation/integrator", "flexible"));
  m = makeTwoArms(2);
  m.bodies[0].mass = 3;
  EXPECT_TRUE(tells(validate(m), "/bodies/0/mass", "follows from section and material"));
  m = makeTwoArms(2);
  m.bodies[1].flexible->modes = 2.5;
  EXPECT_TRUE(tells(validate(m), "/bodies/1/flexible/modes", "whole number from 0 to 20"));
  m = makeTwoArms(2);
  m.bodies[1].flexible->foreshortening = false;
  EXPECT_TRUE(tells(validate(m), "/bodies/1/flexible/foreshortening", "without foreshortening"));
}

}  // namespace
}  // namespace clank::test
