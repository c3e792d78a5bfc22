// SPDX-License-Identifier: GPL-3.0-or-later
// Rigid contacts that hold with a greater coefficient at rest than in motion, against closed forms.
#include <cmath>
#include <numbers>
#include <vector>

#include "tests/support/blocks.h"
#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank {
namespace {

using namespace test;

constexpr double kAtRest = 0.5, kInMotion = 0.3;

MaterialPair makeSteel() {
  MaterialPair pair;
  pair.a = pair.b = "steel";
  pair.friction = kInMotion;
  pair.staticFriction = Quantity(kAtRest);
  return pair;
}

// A block of 1 kg that lies on a floor at an angle.
Mechanism makeBlock(double angle) {
  Mechanism m;
  Body block =
      makeSolidBlock("block", 0.1, 0.1, {-0.05 * std::sin(angle), 0.05 * std::cos(angle), angle, {}});
  block.touches = Touches::everything;
  m.bodies = {block};
  DrawnSurface floor;
  floor.id = "floor";
  floor.kind = makeFloor(angle);
  m.surfaces = {floor};
  m.materialPairs = {makeSteel()};
  m.gravity = {0.0, -kG};
  m.simulation.duration = 1;
  m.simulation.outputInterval = 0.01;
  return m;
}

void useFixedSteps(Mechanism& m, double step) {
  m.simulation.integrator = IntegratorKind::moreauJean;
  m.simulation.timeStep = step;
}

std::vector<double> timesOf(const FinishedRun& r, EventKind kind) {
  std::vector<double> times;
  for (const Receipt& receipt : r.trajectory.events())
    if (receipt.kind == kind) times.push_back(receipt.t);
  return times;
}

// tan(25 deg) = 0.466 is held at rest, though not in motion; tan(30 deg) = 0.577 is not.
TEST(StaticFriction, AnInclineIsHeldUpToTheCoefficientAtRest) {
  const double degree = std::numbers::pi / 180;
  for (const bool fixed : {false, true}) {
    Mechanism held = makeBlock(-25 * degree), slides = makeBlock(-30 * degree);
    if (fixed) useFixedSteps(held, 1e-3);
    if (fixed) useFixedSteps(slides, 1e-3);
    const FinishedRun rests = run(held), goes = run(slides);
    EXPECT_NEAR(rests.last("block.vx"), 0, 1e-9);
    const double a = kG * (std::sin(30 * degree) - kInMotion * std::cos(30 * degree));
    EXPECT_NEAR(goes.last("block.vx"), a * std::cos(30 * degree), fixed ? 5e-3 : 1e-9) << fixed;
  }
}

// One that slides down 25 deg already is not held: it comes to rest by itself, and rests then.
TEST(StaticFriction, WhatSlidesRubsWithTheCoefficientInMotion) {
  const double angle = 15 * std::numbers::pi / 180, speed = 1;
  Mechanism m = makeBlock(-angle);
  m.bodies[0].velocity.vx = speed * std::cos(angle);
  m.bodies[0].velocity.vy = -speed * std::sin(angle);
  m.simulation.duration = 4;
  const FinishedRun r = run(m);
  const double braked = kG * (kInMotion * std::cos(angle) - std::sin(angle));
  const auto sticks = timesOf(r, EventKind::stick);
  ASSERT_FALSE(sticks.empty());
  EXPECT_NEAR(sticks.front(), speed / braked, 1e-9);
  EXPECT_NEAR(r.last("block.vx"), 0, 1e-9);
}

// A spring that a belt stretches until the block lets go at x_s = mu_s m g/k with the belt's speed v. In
// motion it swings about x_k = mu_k m g/k, A = x_s - x_k above it at first, until it has the speed of the
// belt again, A below: tan(w t/2) = -A w/v. Then the belt carries it 2 A forward.
Mechanism makeStickSlip() {
  Mechanism m = makeBlock(0);
  m.surfaces[0].speed = 0.1;
  Spring spring;
  spring.atA = {-1.0, 0.05};
  spring.b = "block";
  spring.stiffness = 100;
  spring.freeLength = 1;
  m.forces = {makeForce("spring", spring)};
  m.simulation.duration = 4;
  return m;
}
struct StickSlip {
  double slides = 0, sticks = 0;  // s
};
StickSlip calcStickSlip() {
  const double w = 10, v = 0.1, A = (kAtRest - kInMotion) * kG / 100;
  return {(2 * std::numbers::pi - 2 * std::atan(A * w / v)) / w, 2 * A / v};
}

void expectStickSlip(const FinishedRun& r, double tolerance) {
  const StickSlip expected = calcStickSlip();
  const auto slips = timesOf(r, EventKind::slip), sticks = timesOf(r, EventKind::stick);
  ASSERT_GE(slips.size(), 4u);
  std::vector<double> sticksAfter;  // the first is from the start
  for (const double t : sticks)
    if (t > slips[0] && (sticksAfter.empty() || t > sticksAfter.back() + 0.1)) sticksAfter.push_back(t);
  std::vector<double> slipsAfter{slips[0]};
  for (const double t : slips)
    if (t > slipsAfter.back() + 0.1) slipsAfter.push_back(t);
  for (std::size_t i = 0; i + 1 < std::min(slipsAfter.size(), sticksAfter.size()); ++i) {
    EXPECT_NEAR(sticksAfter[i] - slipsAfter[i], expected.slides, tolerance) << i;
    EXPECT_NEAR(slipsAfter[i + 1] - sticksAfter[i], expected.sticks, tolerance) << i;
  }
}

TEST(StaticFriction, ABeltAndASpringStickAndSlip) {
  const FinishedRun r = run(makeStickSlip());
  expectStickSlip(r, 1e-8);
  EXPECT_NEAR(r.last("energy.residual"), 0, 1e-8);
}

TEST(StaticFriction, ABeltAndASpringStickAndSlipInFixedSteps) {
  Mechanism m = makeStickSlip();
  useFixedSteps(m, 1e-4);
  expectStickSlip(run(m), 2e-3);
}

// A force that grows lets it go at mu_s m g, and accelerates it by what mu_k leaves.
TEST(StaticFriction, AGrowingForceLetsGoAtTheCoefficientAtRest) {
  Mechanism m = makeBlock(0);
  Load load;
  load.b = "block";
  load.atB = {0.0, -0.04};  // low, so that it does not tip
  load.fx.text = "10*t";
  m.forces = {makeForce("push", load)};
  const FinishedRun r = run(m);
  const auto slips = timesOf(r, EventKind::slip);
  ASSERT_EQ(slips.size(), 2u) << "of either corner";
  const double t = kAtRest * kG / 10;
  EXPECT_NEAR(slips[0], t, 1e-9);
  // v = 5 (1 - t^2) - mu_k g (1 - t)
  EXPECT_NEAR(r.last("block.vx"), 5 * (1 - t * t) - kInMotion * kG * (1 - t), 1e-8);
}

// The same on a single point, whose force is unique: its own guard lets it go.
TEST(StaticFriction, APointLetsGoAtTheCoefficientAtRest) {
  Mechanism m;
  m.bodies = {makeBody("mass", 1, 0.1)};
  m.contacts = {makeContact("foot", "mass", makeFloor(), 0, kInMotion)};
  m.contacts[0].staticFriction = Quantity(kAtRest);
  m.gravity = {0.0, -kG};
  m.simulation.duration = 1;
  m.simulation.outputInterval = 0.01;
  Load load;
  load.b = "mass";
  load.fx.text = "10*t";
  m.forces = {makeForce("push", load)};
  const FinishedRun r = run(m);
  const auto slips = timesOf(r, EventKind::slip);
  ASSERT_EQ(slips.size(), 1u);
  const double t = kAtRest * kG / 10;
  EXPECT_NEAR(slips[0], t, 1e-9);
  EXPECT_NEAR(r.last("mass.vx"), 5 * (1 - t * t) - kInMotion * kG * (1 - t), 1e-8);
}

}  // namespace
}  // namespace clank
