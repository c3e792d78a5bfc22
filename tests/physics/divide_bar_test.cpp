// SPDX-License-Identifier: GPL-3.0-or-later
// A bar divided into rods with torsion springs: cantilever and simply supported beam against Euler and
// Bernoulli, and what is fixed to it.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/io/body_poses.h"
#include "core/model/divide_bar.h"
#include "core/simulation/equilibrium.h"
#include "core/simulation/natural_modes.h"
#include "tests/support/flexible.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kBeamLength = 0.6, kBending = 20, kTipLoad = 1e-4;  // m, N m2, N

// Clamped at its left end, or on a pin and a roller; loaded at the other end or in the middle. Damped so that
// it comes to rest.
Mechanism makeBeam(bool clamped) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  Body bar = makeBody("bar", 0.5, 0.5 * kBeamLength * kBeamLength / 12, {});
  bar.center = {kBeamLength / 2, 0.0};
  bar.outline = {{0.0, -0.005}, {kBeamLength, -0.005}, {kBeamLength, 0.005}, {0.0, 0.005}};
  m.bodies = {bar};
  if (clamped) {
    m.joints = {makeJoint("root", Weld{}, kFrame, "bar", {}, {})};
  } else {
    m.joints = {makeJoint("left", Revolute{}, kFrame, "bar", {}, {}),
                makeJoint("right", Slot{}, kFrame, "bar", {kBeamLength, 0.0}, {kBeamLength, 0.0})};
  }
  Load load;
  load.b = "bar";
  load.atB = {clamped ? kBeamLength : kBeamLength / 2, 0.0};
  load.fy.text = "-0.0001";
  ForceElement force;
  force.id = "load";
  force.kind = load;
  m.forces = {force};
  Trace tip;
  tip.id = "tip";
  tip.b = "bar";
  tip.atB = load.atB;
  m.traces = {tip};
  return m;
}

double calcDeflection(bool clamped, int rods) {
  const Mechanism beam = makeBeam(clamped);
  auto divided = divideBar(beam, beam, "bar", {rods, kBending});
  EXPECT_TRUE(divided) << describe(divided.error());
  for (ForceElement& force : divided->forces)
    if (auto* spring = std::get_if<TorsionSpring>(&force.kind))
      spring->damping = 0.02 * spring->stiffness.value;
  divided->simulation.duration = 3;
  divided->simulation.outputInterval = 3;
  divided->simulation.relativeTolerance = divided->simulation.absoluteTolerance = 1e-12;
  return -run(*divided).last("tip.y");
}

// What n rods of a cantilever bend, of Euler and Bernoulli's under a load at the tip (divide_bar.h).
double calcRodsShare(int n) {
  return 1 - 1 / ((2.0 * n - 1) * (2.0 * n - 1));
}

TEST(DivideBar, CantileverBendsAsItsClosedForm) {
  const double exact = kTipLoad * std::pow(kBeamLength, 3) / (3 * kBending);
  for (const int n : {2, 3, 6}) EXPECT_NEAR(calcDeflection(true, n) / exact, calcRodsShare(n), 1e-5) << n;
}

// Each end has half a rod without a spring, where the moment is least: with even n the sum over the pins is
// P L^3/(48 E J) (1 + 2/n^2).
TEST(DivideBar, BeamOnTwoSupportsBendsInTheMiddle) {
  const double exact = kTipLoad * std::pow(kBeamLength, 3) / (48 * kBending);
  for (const int n : {2, 4, 6}) EXPECT_NEAR(calcDeflection(false, n) / exact, 1 + 2.0 / (n * n), 1e-5) << n;
}

