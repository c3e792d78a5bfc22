// SPDX-License-Identifier: GPL-3.0-or-later
// Smooth bumps in laws of time, far shorter than the steps on both sides of them, against closed forms. A
// bump of height h and width w is h exp(-((t - 5)/w)^2), with the area h w sqrt(pi).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "core/dynamics/system_compiler.h"
#include "core/math/expression_parts.h"
#include "core/simulation/law_stops.h"
#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

using std::numbers::pi;

constexpr double kDisc = 0.5;  // kg m2

std::string makeBump(double height, double width) {
  return fmt::format("{}*exp(-((t-5)/{})^2)", height, width);
}

Mechanism makeDisc(std::string moment, double omega = 0) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("d", 1, kDisc)};
  m.bodies[0].velocity.omega = omega;
  m.joints = {makeJoint("O", Revolute{}, kFrame, "d")};
  m.forces = {makeForce("T", Torque{kFrame, "d", {std::move(moment)}})};
  m.simulation.duration = 10;
  m.simulation.outputInterval = 0.01;
  return m;
}

// w = A/J, and the work J w^2/2.
TEST(SmoothLaw, APulseOfATorqueDoesItsWork) {
  for (const IntegratorKind kind : {IntegratorKind::dop853, IntegratorKind::dopri5})
    for (const double width : {1.0, 0.1, 0.01, 0.003}) {
      SCOPED_TRACE(width);
      Mechanism m = makeDisc(makeBump(1 / (width * std::sqrt(pi)), width));
      m.simulation.integrator = kind;
      const FinishedRun r = run(m);
      EXPECT_NEAR(r.last("d.omega"), 1 / kDisc, 1e-8);
      EXPECT_NEAR(r.last("energy.work"), 0.5 / kDisc, 1e-8);
    }
}

TEST(SmoothLaw, APulseBesideASlowLawIsSeen) {
  const FinishedRun r = run(makeDisc("2*sin(t) + " + makeBump(50, 0.01)));
  EXPECT_NEAR(r.last("d.omega"), (2 * (1 - std::cos(10.0)) + 0.5 * std::sqrt(pi)) / kDisc, 1e-8);
}

// As a part of a law that reads the motion: J w' = -c(t) w, w = w_0 exp(-A/J).
TEST(SmoothLaw, APulseOfADamperIsSeen) {
  const FinishedRun r = run(makeDisc("-" + makeBump(20, 0.01) + "*d.omega", 3));
  EXPECT_NEAR(r.last("d.omega"), 3 * std::exp(-0.2 * std::sqrt(pi) / kDisc), 1e-8);
}

TEST(SmoothLaw, APulseOfALoadIsSeen) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("b", 2, 1)};
  Load load;
  load.b = "b";
  load.fx = {makeBump(100, 0.01)};
  load.fy = {"0"};
  m.forces = {makeForce("F", load)};
  m.simulation.duration = 10;
  EXPECT_NEAR(run(m).last("b.vx"), std::sqrt(pi) / 2, 1e-8);
}

// A hammer of radius 0.1 m whose drive makes a bump of 0.3 m meets a ball 0.2 m off at 0.4/w sqrt(ln 1.5),
// and an elastic ball leaves at twice that.
TEST(SmoothLaw, AHammerHitsTheBall) {
  for (const double width : {0.3, 0.1, 0.03, 0.01}) {
    SCOPED_TRACE(width);
    Mechanism m;
    m.gravity = {0.0, 0.0};
    m.bodies = {makeBody("h", 1, 0.5), makeBody("b", 1, 0.5, {0.4, 0.0, 0.0, {}})};
    m.joints = {makeJoint("P", Prismatic{}, kFrame, "h")};
    Drive drive;
    drive.id = "D";
    drive.joint = "P";
    drive.kind = ExpressionMotion{{makeBump(0.3, width)}};
    m.drives = {drive};
    CircleSurface hammer;
    hammer.radius = 0.1;
    m.contacts = {makeContact("c", "b", hammer, 1)};
    m.contacts[0].a = "h";
    m.contacts[0].radius = 0.1;
    m.simulation.duration = 10;
    m.simulation.outputInterval = 0.01;
    const double speed = 0.8 / width * std::sqrt(std::log(1.5));
    EXPECT_NEAR(run(m).last("b.vx") / speed, 1, 1e-7);
  }
}

