// SPDX-License-Identifier: GPL-3.0-or-later
// Ropes against closed forms: slack and taut, the jerk, guide rings.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

ForceElement makeRope(const std::string& b, double length, double restitution = 0) {
  Rope rope;
  rope.b = b;
  rope.length = length;
  rope.restitution = restitution;
  return makeForce("rope", rope);
}

// A ball of 2 kg on a rope from the origin.
Mechanism makeBallOnRope(double x, double y, double length, double restitution = 0) {
  Mechanism m;
  m.bodies = {makeBody("ball", 2, 0.1, {x, y, 0.0, {}})};
  m.forces = {makeRope("ball", length, restitution)};
  m.simulation.duration = 1;
  m.simulation.outputInterval = 0.01;
  return m;
}

std::vector<Receipt> listReceipts(const FinishedRun& r) {
  const auto& events = r.trajectory.events();
  return {events.begin(), events.end()};
}

// Thrown from the lowest point with v0^2 = k g L, 2 < k < 5, the rope is slack where its tension
// m v^2/L + m g cos(theta) vanishes: cos(theta) = -(k - 2)/3, theta from straight down.
TEST(RopePhysics, PendulumGoesSlackAtTheKnownAngle) {
  const double length = 0.8, k = 3.5, slackAt = std::acos(-(k - 2) / 3);
  Mechanism m = makeBallOnRope(0, -length, length);
  m.bodies[0].velocity.vx = std::sqrt(k * kG * length);
  const auto r = run(m);
  const auto receipts = listReceipts(r);
  ASSERT_GE(receipts.size(), 2U);
  EXPECT_EQ(receipts[0].kind, EventKind::taut);
  EXPECT_EQ(receipts[1].kind, EventKind::slack);
  const BodyJump& ball = receipts[1].jumps.at(0);
  const double speed = std::hypot(ball.before[0], ball.before[1]);
  EXPECT_NEAR(speed * speed, -kG * length * std::cos(slackAt), 1e-7);
  EXPECT_NEAR(std::atan2(ball.before[1], ball.before[0]), slackAt, 1e-7);
}

// With k > 5 it goes round; tension on top m g (k - 5), at the bottom m g (k + 1).
TEST(RopePhysics, FastPendulumLoopsTheLoop) {
  const double length = 0.8, k = 5.01;
  Mechanism m = makeBallOnRope(0, -length, length);
  m.bodies[0].velocity.vx = std::sqrt(k * kG * length);
  m.simulation.duration = 3;
  const auto r = run(m);
  EXPECT_EQ(listReceipts(r).size(), 1U);
  double least = 1e9, most = 0;
  for (std::size_t i = 2; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double tension = r.value(row, "rope.tension"), y = r.value(row, "ball.y");
    EXPECT_NEAR(tension, 2 * kG * (k - 2 - 3 * y / length), 1e-6);
    EXPECT_NEAR(r.value(row, "rope.slack"), 0, 1e-12);
    least = std::min(least, tension);
    most = std::max(most, tension);
  }
  EXPECT_LT(least, 2 * kG * 0.1);
  EXPECT_GT(most, 2 * kG * 5.9);
}

// Dropped by h, the ball jerks at v = sqrt(2 g h): impulse m v (1 + e), it goes up again with e v.
TEST(RopePhysics, JerkGivesBackItsRestitution) {
  for (const double e : {0.0, 0.4, 1.0}) {
    Mechanism m = makeBallOnRope(0, -0.3, 0.8, e);
    const double v = std::sqrt(2 * kG * 0.5);
    m.simulation.duration = std::sqrt(2 * 0.5 / kG) + 0.01;
    const auto r = run(m);
    const auto receipts = listReceipts(r);
    ASSERT_EQ(receipts.size(), 1U) << e;
    EXPECT_EQ(receipts[0].kind, EventKind::impact);
    EXPECT_EQ(receipts[0].staysClosed, e == 0);
    EXPECT_NEAR(receipts[0].t, std::sqrt(2 * 0.5 / kG), 1e-9);
    EXPECT_NEAR(receipts[0].impulse, 2 * v * (1 + e), 1e-7);
    EXPECT_NEAR(receipts[0].energyLoss(), (1 - e * e) * v * v, 1e-6);
    ASSERT_EQ(receipts[0].contactImpulses.size(), 1U);
    EXPECT_NEAR(receipts[0].contactImpulses[0].y, 2 * v * (1 + e), 1e-7);
    EXPECT_LT(r.summary.largestResidual, 1e-7);
  }
}