TEST(DivideBar, KeepsMassInertiaAndPlaces) {
  const Mechanism beam = makeBeam(true);
  const Mechanism m = *divideBar(beam, beam, "bar", {4, kBending});
  ASSERT_EQ(m.bodies.size(), 4u);
  EXPECT_EQ(m.joints.size(), 4u);
  EXPECT_EQ(m.forces.size(), 4u);
  double mass = 0, inertia = 0;
  for (const Body& rod : m.bodies) {
    mass += rod.mass->value;
    const double x = rod.pose.x.value + rod.center.x.value - kBeamLength / 2;
    inertia += rod.inertia->value + rod.mass->value * x * x;
  }
  EXPECT_NEAR(mass, 0.5, 1e-15);
  EXPECT_NEAR(inertia, 0.5 * kBeamLength * kBeamLength / 12, 1e-15);
  EXPECT_EQ(std::get<Load>(m.forces[0].kind).b, "bar_4");
  EXPECT_NEAR(std::get<Load>(m.forces[0].kind).atB.x.value, kBeamLength / 3.5, 1e-15);
  EXPECT_EQ(m.traces[0].b, "bar_4");
  // The rod in the wall is half as long.
  EXPECT_TRUE(std::holds_alternative<Weld>(m.joints[0].kind));
  EXPECT_NEAR(m.joints[1].atA.x.value, kBeamLength / 7, 1e-15);
}

// One bar, three ways: its modes, rods, and Euler and Bernoulli.
Mechanism makeCantilever(BendingModel model, int rods) {
  BeamNumbers numbers;
  numbers.bending = 20;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {test::makeBeam("bar", numbers, 8)};
  m.bodies[0].flexible->model = model;
  m.bodies[0].flexible->rods = rods;
  m.joints = {makeJoint("root", Weld{}, kFrame, "bar", {}, {})};
  Load load;
  load.b = "bar";
  load.atB = {numbers.length, 0.0};
  load.fy.text = "-0.001";
  ForceElement force;
  force.id = "load";
  force.kind = load;
  m.forces = {force};
  return m;
}

TEST(BendingModel, ModesRodsAndTheClosedFormAgreeOnACantilever) {
  const BeamNumbers numbers;
  const double exact = 0.001 * std::pow(numbers.length, 3) / (3 * 20);
  const auto modal = findEquilibrium(makeCantilever(BendingModel::modal, 2));
  ASSERT_TRUE(modal) << describe(modal.error());
  // Of P L^3/(3 EI) each mode gives 12/l^4; beyond the eighth l = (j - 1/2) pi.
  double missing = 0;
  for (int j = 9; j < 2000; ++j) missing += 12 / std::pow((j - 0.5) * std::numbers::pi, 4);
  EXPECT_NEAR(-modal->bodies[0].deflection / exact, 1 - missing, 1e-7);
  for (const int n : {4, 10, 30}) {
    const auto found = findEquilibrium(makeCantilever(BendingModel::rods, n));
    ASSERT_TRUE(found) << describe(found.error());
    ASSERT_EQ(found->bodies.size(), static_cast<std::size_t>(n));
    const Equilibrium::Part& last = found->bodies.back();
    const double tip = last.y + numbers.length / (n - 0.5) * std::sin(last.angle);
    EXPECT_NEAR(-tip / exact, calcRodsShare(n), 1e-6) << n;
    EXPECT_NEAR(found->bodies.front().deflection, tip, 1e-15) << n;
  }
}

// At rest in equilibrium, a value of a channel.
class AtRest {
 public:
  explicit AtRest(Mechanism m) {
    m.simulation.start = StartPosition::equilibrium;
    m.simulation.duration = m.simulation.outputInterval = 1e-4;
    run_ = run(m);
  }
  double operator()(const std::string& channel) const {
    return run_.trajectory.row(0)[*run_.trajectory.findChannel(channel)];
  }
  const RunSummary& summary() const { return run_.summary; }

 private:
  FinishedRun run_;
};

