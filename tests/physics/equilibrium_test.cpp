// SPDX-License-Identifier: GPL-3.0-or-later
// Static equilibrium against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/simulation/equilibrium.h"
#include "tests/support/flexible.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kTurnHalf = std::numbers::pi;

Equilibrium settleDrawing(const Mechanism& m) {
  const auto found = findEquilibrium(m);
  EXPECT_TRUE(found) << describe(found.error());
  if (found) return *found;
  Equilibrium nothing;
  nothing.bodies.resize(m.bodies.size());
  return nothing;
}

// From level, from nearly upright and from upright: it hangs.
TEST(Equilibrium, PendulumHangs) {
  for (const double angle : {0.0, 1.5, kTurnHalf / 2}) {
    Mechanism m;
    m.bodies = {makeBody("rod", 2, 0.3, {0.0, 0.0, angle, {}}, {0.4, 0.0})};
    m.joints = {makeJoint("A", Revolute{}, kFrame, "rod")};
    EXPECT_NEAR(std::cos(settleDrawing(m).bodies[0].angle), 0, 1e-10);
    EXPECT_NEAR(std::sin(settleDrawing(m).bodies[0].angle), -1, 1e-10);
  }
}

// A chain of equal rods between two pins: pin k from the left has a vertical force (N/2 - k) w beside the
// level force H, and halfway between two pins stands the rod's own weight, so tan(angle_k) = (k - (N - 1)/2)
// w/H.
TEST(Equilibrium, HangingChain) {
  constexpr int rods = 8;
  constexpr double length = 0.25, mass = 0.5, span = 1.4;
  const auto spanOf = [&](double slope) {
    double sum = 0;
    for (int k = 0; k < rods; ++k) sum += length * std::cos(std::atan((k - (rods - 1) / 2.0) * slope));
    return sum;
  };
  double low = 0, high = 10;  // w/H
  for (int i = 0; i < 200; ++i) (spanOf((low + high) / 2) > span ? low : high) = (low + high) / 2;
  Mechanism m;
  // Drawn as a polygon on a circle through both pins.
  double turn = 0;
  for (double a = 1e-3; a < kTurnHalf / rods; a += 1e-6)
    if (double chord = length * std::sin(rods * a) / std::sin(a); chord < span) {
      turn = a;
      break;
    }
  double x = 0, y = 0;
  for (int k = 0; k < rods; ++k) {
    const double angle = (2 * k - (rods - 1)) * turn;
    m.bodies.push_back(makeBody("rod" + std::to_string(k), mass, mass * length * length / 12,
                                {x, y, angle, {}}, {length / 2, 0.0}));
    m.joints.push_back(makeJoint("J" + std::to_string(k), Revolute{},
                                 k == 0 ? std::string(kFrame) : "rod" + std::to_string(k - 1),
                                 "rod" + std::to_string(k), {k == 0 ? 0.0 : length, 0.0}));
    x += length * std::cos(angle);
    y += length * std::sin(angle);
  }
  m.joints.push_back(
      makeJoint("end", Revolute{}, "rod" + std::to_string(rods - 1), kFrame, {length, 0.0}, {span, 0.0}));
  const Equilibrium found = settleDrawing(m);
  ASSERT_EQ(found.bodies.size(), std::size_t(rods));
  for (int k = 0; k < rods; ++k)
    EXPECT_NEAR(found.bodies[static_cast<std::size_t>(k)].angle, std::atan((k - (rods - 1) / 2.0) * low),
                1e-9)
        << k;
}

// w L^4/(8 EI); modes leave little of it out.
TEST(Equilibrium, CantileverSags) {
  Mechanism m;
  const BeamNumbers beam;
  m.bodies = {makeBeam("arm", beam, 6)};
  m.bodies[0].flexible->foreshortening = false;
  m.joints = {makeJoint("wall", Weld{}, kFrame, "arm")};
  const double sag = beam.massPerLength * kG / (8 * beam.bending);
  EXPECT_NEAR(settleDrawing(m).bodies[0].deflection, -sag, 1e-5 * sag);
}