// Bounces at the end of the rope die out after t1 (1 + e)/(1 - e), t1 the time of the fall; then it hangs.
TEST(RopePhysics, BouncesDieOutAndTheBallHangs) {
  const double e = 0.5;
  Mechanism m = makeBallOnRope(0, -0.3, 0.8, e);
  m.simulation.duration = 3;
  const auto r = run(m);
  const auto receipts = listReceipts(r);
  ASSERT_GT(receipts.size(), 5U);
  EXPECT_EQ(receipts.back().kind, EventKind::taut);
  EXPECT_NEAR(receipts.back().t, std::sqrt(2 * 0.5 / kG) * (1 + e) / (1 - e), 1e-6);
  EXPECT_NEAR(r.last("rope.tension"), 2 * kG, 1e-8);
}

// Atwood's machine over a ring on the frame: a = g (m2 - m1)/(m1 + m2), T = 2 m1 m2 g/(m1 + m2).
TEST(RopePhysics, AtwoodRunsOverARing) {
  Mechanism m;
  m.bodies = {makeBody("light", 2, 0.1, {-0.1, -0.5, 0.0, {}}),
              makeBody("heavy", 3, 0.1, {0.1, -0.5, 0.0, {}})};
  Rope rope;
  rope.a = "light";
  rope.b = "heavy";
  rope.rings = {{kFrame, {-0.1, 0.0}, {}}, {kFrame, {0.1, 0.0}, {}}};
  m.forces = {makeForce("rope", rope)};
  m.simulation.duration = 0.5;
  m.simulation.outputInterval = 0.01;
  const auto r = run(m);
  const double a = kG / 5;
  for (std::size_t i = 2; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    EXPECT_NEAR(r.value(row, "heavy.y"), -0.5 - a * row[0] * row[0] / 2, 1e-9);
    EXPECT_NEAR(r.value(row, "light.y"), -0.5 + a * row[0] * row[0] / 2, 1e-9);
    EXPECT_NEAR(r.value(row, "rope.tension"), 2 * 2 * 3 * kG / 5, 1e-7);
    EXPECT_NEAR(r.value(row, "rope.length"), 1.2, 1e-12);
  }
}

// The light ball is drawn up to the ring, 0.2 m above it, with a = g (3 - 1)/(3 + 1): there the run ends.
TEST(RopePhysics, BallDrawnUpToARingEndsTheRun) {
  Mechanism m;
  m.bodies = {makeBody("light", 1, 0.1, {-0.1, -0.2, 0.0, {}}),
              makeBody("heavy", 3, 0.1, {0.1, -0.5, 0.0, {}})};
  Rope rope;
  rope.a = "light";
  rope.b = "heavy";
  rope.rings = {{kFrame, {-0.1, 0.0}, {}}, {kFrame, {0.1, 0.0}, {}}};
  rope.length = 0.9;
  m.forces = {makeForce("rope", rope)};
  m.simulation.duration = 1;
  auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator) << describe(simulator.error());
  Trajectory trajectory(simulator->channels());
  const RunSummary summary = simulator->run(trajectory);
  EXPECT_EQ(summary.end, RunSummary::End::failed);
  EXPECT_NEAR(summary.t, std::sqrt(2 * 0.2 / (kG / 2)), 1e-5);
  ASSERT_FALSE(summary.problems.empty());
  EXPECT_NE(summary.problems.front().what.find("up to a ring"), std::string::npos)
      << summary.problems.front().what;
}

