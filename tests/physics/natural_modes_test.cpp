// SPDX-License-Identifier: GPL-3.0-or-later
// Natural frequencies against closed forms, and against an energy that is differentiated here.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <functional>
#include <numbers>

#include "core/simulation/natural_modes.h"
#include "tests/support/contacts.h"
#include "tests/support/flexible.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kPi = std::numbers::pi;
using Kind = NaturalMode::Kind;

NaturalModes findModes(const Mechanism& m, double at = 0) {
  auto found = NaturalModes::find(m, at);
  EXPECT_TRUE(found) << describe(found.error());
  return std::move(*found);
}

double toHertz(double squared) {
  return std::sqrt(squared) / (2 * kPi);
}

// A uniform rod of length l and mass m with its origin at one end.
Body makeRod(std::string id, double mass, double length, Pose pose = {}) {
  return makeBody(std::move(id), mass, mass * length * length / 12, std::move(pose), {length / 2, 0.0});
}

Mechanism makePendulum(double angle) {
  Mechanism m;
  m.bodies = {makeBody("rod", 2, 0.3, {0.0, 0.0, angle, {}}, {0.4, 0.0})};
  m.joints = {makeJoint("A", Revolute{}, kFrame, "rod")};
  return m;
}

TEST(NaturalModes, CompoundPendulum) {
  const NaturalModes found = findModes(makePendulum(-kPi / 2));
  ASSERT_EQ(found.modes().size(), 1u);
  const NaturalMode& mode = found.modes()[0];
  EXPECT_EQ(mode.kind, Kind::oscillation);
  EXPECT_NEAR(mode.frequency(), toHertz(2 * kG * 0.4 / (0.3 + 2 * 0.16)), 1e-10);
  EXPECT_EQ(mode.dampingRatio(), 0);
  EXPECT_NEAR(mode.kinetic[0], 1, 1e-12);
  EXPECT_LT(found.unrest(), 1e-12);
}

TEST(NaturalModes, PendulumOnItsHeadFallsOver) {
  const NaturalModes found = findModes(makePendulum(kPi / 2));
  EXPECT_EQ(found.modes()[0].kind, Kind::divergence);
  EXPECT_NEAR(found.modes()[0].root.real(), std::sqrt(2 * kG * 0.4 / (0.3 + 2 * 0.16)), 1e-10);
  EXPECT_EQ(found.modes()[0].frequency(), 0);
}

TEST(NaturalModes, LevelPendulumIsNotAtRest) {
  // a = m g d/(J + m d^2) of the angle; the same motion of the whole mass: sqrt(J + m d^2)/sqrt(m) of it.
  EXPECT_NEAR(findModes(makePendulum(0)).unrest(), 2 * kG * 0.4 / std::sqrt(0.62) / std::sqrt(2.0), 1e-12);
}

// A mass on a level rail between the frame and a spring with a damper.
Mechanism makeSlider(double stiffness, double damping) {
  Mechanism m;
  m.bodies = {makeBody("block", 3, 0.1, {1.0, 0.0, 0.0, {}})};
  m.joints = {makeJoint("rail", Prismatic{}, kFrame, "block")};
  Spring spring;
  spring.b = "block";
  spring.atA = {-1.0, 0.0};
  spring.stiffness = stiffness;
  spring.freeLength = 2;
  spring.damping = damping;
  m.forces = {makeForce("spring", spring)};
  return m;
}

TEST(NaturalModes, MassOnASpring) {
  const NaturalMode mode = findModes(makeSlider(1200, 0)).modes()[0];
  EXPECT_NEAR(mode.frequency(), toHertz(400), 1e-10);
  EXPECT_EQ(mode.dampingRatio(), 0);
}

TEST(NaturalModes, DampersGiveARatio) {
  const double critical = 2 * std::sqrt(1200 * 3.0);
  const NaturalMode damped = findModes(makeSlider(1200, 0.1 * critical)).modes()[0];
  EXPECT_EQ(damped.kind, Kind::oscillation);
  EXPECT_NEAR(damped.frequency(), toHertz(400), 1e-9);
  EXPECT_NEAR(damped.dampingRatio(), 0.1, 1e-10);
  const NaturalModes creeping = findModes(makeSlider(1200, 2 * critical));
  ASSERT_EQ(creeping.modes().size(), 2u);
  EXPECT_EQ(creeping.modes()[0].kind, Kind::decay);
  EXPECT_NEAR(creeping.modes()[0].root.real(), -20 * (2 - std::sqrt(3.0)), 1e-8);
  EXPECT_NEAR(creeping.modes()[1].root.real(), -20 * (2 + std::sqrt(3.0)), 1e-8);
}

