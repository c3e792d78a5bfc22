// SPDX-License-Identifier: GPL-3.0-or-later
// Starts in change points: the speeds lie on a branch of the motion, and the ledger closes from there.
#include "core/simulation/start_tangents.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "core/dynamics/consistency.h"
#include "core/dynamics/system_compiler.h"
#include "core/simulation/assembly.h"
#include "core/simulation/simulator.h"
#include "core/simulation/start_position.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

using testing::HasSubstr;

constexpr double kPi = std::numbers::pi;

// A four-bar linkage whose bars lie on one line: crank a, coupler b and rocker c point along it (+1) or
// against it (-1), turned as a whole.
struct FlatFourBar {
  double a = 0.05, b = 0.12, c = 0.05;  // m
  std::array<double, 3> way{1, 1, 1};
  double turn = 0;
};

Mechanism makeFlat(const FlatFourBar& flat) {
  const auto& [a, b, c, way, turn] = flat;
  const double cosine = std::cos(turn), sine = std::sin(turn), atB = way[0] * a,
               ground = way[0] * a + way[1] * b - way[2] * c;
  const auto angle = [&flat](double sign) { return flat.turn + (sign > 0 ? 0 : kPi); };
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {
      makeBody("crank", 0.4, 1e-4, {0.0, 0.0, angle(way[0]), {}}, {a / 2, 0.0}),
      makeBody("coupler", 0.9, 1e-3, {atB * cosine, atB * sine, angle(way[1]), {}}, {b / 2, 0.0}),
      makeBody("rocker", 0.4, 1e-4, {ground * cosine, ground * sine, angle(way[2]), {}}, {c / 2, 0.0})};
  m.joints = {makeJoint("A", Revolute{}, kFrame, "crank"),
              makeJoint("B", Revolute{}, "crank", "coupler", {a, 0.0}),
              makeJoint("C", Revolute{}, "coupler", "rocker", {b, 0.0}, {c, 0.0}),
              makeJoint("D", Revolute{}, kFrame, "rocker", {ground * cosine, ground * sine})};
  return m;
}

void driveCrank(Mechanism& m, double speed) {
  Drive motor;
  motor.id = "motor";
  motor.joint = "A";
  motor.kind = ConstantSpeed{std::nullopt, speed};
  m.drives = {motor};
}

std::array<double, 3> findStartSpeeds(const Mechanism& m, Problems* notes = nullptr) {
  const System system = compileSystem(m).value();
  const auto start = assembleStart(system, m, notes);
  if (!start) {
    ADD_FAILURE() << start.error().front().what;
    return {};
  }
  const auto v = system.layout.speeds(start->y);
  return {v[2], v[5], v[8]};
}

// Small angles p, k and r of crank, coupler and rocker close the loop to second order where s1 a p + s2 b k =
// s3 c r and s1 a p^2 + s2 b k^2 = s3 c r^2. Of equal cranks r = p, or r = -p (1 + a/b)/(1 - a/b).
TEST(StartTangents, ADrivenParallelogramTakesABranchAndNamesTheOther) {
  for (const double turn : {0.0, 0.5, 2.7}) {
    Mechanism m = makeFlat({.turn = turn});
    driveCrank(m, kPi);
    Problems notes;
    EXPECT_NEAR(findStartSpeeds(m, &notes)[2], kPi, 1e-9);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_THAT(notes[0].what, HasSubstr("in 2 ways (1: rocker omega 3.14159 rad/s, 2: rocker omega -7.62958 "
                                         "rad/s;"));  // -17/7 pi
    m.simulation.startBranch = 2;
    EXPECT_NEAR(findStartSpeeds(m, &notes)[2], -17 * kPi / 7, 1e-8);
    EXPECT_THAT(notes.back().what, HasSubstr("it takes 2"));
    m.simulation.startBranch = 1;
    m.bodies[2].velocity.omega = -7.0;
    EXPECT_NEAR(findStartSpeeds(m)[2], -17 * kPi / 7, 1e-8);
  }
}