// What holds an end bends what is behind it: a motor that stands, a torsion spring with its share P L/k of
// the angle, and another link of rods.
TEST(BendingModel, RodsBendFromWhateverHoldsTheirEnd) {
  const BeamNumbers numbers;
  const double exact = 0.001 * std::pow(numbers.length, 3) / (3 * 20), share = calcRodsShare(10);
  const auto calcTip = [&](Mechanism m) {
    Trace tip;
    tip.id = "tip";
    tip.b = m.bodies.back().id;
    tip.atB = {m.bodies.back().length->value, 0.0};
    m.traces = {tip};
    return -AtRest(m)("tip.y");
  };
  Mechanism driven = makeCantilever(BendingModel::rods, 10);
  driven.joints[0].kind = Revolute{};
  Mechanism sprung = driven;
  Drive motor;
  motor.id = "motor";
  motor.joint = "root";
  motor.kind = ConstantSpeed{0.0, 0.0};
  driven.drives = {motor};
  EXPECT_NEAR(calcTip(driven) / exact, share, 1e-6);
  TorsionSpring spring;
  spring.b = "bar";
  spring.stiffness = 100;
  sprung.forces.push_back(makeForce("spring", spring));
  EXPECT_NEAR(calcTip(sprung), exact * share + 0.001 * std::pow(numbers.length, 2) / 100, 1e-6 * exact);
  // The halves of a bar.
  Mechanism two = makeCantilever(BendingModel::rods, 40);
  two.bodies[0].length = numbers.length / 2;
  two.bodies.push_back(two.bodies[0]);
  two.bodies[1].id = "other";
  two.bodies[1].pose.x = numbers.length / 2;
  two.joints.push_back(makeJoint("weld", Weld{}, "bar", "other", {numbers.length / 2, 0.0}));
  std::get<Load>(two.forces[0].kind).b = "other";
  std::get<Load>(two.forces[0].kind).atB = {numbers.length / 2, 0.0};
  EXPECT_NEAR(calcTip(two) / exact, 1, 3e-4);
}

// A couple turns the section of its point, whatever joint is between the same bodies: a cantilever that a
// moment bends at its tip is an arc, w = M L^2/(2 E J) with any number of rods, and half of its angle is left
// when it acts in the middle, w = M (L/2)^2/(2 E J) + M (L/2)/(E J) L/2. A torsion spring likewise.
TEST(BendingModel, CouplesTurnTheSectionOfTheirPoint) {
  const BeamNumbers numbers;
  const double moment = 1e-4, length = numbers.length, tip = moment * length * length / (2 * 20);
  const auto calcTip = [&](BendingModel model, int count, const ForceKind& couple) {
    Mechanism m = makeCantilever(model, count);
    m.forces = {makeForce("couple", couple)};
    Trace trace;
    trace.id = "tip";
    trace.b = "bar";
    trace.atB = {length, 0.0};
    m.traces = {trace};
    return AtRest(m)("tip.y");
  };
  Torque torque;
  torque.b = "bar";
  torque.moment.text = "1e-4";
  torque.atB = {length, 0.0};
  for (const int n : {4, 11}) EXPECT_NEAR(calcTip(BendingModel::rods, n, torque), tip, 1e-6 * tip) << n;
  EXPECT_NEAR(calcTip(BendingModel::modal, 8, torque), tip, 0.03 * tip);
  Torque middle = torque;
  middle.atB = {length / 2, 0.0};
  EXPECT_NEAR(calcTip(BendingModel::rods, 40, middle), 0.75 * tip, 0.02 * tip);
  TorsionSpring spring;
  spring.b = "bar";
  spring.preload = moment;
  spring.atB = {length, 0.0};
  EXPECT_NEAR(calcTip(BendingModel::rods, 11, spring), tip, 1e-6 * tip);
  // On the frame, which has no sections, the other way round.
  Torque back;
  back.a = "bar";
  back.b = kFrame;
  back.moment.text = "-1e-4";
  back.atA = {length, 0.0};
  EXPECT_NEAR(calcTip(BendingModel::rods, 11, back), tip, 1e-6 * tip);
}

// On a bar that a pin holds, a couple at the other end first turns that end: the deflection of a rod has the
// sign of the moment, and the pin's rod stays behind.
TEST(BendingModel, ACoupleAtTheFarEndMovesTheFarRodFirst) {
  Mechanism m = makeCantilever(BendingModel::rods, 10);
  m.joints[0].kind = Revolute{};
  Torque torque;
  torque.b = "bar";
  torque.moment.text = "1";
  torque.atB = {BeamNumbers{}.length, 0.0};
  m.forces = {makeForce("couple", torque)};
  m.simulation.duration = m.simulation.outputInterval = 1e-6;
  const FinishedRun moved = run(m);
  EXPECT_GT(moved.last("bar_10.alpha"), 0);
  EXPECT_GT(moved.last("bar_10.alpha"), 10 * std::abs(moved.last("bar.alpha")));
}