// Both ends on the frame, a weight in a ring of its own between them: it swings on an ellipse with the ends
// as foci, a at 1 m and b = 0.8 m; from rest at the side its speed at the lowest point is that of its fall.
TEST(RopePhysics, RingOnARopeFollowsAnEllipse) {
  Mechanism m;
  m.bodies = {makeBody("ring", 2, 0.1, {0.5, -0.8 * std::sqrt(0.75), 0.0, {}})};
  Rope rope;
  rope.b = kFrame;
  rope.atA = {-0.6, 0.0};
  rope.atB = {0.6, 0.0};
  rope.rings = {{"ring", {0.0, 0.0}, {}}};
  m.forces = {makeForce("rope", rope)};
  m.simulation.duration = 2;
  m.simulation.outputInterval = 0.01;
  const auto r = run(m);
  for (std::size_t i = 2; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double x = r.value(row, "ring.x"), y = r.value(row, "ring.y");
    EXPECT_NEAR(x * x + y * y / 0.64, 1, 1e-9);
    const double v2 = std::pow(r.value(row, "ring.vx"), 2) + std::pow(r.value(row, "ring.vy"), 2);
    EXPECT_NEAR(v2 / 2 + kG * (y + 0.8 * std::sqrt(0.75)), 0, 1e-7);
    EXPECT_GT(r.value(row, "rope.tension"), 0);
  }
}

// A rope on an arm that is driven round in zero gravity pulls a ball behind: off centre attachment, moving
// ends. Momentum and energy of the free pair: two balls joined by a rope that turn about their centre of
// mass, tension m w^2 L/2.
TEST(RopePhysics, TwoBallsTurnAboutTheirCentre) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("one", 2, 0.1, {-0.5, 0.0, 0.0, {}}), makeBody("two", 2, 0.1, {0.5, 0.0, 0.0, {}})};
  m.bodies[0].velocity.vy = -1.5;
  m.bodies[1].velocity.vy = 1.5;
  Rope rope;
  rope.a = "one";
  rope.b = "two";
  m.forces = {makeForce("rope", rope)};
  const auto r = run([&] {
    m.simulation.duration = 2;
    m.simulation.outputInterval = 0.05;
    return m;
  }());
  for (std::size_t i = 2; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    EXPECT_NEAR(r.value(row, "rope.tension"), 2 * 1.5 * 1.5 / 0.5, 1e-7);
    EXPECT_NEAR(r.value(row, "two.x"), 0.5 * std::cos(3 * row[0]), 1e-8);
  }
}

// A wheel that spins and drifts, weightless: its step has no end, but each turn the point of the rope comes
// to where it is nearly taut, and at last is. The first time by looking every 10 microseconds.
TEST(RopePhysics, NoTurnOfASpinningWheelIsMissed) {
  const double d = 0.5, v = 0.3, r = 0.1, length = 1.05, omega = 37;
  Mechanism m = makeBallOnRope(d, 0, length, 1);
  m.gravity = {0.0, 0.0};
  m.bodies[0].velocity.vx = v;
  m.bodies[0].velocity.omega = omega;
  std::get<Rope>(m.forces[0].kind).atB = {r, 0.0};
  m.simulation.duration = 4;
  const auto slack = [&](double t) {
    const double x = d + v * t;
    return length - std::sqrt(x * x + r * r + 2 * x * r * std::cos(omega * t));
  };
  double first = 0;
  while (slack(first) > 0) first += 1e-5;
  const auto finished = run(m);
  const auto receipts = listReceipts(finished);
  ASSERT_FALSE(receipts.empty());
  EXPECT_NEAR(receipts[0].t, first, 1e-5);
  for (std::size_t i = 0; i < finished.trajectory.sampleCount(); ++i)
    EXPECT_GT(finished.value(finished.trajectory.row(i), "rope.slack"), -1e-9);
}

TEST(RopePhysics, TooShortARopeIsNamed) {
  const Mechanism m = makeBallOnRope(0, -1, 0.8);
  const auto simulator = Simulator::create(m);
  ASSERT_FALSE(simulator);
  EXPECT_EQ(simulator.error().front().where, "/forces/0/length");
  EXPECT_NE(simulator.error().front().what.find("rope"), std::string::npos);
}