Mechanism makeGuarded(std::string expression) {
  Mechanism m = makeDisc("0", 1);
  m.bodies.push_back(makeBody("far", 1, 1, {0.15, 0.0, 0.0, {}}));
  ExpressionGuard guard;
  guard.expression = {std::move(expression)};
  m.joints[0].metamorphic = makeSwitch(makePhase("turning"), makePhase("held", AsDrawn{}, true), guard);
  return m;
}

// It is half as high at 5 - w sqrt(ln 2), alone and against what stands still at 0.15 m.
TEST(SmoothLaw, AGuardSeesABump) {
  for (const double width : {0.1, 0.01, 0.002})
    for (const std::string& expression :
         {makeBump(0.3, width) + " - 0.15", makeBump(0.3, width) + " - far.x"}) {
      SCOPED_TRACE(expression);
      const FinishedRun r = run(makeGuarded(expression));
      ASSERT_EQ(r.trajectory.events().size(), 1U);
      EXPECT_NEAR(r.trajectory.events()[0].t, 5 - width * std::sqrt(std::log(2.0)), 1e-9);
      EXPECT_NEAR(r.last("O.angle"), 5 - width * std::sqrt(std::log(2.0)), 1e-9);
    }
}

TEST(SmoothLaw, ASwitchSeesABump) {
  for (const char* limit : {"0.15", "far.x"}) {
    Mechanism m = makeDisc(makeBump(0.3, 0.01) + " > " + std::string(limit) + " ? 10 : 0");
    m.bodies.push_back(makeBody("far", 1, 1, {0.15, 0.0, 0.0, {}}));
    EXPECT_NEAR(run(m).last("d.omega"), 10 * 0.02 * std::sqrt(std::log(2.0)) / kDisc, 1e-8) << limit;
  }
}

// A law that steps see takes no more of them: its steps are those of a run whose law is hidden in the state.
TEST(SmoothLaw, StepsThatMissNothingStay) {
  const FinishedRun seen = run(makeDisc("sin(7*t)*exp(-t/4)")),
                    hidden = run(makeDisc("sin(7*t)*exp(-t/4) + 0*d.x"));
  EXPECT_EQ(seen.summary.steps, hidden.summary.steps);
  EXPECT_EQ(seen.summary.rejectedSteps, hidden.summary.rejectedSteps);
}

TEST(SmoothLaw, StopsWhereItBeginsToMove) {
  const auto findEnd = [](const std::string& law, double begin, double end) {
    const auto system = compileSystem(makeDisc(law));
    const std::vector<double> stages{0,      0.0526, 0.0789, 0.1183, 0.25,   0.2817,
                                     0.3077, 0.3333, 0.6,    0.6513, 0.8571, 1};
    Mode mode;
    mode.joints.resize(1);
    return LawStops(*system, stages, 1e-10, 5e-4).findEnd(mode, begin, end);
  };
  const auto bump = findEnd(makeBump(20, 0.01), 0, 10);
  ASSERT_TRUE(bump);
  EXPECT_NEAR(*bump, 5 - 0.01 * std::sqrt(std::log(1e10)), 5e-4);
  EXPECT_FALSE(findEnd(makeBump(20, 0.01), 0, 4.9));
  EXPECT_FALSE(findEnd("3*t + 2", 0, 10));
  EXPECT_FALSE(findEnd("sin(t)", 0, 0.8)) << "smooth over the step";
  EXPECT_FALSE(findEnd("sin(31*t)", 0, 10)) << "stages see it";
}

TEST(ExpressionParts, AreThoseOfOneSlot) {
  const std::vector<std::string> names{"k", "t", "x"};
  const auto list = [&](const char* text) {
    const auto expression = Expression::compile(text, names);
    std::vector<double> values;
    for (const Expression& part : listPartsOf(*expression, 1))
      values.push_back(part.evaluate(std::vector<double>{2, 3, 1e6}));
    return values;
  };
  EXPECT_EQ(list("k*t"), (std::vector<double>{6}));
  EXPECT_EQ(list("-k*t*x + t^2"), (std::vector<double>{-6, 9}));
  EXPECT_EQ(list("x + k"), (std::vector<double>{}));
  EXPECT_EQ(list("(t + x)*t > 0 ? k : t - k"), (std::vector<double>{3, 3, 1}));
}

}  // namespace
}  // namespace clank::test