TEST(NaturalModes, ViscousFrictionOfAJointDamps) {
  Mechanism m = makeSlider(1200, 0);
  m.joints[0].friction.emplace().viscous = 12;
  EXPECT_NEAR(findModes(m).modes()[0].dampingRatio(), 0.1, 1e-10);
}

TEST(NaturalModes, NothingBringsAFreeSliderBack) {
  Mechanism m = makeSlider(0, 0);
  const NaturalModes found = findModes(m);
  ASSERT_EQ(found.modes().size(), 1u);
  EXPECT_EQ(found.modes()[0].kind, Kind::neutral);
  m.joints[0].friction.emplace().viscous = 12;
  const NaturalModes braked = findModes(m);
  ASSERT_EQ(braked.modes().size(), 2u);
  EXPECT_EQ(braked.modes()[0].kind, Kind::neutral);
  EXPECT_EQ(braked.modes()[1].kind, Kind::decay);
  EXPECT_NEAR(braked.modes()[1].root.real(), -4, 1e-9);
}

// A drive holds its coordinate.
TEST(NaturalModes, DrivesHold) {
  Mechanism m = makePendulum(-kPi / 2);
  Drive drive;
  drive.id = "motor";
  drive.joint = "A";
  drive.kind = ConstantSpeed{};
  m.drives = {drive};
  EXPECT_TRUE(findModes(m).modes().empty());
}

// Two equal uniform rods: w^2 = 3 (1 -+ 2/sqrt(7)) g/l.
TEST(NaturalModes, DoublePendulum) {
  Mechanism m;
  m.bodies = {makeRod("one", 2, 0.5, {0.0, 0.0, -kPi / 2, {}}),
              makeRod("two", 2, 0.5, {0.0, -0.5, -kPi / 2, {}})};
  m.joints = {makeJoint("A", Revolute{}, kFrame, "one"),
              makeJoint("B", Revolute{}, "one", "two", {0.5, 0.0})};
  const NaturalModes found = findModes(m);
  ASSERT_EQ(found.modes().size(), 2u);
  for (const int k : {0, 1})
    EXPECT_NEAR(found.modes()[static_cast<std::size_t>(k)].frequency(),
                toHertz(3 * (1 + (k == 0 ? -2 : 2) / std::sqrt(7.0)) * kG / 0.5), 1e-9);
  EXPECT_NEAR(found.modes()[1].kinetic[0] + found.modes()[1].kinetic[1], 1, 1e-12);
}

// Ziegler's column: 2 m at the knee, m at the end, springs k, a force P that follows the upper rod. It
// flutters from P l = (7/2 - sqrt(2)) k.
TEST(NaturalModes, ZieglersColumnFlutters) {
  for (const auto& [push, kind] : {std::pair{2.08, Kind::oscillation}, std::pair{2.09, Kind::flutter}}) {
    Mechanism m;
    m.gravity = {0.0, 0.0};
    m.bodies = {makeBody("lower", 2, 1e-9, {}, {1.0, 0.0}),
                makeBody("upper", 1, 1e-9, {1.0, 0.0, 0.0, {}}, {1.0, 0.0})};
    m.joints = {makeJoint("A", Revolute{}, kFrame, "lower"),
                makeJoint("B", Revolute{}, "lower", "upper", {1.0, 0.0})};
    TorsionSpring one, two;
    one.b = two.a = "lower";
    two.b = "upper";
    one.stiffness = two.stiffness = 1;
    Load load;
    load.b = "upper";
    load.atB = {1.0, 0.0};
    load.fx.text = std::to_string(-push);
    load.fy.text = "0";
    load.axes = LoadAxes::body;
    m.forces = {makeForce("k1", one), makeForce("k2", two), makeForce("P", load)};
    const NaturalModes found = findModes(m);
    ASSERT_FALSE(found.modes().empty());
    EXPECT_EQ(found.modes()[0].kind, kind) << push;
  }
}

// cos(l) cosh(l) = -1.
TEST(NaturalModes, CantileverHasItsExactRoots) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  const BeamNumbers beam;
  m.bodies = {makeBeam("arm", beam, 4)};
  m.joints = {makeJoint("wall", Weld{}, kFrame, "arm")};
  const NaturalModes found = findModes(m);
  ASSERT_EQ(found.modes().size(), 4u);
  const double roots[] = {1.8751040687119611, 4.694091132974175, 7.854757438237613, 10.995540734875467};
  for (std::size_t k = 0; k < 4; ++k) {
    const double exact = toHertz(std::pow(roots[k], 4) * beam.bending / beam.massPerLength);
    EXPECT_NEAR(found.modes()[k].frequency(), exact, 1e-9 * exact);
  }
}

