// SPDX-License-Identifier: GPL-3.0-or-later
// What is said when a run cannot start or go on: the cause, the time, the part and its place in the file.
#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <limits>

#include "core/dynamics/system_compiler.h"
#include "core/record/trajectory.h"
#include "core/simulation/repetition.h"
#include "core/simulation/run_diagnosis.h"
#include "core/simulation/simulator.h"
#include "tests/support/contacts.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Mechanism makePendulum(std::string moment) {
  Mechanism m;
  m.bodies = {makeBody("p", 1, 0.02, {}, {0.25, 0.0})};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "p")};
  m.forces = {makeForce("off", Torque{kFrame, "p", {"0"}}),
              makeForce("f", Torque{kFrame, "p", {std::move(moment)}})};
  m.forces[0].active = 0;
  return m;
}

Problem findProblem(const Mechanism& m) {
  const auto simulator = Simulator::create(m);
  if (!simulator) return simulator.error().front();
  Trajectory trajectory(simulator->channels());
  const RunSummary summary = simulator->run(trajectory);
  EXPECT_EQ(summary.end, RunSummary::End::failed);
  for (const Problem& problem : summary.problems)
    if (problem.severity == Severity::error) return problem;
  return {"nothing is said", "", Severity::note};
}

TEST(RunMessages, LawsWithoutAValue) {
  const Problem late = findProblem(makePendulum("sqrt(0.5-t)"));
  EXPECT_EQ(late.where, "/forces/1");
  EXPECT_EQ(late.what, "at t = 0.5 s the law of f is not a finite number");
  const Problem early = findProblem(makePendulum("log(-1)"));
  EXPECT_EQ(early.where, "/forces/1");
  EXPECT_THAT(early.what, HasSubstr("force element f: its law is not a finite number at t = 0"));
}

// Flights that halve from 0.1 s on. Bounces of different parts, and flights that do not shrink, are no cause.
TEST(RunMessages, EndlessBouncesAreNamed) {
  Mechanism m = makePendulum("0");
  m.simulation.captureSpeed = 0.0;
  const System system = compileSystem(m).value();
  Repetition even(system, m.simulation), mixed(system, m.simulation), shrinking(system, m.simulation);
  Receipt receipt;
  for (int i = 0; i < 30; ++i) {
    receipt.element = "ground";
    receipt.t = 1e-5 * i;
    even.note(receipt);
    receipt.t = 1 - 0.1 * std::ldexp(1, -i);
    shrinking.note(receipt);
    receipt.element = i % 2 ? "ground" : "wall";
    mixed.note(receipt);
  }
  EXPECT_FALSE(even.explain(1));
  EXPECT_FALSE(mixed.explain(1));
  const auto problem = shrinking.explain(1);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->where, "/simulation/capture_speed");
  EXPECT_THAT(problem->what,
              AllOf(HasSubstr("ground bounces without end: each flight is 0.5 of the one before"),
                    HasSubstr("with the capture speed 0"), Not(HasSubstr("tolerance"))));
}

TEST(RunMessages, StartsInsideASurface) {
  Mechanism m;
  m.bodies = {makeBody("ball", 1, 0.1, {0.0, -0.05, 0.0, {}})};
  m.contacts = {makeContact("other", "ball", makeFloor()), makeContact("ground", "ball", makeFloor())};
  m.contacts[0].active = 0;
  EXPECT_EQ(findProblem(m).where, "/contacts/1");
}

TEST(RunMessages, NumbersThatAreTooLarge) {
  Mechanism m = makePendulum("0");
  m.bodies[0].center.x = 1e300;
  EXPECT_EQ(findProblem(m).where, "/bodies/0/center/0");
  EXPECT_THAT(findProblem(m).what, HasSubstr("p, center: 1e+300 is too large to compute with"));
  Mechanism heavy = makePendulum("0");
  heavy.bodies = {{}};
  heavy.bodies[0].id = "p";
  heavy.bodies[0].length = heavy.bodies[0].density = 1e50;
  heavy.bodies[0].section = 1e250;
  EXPECT_THAT(findProblem(heavy).where, "/bodies/0/section");
}

// A moment that grows with the speed: exp(50 t) reaches the end of the range at 7 s and less.
TEST(RunMessages, NumbersThatGrowTooLarge) {
  Mechanism m = makePendulum("1e3*O.omega + 1");
  m.simulation.duration = 10;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-3;
  const Problem problem = findProblem(m);
  EXPECT_THAT(problem.what, AllOf(HasSubstr("at t = "), Not(HasSubstr("nan"))));
}