TEST(StartTangents, AtTheOtherDeadPointTheRatioIsTheInverse) {
  Mechanism m = makeFlat({.way = {-1, 1, -1}});
  driveCrank(m, kPi);
  m.bodies[2].velocity.omega = -1.0;
  EXPECT_NEAR(findStartSpeeds(m)[2], -7 * kPi / 17, 1e-8);  // -1.294
}

// A kite of 50 and 120 mm, folded: only r = p (1 + a/b)/2 turns its crank.
TEST(StartTangents, ADrivenKiteHasOneBranch) {
  Mechanism m = makeFlat({.c = 0.12});
  driveCrank(m, kPi);
  Problems notes;
  EXPECT_NEAR(findStartSpeeds(m, &notes)[2], 17 * kPi / 24, 1e-8);
  EXPECT_TRUE(notes.empty());
}

TEST(StartTangents, WhatIsToBeKeptIsKeptOnTheBranchThatIsTaken) {
  Mechanism m = makeFlat({});
  m.bodies[0].velocity.omega = 3.0;
  m.bodies[0].velocity.keep = KeptVelocity::omega;
  EXPECT_NEAR(findStartSpeeds(m)[0], 3, 1e-7);
  EXPECT_NEAR(findStartSpeeds(m)[2], 3, 1e-7);
  m.bodies[2].velocity.omega = -8.0;
  EXPECT_NEAR(findStartSpeeds(m)[2], -3 * 17.0 / 7, 1e-6);
}

// For those who draw them. A little way along, cranks of a parallelogram turn alike, those of the other
// against each other; the crank is driven.
TEST(StartTangents, TheBranchesAreShownALittleWayOn) {
  Mechanism m = makeFlat({});
  driveCrank(m, kPi);
  const auto branches = listStartBranches(m);
  ASSERT_EQ(branches.size(), 2U);
  EXPECT_GT(branches[0][0].angle, 0.01);
  EXPECT_NEAR(branches[0][2].angle, branches[0][0].angle, 1e-9);
  EXPECT_GT(branches[1][0].angle, 0.01);
  EXPECT_LT(branches[1][2].angle, -branches[1][0].angle);
  EXPECT_TRUE(listStartBranches(makeFlat({})).empty()) << "nothing moves";
}

TEST(StartTangents, ABranchThatDoesNotExistIsRefused) {
  Mechanism m = makeFlat({});
  driveCrank(m, kPi);
  m.simulation.startBranch = 3;
  const System system = compileSystem(m).value();
  const auto start = assembleStart(system, m, nullptr);
  ASSERT_FALSE(start);
  EXPECT_EQ(start.error().front().where, "/simulation/start_branch");
  EXPECT_THAT(start.error().front().what, HasSubstr("start_branch is 3, but"));
}

TEST(StartTangents, ABranchWhereThereIsNothingToChooseIsAWarning) {
  Mechanism m = makeFlat({.c = 0.12});
  driveCrank(m, kPi);
  m.simulation.startBranch = 2;
  Problems notes;
  EXPECT_NEAR(findStartSpeeds(m, &notes)[2], 17 * kPi / 24, 1e-8);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].severity, Severity::warning);
  EXPECT_THAT(notes[0].what, HasSubstr("one way only: it has no effect"));
}

// Once it moves the parallelogram has one degree of freedom, and two in the next change point, half a turn
// on, which no row of this grid meets.
TEST(StartTangents, MobilityIsThatOfEachRow) {
  Mechanism m = makeFlat({});
  driveCrank(m, kPi);
  m.simulation.duration = 1.55;
  m.simulation.outputInterval = 0.1;
  const FinishedRun finished = run(m);
  const std::size_t mobility = finished.trajectory.findChannel("mobility").value();
  EXPECT_EQ(finished.trajectory.row(0)[mobility], 2);
  for (std::size_t r = 1; r < finished.trajectory.sampleCount(); ++r) {
    if (std::abs(finished.trajectory.time(r) - 1) < 0.05) continue;
    EXPECT_EQ(finished.trajectory.row(r)[mobility], 1) << "row " << r;
  }
  EXPECT_EQ(finished.summary.mobilityStart, 2);
  EXPECT_EQ(finished.summary.mobilityEnd, 1);
}