// m g = k (l - l0).
TEST(Equilibrium, MassHangsOnItsSpring) {
  Mechanism m;
  m.bodies = {makeBody("mass", 3, 0.1, {0.0, -0.4, 0.0, {}})};
  Spring spring;
  spring.b = "mass";
  spring.stiffness = 300;
  spring.freeLength = 0.5;
  m.forces = {makeForce("spring", spring)};
  const auto found = settleDrawing(m);
  EXPECT_NEAR(found.bodies[0].x, 0, 1e-9);
  EXPECT_NEAR(found.bodies[0].y, -0.5 - 3 * kG / 300, 1e-9);
}

TEST(Equilibrium, WhatNothingHoldsIsNamed) {
  Mechanism m;
  m.bodies = {makeBody("stone", 3, 0.1)};
  const auto found = findEquilibrium(m);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error()[0].where, "/bodies/0");
  EXPECT_NE(found.error()[0].what.find("nothing holds body stone"), std::string::npos);
}

// A clamped beam that starts in equilibrium sags by m g L^4/(8 EI) and stays there, and one that starts
// straight swings about that. Eight modes leave 1e-6 of it out, and the foreshortening more than that.
TEST(Equilibrium, AsAStartStays) {
  Mechanism m;
  m.bodies = {makeBeam("arm", {}, 8)};
  m.joints = {makeJoint("wall", Weld{}, kFrame, "arm")};
  m.simulation.duration = 0.05;
  m.simulation.start = StartPosition::equilibrium;
  const double sag = 0.8482300164692441 * 9.81 / (8 * 541.27);
  const auto r = run(m);
  EXPECT_NEAR(r.value(r.trajectory.row(0), "arm.tip_deflection"), -sag, 1e-4 * sag);
  EXPECT_NEAR(r.last("arm.tip_deflection"), r.value(r.trajectory.row(0), "arm.tip_deflection"), 1e-10 * sag);
  m.simulation.start = StartPosition::drawn;
  EXPECT_EQ(run(m).trajectory.row(0)[0], 0);
  EXPECT_EQ(run(m).value(run(m).trajectory.row(0), "arm.tip_deflection"), 0);
}

// The drawn velocities begin there; a drive keeps its place; and what nothing holds is told.
TEST(Equilibrium, AsAStartKeepsVelocitiesAndTellsWhatFalls) {
  Mechanism m;
  m.bodies = {makeBody("rod", 2, 0.3, {}, {0.4, 0.0})};
  m.bodies[0].velocity.omega = 1.5;
  m.joints = {makeJoint("A", Revolute{}, kFrame, "rod")};
  m.simulation.duration = 0.01;
  m.simulation.start = StartPosition::equilibrium;
  const auto r = run(m);
  EXPECT_NEAR(r.value(r.trajectory.row(0), "rod.angle"), -kTurnHalf / 2, 1e-9);
  EXPECT_NEAR(r.value(r.trajectory.row(0), "rod.omega"), 1.5, 1e-12);
  m.joints.clear();
  const auto falls = Simulator::create(m);
  ASSERT_FALSE(falls);
  EXPECT_NE(falls.error().front().what.find("nothing holds body rod"), std::string::npos);
}

// A bar that falls onto a floor leans on it; a pin with play rests in the bottom of its hole.
TEST(Equilibrium, IsBoundedByWhatIsMetOnTheWay) {
  Mechanism m;
  m.bodies = {makeBody("bar", 1, 0.01, {0.0, 0.0, 0.3, {}}, {0.15, 0.0})};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "bar")};
  ContactPair floor;
  floor.id = "ground";
  floor.b = "bar";
  floor.atB = {0.3, 0.0};
  LineSurface line;
  line.from = {-2.0, -0.1};
  line.to = {3.0, -0.1};
  floor.surface = line;
  m.contacts = {floor};
  const auto leans = findEquilibrium(m);
  ASSERT_TRUE(leans) << describe(leans.error());
  EXPECT_NEAR(leans->bodies[0].angle, -std::asin(1.0 / 3), 1e-9);
  m.contacts.clear();
  m.bodies[0] = makeBody("bar", 2, 0.01, {}, {0.0, -0.1});
  Clearance play;
  play.bearing = 0.0105;
  play.journal = 0.01;
  m.joints[0].clearance = play;
  const auto hangs = findEquilibrium(m);
  ASSERT_TRUE(hangs) << describe(hangs.error());
  EXPECT_NEAR(hangs->bodies[0].y, -0.0005, 1e-9);
}

}  // namespace
}  // namespace clank::test