TEST(RunMessages, ALawThatChattersIsNamed) {
  const Mechanism m = makePendulum("-sign(O.angle)");
  const System system = compileSystem(m).value();
  Repetition repetition(system, m.simulation);
  EXPECT_FALSE(repetition.explain(0));
  for (int i = 1; i < 2000; ++i) EXPECT_FALSE(repetition.noteSwitch(0, 0.5 + 1e-12 * i)) << i;
  EXPECT_TRUE(repetition.noteSwitch(0, 0.5 + 2e-9));
  const auto problem = repetition.explain(0.5);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->where, "/forces/1/moment");
  EXPECT_THAT(problem->what, HasSubstr("the law (moment of f) switches back and forth"));
}

// Crank 0.1 m, rod 0.3 m: asked for 10 rad/s at 0.7 rad with all else at rest.
Mechanism makeSliderCrank() {
  const double angle = 0.7, r = 0.1, l = 0.3, x = r * std::cos(angle), y = r * std::sin(angle);
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("c", 0.5, 4e-4, {0.0, 0.0, angle, {}}, {0.05, 0.0}),
              makeBody("r", 0.5, 4e-3, {x, y, -std::asin(y / l), {}}, {0.15, 0.0}),
              makeBody("s", 0.4, 1e-4, {x + std::sqrt(l * l - y * y), 0.0, 0.0, {}})};
  m.bodies[0].velocity.omega = 10;
  m.joints = {makeJoint("O", Revolute{}, kFrame, "c"), makeJoint("A", Revolute{}, "c", "r", {r, 0.0}),
              makeJoint("B", Revolute{}, "r", "s", {l, 0.0}), makeJoint("G", Prismatic{}, kFrame, "s")};
  return m;
}

std::string tellStart(const Mechanism& m, double& crank, double& slider) {
  const auto simulator = Simulator::create(m);
  if (!simulator) return simulator.error().front().what;
  const std::vector<double> row = simulator->startRow();
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (simulator->channels()[i].name == "c.omega") crank = row[i];
    if (simulator->channels()[i].name == "s.vx") slider = row[i];
  }
  std::string text;
  for (const Problem& note : simulator->notes()) text += note.where + ": " + note.what + "\n";
  return text;
}

TEST(StartVelocity, WhatJointsChangeIsTold) {
  double crank = 0, slider = 0;
  const std::string told = tellStart(makeSliderCrank(), crank, slider);
  EXPECT_LT(crank, 5);
  EXPECT_THAT(told, AllOf(HasSubstr("/bodies/0/velocity/omega: body c starts with omega"),
                          HasSubstr("rad/s, not 10 rad/s"), HasSubstr("keep says which one counts")));
}

TEST(StartVelocity, WhatIsKeptCounts) {
  Mechanism m = makeSliderCrank();
  m.bodies[0].velocity.keep = KeptVelocity::omega;
  double crank = 0, slider = 0;
  EXPECT_EQ(tellStart(m, crank, slider), "");
  const double y = 0.1 * std::sin(0.7), x = 0.1 * std::cos(0.7);
  EXPECT_NEAR(crank, 10, 1e-12);
  EXPECT_NEAR(slider, -10 * y * (1 + x / std::sqrt(0.09 - y * y)), 1e-12);
}

// Two that contradict each other: neither is right, and both are told.
TEST(StartVelocity, WhatCannotBeKeptIsTold) {
  Mechanism m = makeSliderCrank();
  m.bodies[0].velocity.keep = KeptVelocity::omega;
  m.bodies[2].velocity.keep = KeptVelocity::point;
  double crank = 0, slider = 0;
  EXPECT_THAT(tellStart(m, crank, slider),
              AllOf(HasSubstr("/bodies/0/velocity/omega: body c starts with omega"),
                    HasSubstr("/bodies/2/velocity/vx: body s starts with vx"),
                    HasSubstr("the joints, the drives or what else is kept do not allow it")));
}

// What was so in one row was so at a time, not between it and itself.
TEST(RunMessages, AnInstantIsATime) {
  const auto tell = [](double first, double last) {
    const std::array parts = {SharedPart{"floor", first, last}};
    return describeShares(parts);
  };
  EXPECT_NE(tell(0.5, 0.5).find("(at t = 0.5 s)"), std::string::npos) << tell(0.5, 0.5);
  EXPECT_NE(tell(0.5, 0.7).find("(between t = 0.5 s and 0.7 s)"), std::string::npos) << tell(0.5, 0.7);
  EXPECT_TRUE(describeOpenMotion(0.5, 0.5).starts_with("at t = 0.5 s several"));
}

}  // namespace
}  // namespace clank::test