// A rigid bar knows no sections: a moment without a point acts through the joint of its bodies, and one with
// a point there.
TEST(DivideBar, MomentsOfARigidBarActAtTheirPointOrThroughTheJoint) {
  Mechanism beam = makeBeam(true);
  beam.joints[0].atB = {kBeamLength, 0.0};
  Torque torque;
  torque.b = "bar";
  torque.moment.text = "1";
  beam.forces = {makeForce("couple", torque)};
  const auto findBody = [&] {
    auto divided = divideBar(beam, beam, "bar", {4, kBending});
    EXPECT_TRUE(divided) << describe(divided.error());
    return std::get<Torque>(divided->forces[0].kind).b;
  };
  EXPECT_EQ(findBody(), "bar_4");
  std::get<Torque>(beam.forces[0].kind).atB = {0.0, 0.002};
  EXPECT_EQ(findBody(), "bar");
}

// A cantilever with a load at its tip: M = -P (L - x), V = P, and the greatest stress P L h/(2 J) in the
// wall.
TEST(BendingModel, RodsTellOfMomentShearAndStress) {
  Mechanism m = makeCantilever(BendingModel::rods, 7);
  const double load = 0.001, length = m.bodies[0].length->value;
  auto& section = std::get<TypedSection>(m.bodies[0].flexible->section.kind);
  section.height = 0.01;
  m.bodies[0].flexible->material.yield = 1.0;
  const AtRest at(m);
  const double perMoment = 0.005 / section.secondMoment.value, slack = 1e-6 * load * length;
  const char* const places[] = {"start", "quarter", "middle", "three_quarters", "end"};
  for (int i = 0; i < 5; ++i) {
    const std::string place = places[i];
    const double moment = -load * length * (1 - i / 4.0);
    EXPECT_NEAR(at("bar.bending_moment_" + place), moment, slack) << i;
    EXPECT_NEAR(at("bar.shear_" + place), load, 1e-6 * load) << i;
    EXPECT_NEAR(at("bar.bending_stress_" + place), moment * perMoment, slack * perMoment) << i;
  }
  EXPECT_NEAR(at("bar.stress"), load * length * perMoment, slack * perMoment);
  EXPECT_EQ(at("bar.stress_at"), 0);
  EXPECT_NEAR(at("bar.strain_energy"), -load * at("bar.tip_deflection") / 2, 1e-9);
  ASSERT_EQ(at.summary().bends.size(), 1U);
  EXPECT_EQ(at.summary().bends[0].link, "bar");
  EXPECT_NEAR(at.summary().bends[0].stress, load * length * perMoment, slack * perMoment);
  EXPECT_NE(describe(at.summary().problems).find("the material yields at"), std::string::npos);
}

// Rods and modes that swing: the end of what is drawn is where the run has it, and its stress the greatest.
TEST(BendingModel, LinksAreDrawnWhereTheRunHasThem) {
  for (const BendingModel model : {BendingModel::rods, BendingModel::modal}) {
    Mechanism m = makeCantilever(model, 7);
    m.gravity = {0.0, -9.81};
    std::get<TypedSection>(m.bodies[0].flexible->section.kind).height = 0.01;
    m.joints[0].kind = Revolute{};
    Trace tip;
    tip.id = "tip";
    tip.b = "bar";
    tip.atB = {m.bodies[0].length->value, 0.01};
    m.traces = {tip};
    m.simulation.duration = 0.2;
    const FinishedRun r = run(m);
    BodyPoses poses(m, r.trajectory, 0);
    double bends = 0;
    for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
      const auto row = r.trajectory.row(i);
      poses.moveTo(i);
      const Corner end = poses.place("bar", {tip.atB.x.value, tip.atB.y.value});
      EXPECT_NEAR(end.x, r.value(row, "tip.x"), 1e-9);
      EXPECT_NEAR(end.y, r.value(row, "tip.y"), 1e-9);
      const double stress = r.value(row, "bar.stress");
      EXPECT_NEAR(poses.calcStress("bar", {r.value(row, "bar.stress_at"), 0}), stress, 1e-3 * stress);
      bends = std::max(bends, std::abs(r.value(row, "bar.tip_deflection")));
    }
    EXPECT_GT(bends, 0.005) << "or a straight link would do";
  }
}