Mechanism makeStepped(Mechanism m, double h) {
  m.simulation.integrator = IntegratorKind::moreauJean;
  m.simulation.timeStep = h;
  return m;
}

// Steps of time: the jerk is one impulse m v (1 + e), v the speed of the fall at the end of its step.
TEST(RopeInSteps, JerksAndHangs) {
  constexpr double h = 1e-4, fall = 0.5;
  const double v = std::sqrt(2 * kG * fall);
  for (const double e : {0.0, 0.4}) {
    Mechanism m = makeStepped(makeBallOnRope(0, -0.3, 0.8, e), h);
    m.simulation.duration = 2;
    const auto r = run(m);
    const auto receipts = listReceipts(r);
    ASSERT_FALSE(receipts.empty());
    EXPECT_EQ(receipts[0].kind, EventKind::impact);
    EXPECT_EQ(receipts[0].staysClosed, e == 0);
    EXPECT_NEAR(receipts[0].impulse, 2 * v * (1 + e), 2 * 2 * kG * h * (1 + e));
    EXPECT_NEAR(r.last("rope.tension"), 2 * kG, 1e-6);
    EXPECT_NEAR(r.last("ball.y"), -0.8, 1e-9);
  }
}

// Atwood's machine has constant accelerations, which the step follows exactly.
TEST(RopeInSteps, AtwoodIsExact) {
  Mechanism m;
  m.bodies = {makeBody("light", 2, 0.1, {-0.1, -0.5, 0.0, {}}),
              makeBody("heavy", 3, 0.1, {0.1, -0.5, 0.0, {}})};
  Rope rope;
  rope.a = "light";
  rope.b = "heavy";
  rope.rings = {{kFrame, {-0.1, 0.0}, {}}, {kFrame, {0.1, 0.0}, {}}};
  m.forces = {makeForce("rope", rope)};
  m.simulation.duration = 0.5;
  const auto r = run(makeStepped(m, 1e-3));
  EXPECT_NEAR(r.last("heavy.y"), -0.5 - kG / 5 * 0.125, 1e-9);
  EXPECT_NEAR(r.last("light.y"), -0.5 + kG / 5 * 0.125, 1e-9);
  EXPECT_NEAR(r.last("rope.tension"), 2 * 2 * 3 * kG / 5, 1e-6);
}

// A rope from a ball over a ring of mass M to another ball, at right angles. The balls fly apart along it at
// v: its path grows by 2 v, an impulse T takes T (2/m + 2/M) of that, and the ring goes off at T sqrt(2)/M.
TEST(RopeInSteps, ThreeFreeBodiesTakeOneJerk) {
  constexpr double mass = 1, ring = 3, v = 2, along = v * 0.70710678118654752;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("a", mass, 0.1, {-1.0, 1.0, 0.0, {}}), makeBody("b", mass, 0.1, {1.0, 1.0, 0.0, {}}),
              makeBody("r", ring, 0.1, {0.0, 0.0, 0.0, {}})};
  m.bodies[0].velocity.vx = -along;
  m.bodies[0].velocity.vy = m.bodies[1].velocity.vx = m.bodies[1].velocity.vy = along;
  Rope rope;
  rope.a = "a";
  rope.b = "b";
  rope.rings = {{"r", {0.0, 0.0}, {}}};
  rope.length = 2 * std::sqrt(2.0) + 1e-4;
  m.forces = {makeForce("rope", rope)};
  m.simulation.duration = 2e-4;
  m.simulation.outputInterval = 1e-4;
  const double T = v / (1 / mass + 1 / ring);
  const auto r = run(makeStepped(m, 1e-5));
  EXPECT_NEAR(r.last("r.vy"), T * std::sqrt(2.0) / ring, 2e-3);
  EXPECT_NEAR(r.last("a.vx"), (T / mass - v) * std::sqrt(0.5), 2e-3);
  EXPECT_NEAR(r.last("b.vx"), (v - T / mass) * std::sqrt(0.5), 2e-3);
}

}  // namespace
}  // namespace clank::test