TEST(NaturalModes, ModesKeepTheirDampingRatio) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBeam("arm", {}, 3)};
  m.bodies[0].flexible->damping.kind = DampingRatio{0.02};
  m.joints = {makeJoint("wall", Weld{}, kFrame, "arm")};
  const NaturalModes found = findModes(m);
  ASSERT_EQ(found.modes().size(), 3u);
  for (const NaturalMode& mode : found.modes()) EXPECT_NEAR(mode.dampingRatio(), 0.02, 1e-9);
}

// A free beam, from modes of a clamped one: it turns and moves as it likes, and swings as cos(l) cosh(l) = 1
// has it, the better the more modes there are.
TEST(NaturalModes, FreeBeamFromOtherModes) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  const BeamNumbers beam;
  m.bodies = {makeBeam("bar", beam, 12)};
  const NaturalModes found = findModes(m);
  ASSERT_EQ(found.modes().size(), 15u);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(found.modes()[k].kind, Kind::neutral) << k;
  const double exact = toHertz(std::pow(4.730040744862704, 4) * beam.bending / beam.massPerLength);
  EXPECT_NEAR(found.modes()[3].frequency(), exact, 1e-3 * exact);
  EXPECT_GE(found.modes()[3].frequency(), exact);
}

// A four-bar with a spring, hanging in its equilibrium: w^2 = V"/m of its one coordinate, with V and the mass
// from positions found here by intersecting circles.
struct FourBar {
  static constexpr double crank = 0.3, coupler = 0.8, rocker = 0.6, ground = 0.9, stiffness = 150, free = 0.5;
  struct Position {
    std::complex<double> B, C;
    double coupler = 0, rocker = 0;  // angles
  };
  static Position place(double angle) {
    Position p;
    p.B = std::polar(crank, angle);
    const std::complex<double> to = ground - p.B;
    const double d = std::abs(to);
    const double a =
        (d * d + FourBar::coupler * FourBar::coupler - FourBar::rocker * FourBar::rocker) / (2 * d);
    p.C = p.B + to / d * std::complex<double>(a, std::sqrt(FourBar::coupler * FourBar::coupler - a * a));
    p.coupler = std::arg(p.C - p.B);
    p.rocker = std::arg(p.C - ground);
    return p;
  }
  static double potential(double angle) {
    const Position p = place(angle);
    const double heights = 1 * p.B.imag() / 2 + 2 * (p.B + p.C).imag() / 2 + 1.5 * p.C.imag() / 2;
    const double stretch = std::abs(p.C - std::complex<double>(0.2, -0.4)) - free;
    return kG * heights + stiffness * stretch * stretch / 2;
  }
  static double mass(double angle) {  // 2 T at a rate of 1
    constexpr double h = 1e-4;
    const auto rate = [&](const auto& what) {
      return (8.0 * (what(angle + h) - what(angle - h)) - (what(angle + 2 * h) - what(angle - 2 * h))) /
             (12 * h);
    };
    const auto rod = [&](double m, double l, double turn, std::complex<double> center) {
      return m * std::norm(center) + m * l * l / 12 * turn * turn;
    };
    return rod(1, crank, 1, rate([](double x) { return place(x).B / 2.0; })) +
           rod(2, FourBar::coupler, rate([](double x) { return place(x).coupler; }),
               rate([](double x) { return (place(x).B + place(x).C) / 2.0; })) +
           rod(1.5, FourBar::rocker, rate([](double x) { return place(x).rocker; }),
               rate([](double x) { return (ground + place(x).C) / 2.0; }));
  }
};