// The first two frequencies of the cantilever; the error of rods falls with the square of h = L/(n - 1/2).
TEST(BendingModel, FrequenciesOfRodsComeNearerAsTheSquareOfTheirNumber) {
  const BeamNumbers numbers;
  const double unit =
      std::sqrt(20 / (numbers.massPerLength * std::pow(numbers.length, 4))) / (2 * std::numbers::pi);
  for (const std::size_t j : {0U, 1U}) {
    const double exact = std::pow(j == 0 ? 1.875104068711961 : 4.694091132974175, 2) * unit;
    const auto calcError = [&](BendingModel model, int rods) {
      const auto found = NaturalModes::find(makeCantilever(model, rods));
      EXPECT_TRUE(found) << describe(found.error());
      return found->modes()[j].frequency() / exact - 1;
    };
    EXPECT_NEAR(calcError(BendingModel::modal, 2), 0, 1e-9) << j;
    const double coarse = calcError(BendingModel::rods, 10), fine = calcError(BendingModel::rods, 20);
    EXPECT_LT(std::abs(fine), 0.02);
    EXPECT_NEAR(coarse / fine, std::pow(19.5 / 9.5, 2), 0.05) << j;
  }
}

TEST(BendingModel, WhatRodsCannotDoIsRefused) {
  const auto why = [](const Mechanism& m) {
    const Problems problems = validate(m);
    return problems.empty() ? std::string() : problems.front().where + ": " + problems.front().what;
  };
  EXPECT_EQ(why(makeCantilever(BendingModel::rods, 10)), "");
  EXPECT_EQ(why(makeCantilever(BendingModel::rods, 1)),
            "/bodies/0/flexible/rods: body bar: rods is 1; it must be a whole number from 2 to 200");
  Mechanism damped = makeCantilever(BendingModel::rods, 10);
  damped.bodies[0].flexible->damping.kind = DampingRatio{0.02};
  EXPECT_EQ(why(damped),
            "/bodies/0/flexible/damping: body bar: rods are damped by beta of Rayleigh's damping alone");
  Mechanism guide = makeCantilever(BendingModel::rods, 10);
  guide.bodies.push_back(makeBody("block", 1, 1, {0.5, 0.0, 0.0, {}}));
  guide.joints.push_back(makeJoint("along", Slot{}, "bar", "block", {}, {}));
  EXPECT_EQ(
      why(guide),
      "/bodies/0/flexible/model: joint along leads along bar, and would lead along one of the rods only");
}

TEST(DivideBar, SaysWhyNot) {
  Mechanism beam = makeBeam(true);
  const auto why = [&](const std::string& bar, BarDivision division) {
    const auto divided = divideBar(beam, beam, bar, division);
    return divided ? std::string() : divided.error().front().where + ": " + divided.error().front().what;
  };
  EXPECT_EQ(why("bat", {3, 1}), "/bodies: there is no body \"bat\"");
  EXPECT_EQ(why("bar", {1, 1}), "/bodies/0: a bar is divided into 2 to 200 rods, not 1");
  EXPECT_EQ(why("bar", {3, 0}), "/bodies/0: the bending stiffness E J must be greater than zero");
  beam.bodies[0].center.x = 0.2;
  EXPECT_NE(why("bar", {3, 1}).find("centre of mass of bar"), std::string::npos);
  beam = makeBeam(true);
  beam.bodies[0].inertia = 1e-6;
  EXPECT_NE(why("bar", {3, 1}).find("less than that of a uniform bar"), std::string::npos);
  beam = makeBeam(true);
  beam.bodies.push_back(makeBody("block", 1, 1, {}));
  beam.joints.push_back(makeJoint("way", Slot{}, "bar", "block", {}, {}));
  EXPECT_NE(why("bar", {3, 1}).find("joint way leads along bar"), std::string::npos);
}

}  // namespace
}  // namespace clank::test