// In a stretched chain the form of second order is definite: it cannot move at all.
TEST(StartTangents, WhatCannotMoveDoesNotStart) {
  Mechanism m = makeFlat({.a = 0.05, .b = 0.12, .c = 0.08, .way = {1, 1, -1}});
  m.bodies[0].velocity.omega = 3.0;
  for (const double omega : findStartSpeeds(m)) EXPECT_NEAR(omega, 0, 1e-6);
}

// A third crank adds a row that is redundant in every position: it is no condition on speeds.
TEST(StartTangents, ARedundantLegChangesNothing) {
  Mechanism m = makeFlat({});
  m.bodies.push_back(makeBody("third", 0.4, 1e-4, {0.06, 0.0, 0.0, {}}, {0.025, 0.0}));
  m.joints.push_back(makeJoint("E", Revolute{}, kFrame, "third", {0.06, 0.0}));
  m.joints.push_back(makeJoint("F", Revolute{}, "coupler", "third", {0.06, 0.0}, {0.05, 0.0}));
  driveCrank(m, kPi);
  Problems notes;
  EXPECT_NEAR(findStartSpeeds(m, &notes)[2], kPi, 1e-8);
  EXPECT_TRUE(notes.empty());  // with three cranks the antiparallelogram does not close
}

TEST(StartTangents, LinkagesElsewhereAreLeftAlone) {
  Mechanism m = makeFlat({});
  m.bodies[0].pose.angle = m.bodies[2].pose.angle = 1.0;
  m.bodies[1].pose.x = 0.05 * std::cos(1.0);
  m.bodies[1].pose.y = 0.05 * std::sin(1.0);
  driveCrank(m, kPi);
  Problems notes;
  EXPECT_NEAR(findStartSpeeds(m, &notes)[2], kPi, 1e-9);
  EXPECT_TRUE(notes.empty());
}

// Any four bars in line, at any start velocities: what they begin with is what they keep.
TEST(StartTangents, TheLedgerClosesFromAnyChangePoint) {
  std::mt19937 random(7);
  const auto draw = [&](double from, double to) {
    return from + (to - from) * static_cast<double>(random()) / static_cast<double>(std::mt19937::max());
  };
  int moving = 0;
  for (int i = 0; i < 40; ++i) {
    FlatFourBar flat{draw(0.03, 0.2), draw(0.03, 0.2), draw(0.03, 0.2), {1, 1, 1}, draw(-3, 3)};
    for (double& sign : flat.way) sign = draw(-1, 1) > 0 ? 1 : -1;
    if (flat.way[0] * flat.a + flat.way[1] * flat.b - flat.way[2] * flat.c < 0.02) continue;
    Mechanism m = makeFlat(flat);
    for (Body& body : m.bodies) body.velocity.omega = draw(-5, 5);
    m.simulation.duration = 0.3;
    m.simulation.outputInterval = 0.01;
    const FinishedRun finished = run(m);
    const std::size_t kinetic = finished.trajectory.findChannel("energy.kinetic").value(),
                      residual = finished.trajectory.findChannel("energy.residual").value();
    const double energy = finished.trajectory.row(0)[kinetic];
    if (energy < 1e-9) continue;
    ++moving;
    for (std::size_t r = 0; r < finished.trajectory.sampleCount(); ++r)
      ASSERT_NEAR(finished.trajectory.row(r)[residual], 0, 1e-9 * energy) << i << ", row " << r;
  }
  EXPECT_GE(moving, 10);
}

}  // namespace
}  // namespace clank::test