TEST(NaturalModes, FourBarWithASpring) {
  const auto slope = [](double x) {
    constexpr double h = 1e-3;
    return (8 * (FourBar::potential(x + h) - FourBar::potential(x - h)) -
            (FourBar::potential(x + 2 * h) - FourBar::potential(x - 2 * h))) /
           (12 * h);
  };
  const auto curvature = [&](double x) { return (slope(x + 1e-3) - slope(x - 1e-3)) / 2e-3; };
  double angle = -2;
  for (int i = 0; i < 50; ++i) angle -= slope(angle) / std::abs(curvature(angle));
  ASSERT_GT(curvature(angle), 0);
  const FourBar::Position p = FourBar::place(angle);
  Mechanism m;
  m.bodies = {makeRod("crank", 1, FourBar::crank, {0.0, 0.0, angle, {}}),
              makeRod("coupler", 2, FourBar::coupler, {p.B.real(), p.B.imag(), p.coupler, {}}),
              makeRod("rocker", 1.5, FourBar::rocker, {FourBar::ground, 0.0, p.rocker, {}})};
  m.joints = {
      makeJoint("A", Revolute{}, kFrame, "crank"),
      makeJoint("B", Revolute{}, "crank", "coupler", {FourBar::crank, 0.0}),
      makeJoint("C", Revolute{}, "coupler", "rocker", {FourBar::coupler, 0.0}, {FourBar::rocker, 0.0}),
      makeJoint("D", Revolute{}, kFrame, "rocker", {FourBar::ground, 0.0})};
  Spring spring;
  spring.b = "rocker";
  spring.atA = {0.2, -0.4};
  spring.atB = {FourBar::rocker, 0.0};
  spring.stiffness = FourBar::stiffness;
  spring.freeLength = FourBar::free;
  m.forces = {makeForce("spring", spring)};
  const NaturalModes found = findModes(m);
  ASSERT_EQ(found.modes().size(), 1u);
  EXPECT_LT(found.unrest(), 1e-6);
  const double expected = toHertz(curvature(angle) / FourBar::mass(angle));
  EXPECT_NEAR(found.modes()[0].frequency(), expected, 1e-6 * expected);
  // Its shape keeps the joints closed, and is what it says.
  const auto row = found.calcShapeRow(0, kPi / 3, 0.05);
  EXPECT_NE(row, found.calcShapeRow(0, 0, 0.05));
}

// A ball that rests on a compliant floor, N = K d^(3/2) = m g: stiffness 3 N/(2 d). It may roll and slide.
TEST(NaturalModes, BallOnACompliantFloor) {
  constexpr double stiffness = 1e6, radius = 0.05;
  const double depth = std::pow(kG / stiffness, 2.0 / 3);
  Mechanism m;
  m.bodies = {makeBody("ball", 1, 1e-3, {0.0, radius - depth, 0.0, {}})};
  ContactPair floor = makeContact("ground", "ball", makeFloor(), 1);
  floor.radius = radius;
  floor.law = ContactLaw::hertz;
  floor.compliance = Compliance{};
  floor.compliance->stiffness = stiffness;
  m.contacts = {floor};
  const NaturalModes found = findModes(m);
  ASSERT_EQ(found.modes().size(), 3u);
  EXPECT_EQ(found.modes()[1].kind, Kind::neutral);
  EXPECT_LT(found.unrest(), 1e-9);
  EXPECT_NEAR(found.modes()[2].frequency(), toHertz(1.5 * kG / depth), 1e-8 * toHertz(1.5 * kG / depth));
}

// The position is that of the run: a falling pendulum has swung through to the other side.
TEST(NaturalModes, AtATimeOfTheRun) {
  Mechanism m = makePendulum(-kPi / 2 + 0.5);
  m.simulation.duration = 2;
  m.simulation.outputInterval = 0.1;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-11;
  const double angle = run([&] {
                         Mechanism short_ = m;
                         short_.simulation.duration = 0.37;
                         return short_;
                       }())
                           .last("rod.angle");
  const NaturalModes found = findModes(m, 0.37);
  EXPECT_EQ(found.time(), 0.37);
  // V" of the position, a steady moment holding it.
  EXPECT_NEAR(found.modes()[0].frequency(), toHertz(2 * kG * 0.4 * -std::sin(angle) / 0.62), 1e-8);
}

// A cantilever on a hub that turns evenly, in its plane: with w L^2 sqrt(rho A/(E J)) = 10 the first
// frequency is 5.0490 in that unit (Wright 1982: 11.2023 across the plane, squared less 100), 3.5160 at rest.
TEST(NaturalModes, ABeamThatTurnsHasItsCentrifugalStiffness) {
  const BeamNumbers numbers;
  const double unit = std::sqrt(numbers.bending / numbers.massPerLength) / (numbers.length * numbers.length);
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBeam("bar", numbers, 8)};
  m.bodies[0].velocity.omega = 10 * unit;
  m.joints = {makeJoint("hub", Revolute{}, kFrame, "bar")};
  Drive drive;
  drive.id = "motor";
  drive.joint = "hub";
  drive.kind = ConstantSpeed{0.0, 10 * unit};
  m.drives = {drive};
  const auto found = NaturalModes::find(m);
  ASSERT_TRUE(found) << describe(found.error());
  EXPECT_TRUE(found->countsMotion() && *found->countsMotion());
  EXPECT_NEAR(found->modes()[0].frequency() * 2 * std::numbers::pi / unit, 5.0490, 1e-3);
}

}  // namespace
}  // namespace clank::test
