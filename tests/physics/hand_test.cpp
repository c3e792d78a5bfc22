// SPDX-License-Identifier: GPL-3.0-or-later
// Hands that pull, of the model and live, against closed forms and against each other.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/dynamics/joint_phase.h"
#include "core/dynamics/system_compiler.h"
#include "core/simulation/hands.h"
#include "core/simulation/live_hand.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

ForceElement makeHand(const std::string& b, double stiffness, double damping, std::vector<Quantity> times,
                      std::vector<Point> path, Point at = {}) {
  Hand hand;
  hand.b = b;
  hand.atB = std::move(at);
  hand.stiffness = stiffness;
  hand.damping = damping;
  hand.times = std::move(times);
  hand.path = std::move(path);
  return makeForce("the_hand", hand);
}

Mechanism makeFreeBall() {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("ball", 2, 0.1)};
  m.simulation.duration = 1;
  m.simulation.outputInterval = 0.01;
  return m;
}

// A hand that holds still: m x" = k (r - x) - c x' from rest, with c below critical:
//   x = r (1 - exp(-d t) (cos w t + d/w sin w t)), d = c/(2 m), w^2 = k/m - d^2;
// once it lets go the ball keeps its speed. Its work is what the ball has in the end.
TEST(HandPhysics, BallFollowsAHandAndKeepsItsSpeed) {
  const double k = 50, c = 4, begin = 0.203, end = 0.5717, r = 0.3;
  Mechanism m = makeFreeBall();
  m.forces = {makeHand("ball", k, c, {begin, end}, {{r, 0.0}, {r, 0.0}})};
  const auto run1 = run(m);
  const double d = c / 4, w = std::sqrt(k / 2 - d * d);
  for (std::size_t i = 0; i < run1.trajectory.sampleCount(); ++i) {
    const auto row = run1.trajectory.row(i);
    const double t = std::clamp(row[0], begin, end) - begin, f = std::exp(-d * t);
    const double x = r * (1 - f * (std::cos(w * t) + d / w * std::sin(w * t)));
    const double v = r * f * (w + d * d / w) * std::sin(w * t);
    EXPECT_NEAR(run1.value(row, "ball.vx"), v, 1e-8) << row[0];
    EXPECT_NEAR(run1.value(row, "ball.x"), x + v * std::max(row[0] - end, 0.0), 1e-8) << row[0];
  }
  const double speed = run1.last("ball.vx");
  EXPECT_NEAR(run1.summary.ledger.work, speed * speed, 1e-8);
  EXPECT_LT(run1.summary.largestResidual, 1e-8);
}

// Its place goes straight from one of the table to the next: m x" = k (u t - x), so
//   x = u (t - sin(w t)/w).
TEST(HandPhysics, PlaceGoesStraightBetweenTimes) {
  const double k = 200, w = 10, u = 0.7;
  Mechanism m = makeFreeBall();
  m.forces = {makeHand("ball", k, 0, {0.0, 0.4, 1.5}, {{0.0, 0.0}, {0.4 * u, 0.0}, {1.5 * u, 0.0}})};
  const auto run1 = run(m);
  EXPECT_NEAR(run1.last("ball.x"), u * (1 - std::sin(w) / w), 1e-8);
  EXPECT_NEAR(run1.last("the_hand.force_x"), k * u * std::sin(w) / w, 1e-6);
  EXPECT_LT(run1.summary.largestResidual, 1e-8);
}

TEST(HandPhysics, TablesThatLeadNowhereAreRefused) {
  const auto refuse = [](std::vector<Quantity> times, std::vector<Point> path) {
    Mechanism m = makeFreeBall();
    m.forces = {makeHand("ball", 10, 1, std::move(times), std::move(path))};
    return describe(validate(m));
  };
  EXPECT_EQ(refuse({0.0, 1.0}, {{0.0, 0.0}, {1.0, 0.0}}).find("/forces"), std::string::npos);
  EXPECT_NE(refuse({0.0}, {{0.0, 0.0}}).find("/forces/0/times"), std::string::npos);
  EXPECT_NE(refuse({0.0, 1.0}, {{0.0, 0.0}}).find("2 times but 1 places"), std::string::npos);
  EXPECT_NE(refuse({0.0, 0.0}, {{0.0, 0.0}, {1.0, 0.0}}).find("times must rise"), std::string::npos);
}

// Of a bar on a pin the end shows I/L^2; held by nothing, along itself m, across it 1/(1/m + L^2/(4 I)).
TEST(HandPhysics, ShownMassIsThatOfTheWayThatGivesMost) {
  const double mass = 3, length = 0.8, about = mass * length * length / 12;
  Mechanism m = makeFreeBall();
  m.bodies = {makeBody("bar", mass, about, {}, {length / 2, 0.0})};
  const auto calc = [&] {
    const auto system = compileSystem(m);
    State state{0, system->startY, makeStartMode(*system)};
    return calcShownMass(*system, state, makeMarker(*system, 0, {length, 0}));
  };
  EXPECT_NEAR(calc(), 1 / (1 / mass + length * length / (4 * about)), 1e-9);
  m.joints = {makeJoint("pin", Revolute{}, "frame", "bar")};
  EXPECT_NEAR(calc(), mass / 3, 1e-9);
}

// Takes hold of a body once a time has come, leads it round, and lets go.
class ScriptedHand final : public LiveHand {
 public:
  ScriptedHand(std::string body, HandPlace at, double from, double until)
      : body_(std::move(body)), at_(at), from_(from), until_(until) {}
  void setTime(double t) { now_ = t; }

  bool wants() override { return !taken_ && now_ >= from_; }
  std::optional<Grip> take() override {
    taken_ = true;
    return Grip{body_, at_, 12 / (until_ - from_), (until_ - from_) / 40};
  }
  std::optional<HandPlace> follow(double t) override {
    if (t >= until_) return std::nullopt;
    return HandPlace{0.4 + 0.3 * std::cos(7 * t), 0.2 * std::sin(5 * t)};
  }
  void note(const HandRecord& record) override { record_ = record; }
  const HandRecord& record() const { return record_; }

 private:
  std::string body_;
  HandPlace at_;
  double from_, until_, now_ = 0;
  bool taken_ = false;
  HandRecord record_;
};

// Tells the hand where the run is, as the clock of a window would.
class Telling final : public SampleSink {
 public:
  Telling(Trajectory& to, ScriptedHand& hand) : to_(to), hand_(hand) {}
  void sample(std::span<const double> row) override {
    hand_.setTime(row[0]);
    to_.sample(row);
  }
  void event(const Receipt& receipt) override { to_.event(receipt); }

 private:
  Trajectory& to_;
  ScriptedHand& hand_;
};

ForceElement keep(const HandRecord& record) {
  std::vector<Quantity> times(record.times.begin(), record.times.end());
  std::vector<Point> path;
  for (const HandPlace& place : record.path) path.push_back({place.x, place.y});
  return makeHand(record.body, record.stiffness, record.damping, std::move(times), std::move(path),
                  {record.at.x, record.at.y});
}

// The kept table makes the run of the live hand again, to the last bit.
void expectSameAgain(Mechanism m, const std::string& body, HandPlace at, double from, double until) {
  ScriptedHand hand(body, at, from, until);
  const auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator) << describe(simulator.error());
  FinishedRun live{Trajectory(simulator->channels()), {}};
  Telling telling(live.trajectory, hand);
  live.summary = simulator->run(telling, {}, &hand);
  ASSERT_EQ(live.summary.end, RunSummary::End::finished) << describe(live.summary.problems);
  ASSERT_GT(hand.record().times.size(), 5U);
  EXPECT_TRUE(hand.record().isOver);
  m.forces.push_back(keep(hand.record()));
  const FinishedRun again = run(m);
  ASSERT_EQ(again.trajectory.sampleCount(), live.trajectory.sampleCount());
  EXPECT_EQ(again.summary.steps, live.summary.steps);
  EXPECT_EQ(again.summary.events, live.summary.events);
  int differences = 0;
  for (const Channel& channel : simulator->channels()) {
    const std::size_t a = *live.trajectory.findChannel(channel.name),
                      b = *again.trajectory.findChannel(channel.name);
    for (std::size_t i = 0; i < live.trajectory.sampleCount(); ++i)
      if (live.trajectory.row(i)[a] != again.trajectory.row(i)[b] && differences++ == 0)
        ADD_FAILURE() << channel.name << " at " << live.trajectory.row(i)[0] << ": "
                      << live.trajectory.row(i)[a] << ", " << again.trajectory.row(i)[b];
  }
  EXPECT_EQ(differences, 0);
  EXPECT_NE(live.summary.ledger.work, 0);
}

TEST(HandPhysics, LiveHandOnALinkageIsRepeatedToTheByte) {
  Mechanism m = loadExample("linkages/four-bar.clank");
  m.drives.clear();
  m.simulation.duration = 2;
  expectSameAgain(m, m.bodies[0].id, {0.01, 0.002}, 0.31, 1.27);
  m.simulation.integrator = IntegratorKind::dopri5;
  expectSameAgain(m, m.bodies[1].id, {0.02, 0}, 0.31, 9);
}

// A ball that bounces, and rests on the ground when the hand comes.
Mechanism makeBouncingBall() {
  Mechanism m = makeFreeBall();
  m.gravity = {0.0, -kG};
  m.bodies[0].pose = {0.3, 0.2, 0.0, {}};
  m.bodies[0].radius = 0.05;
  ContactPair ground;
  ground.id = "ground";
  ground.b = "ball";
  ground.radius = 0.05;
  ground.surface = LineSurface{{-5.0, 0.0}, {5.0, 0.0}};
  ground.restitution = 0.5;
  ground.friction = 0.2;
  m.contacts = {ground};
  m.simulation.duration = 3;
  return m;
}

TEST(HandPhysics, LiveHandOnABouncingBallIsRepeatedToTheByte) {
  expectSameAgain(makeBouncingBall(), "ball", {0, 0.02}, 0.405, 2.2);
  expectSameAgain(makeBouncingBall(), "ball", {0, 0}, 1.71, 2.2);
}

// Clearance, friction that holds, phases, compliant contacts, links that bend, drives, and what touches in
// many places.
TEST(HandPhysics, LiveHandOnExamplesIsRepeatedToTheByte) {
  for (const char* example :
       {"linkages/worn-four-bar.clank", "papers/song-2020-three-bar.clank", "metamorphic/slip-clutch.clank",
        "metamorphic/coupling.clank", "contacts/marble-run.clank", "contacts/domino-row.clank",
        "contacts/ratchet-and-pawl.clank", "benchmarks/flexible-four-bar.clank", "curves/grooved-cam.clank",
        "elements/ball-on-a-rope.clank"}) {
    SCOPED_TRACE(example);
    Mechanism m = loadExample(example);
    const double duration = m.simulation.duration.value = std::min(1.0, m.simulation.duration.value);
    expectSameAgain(m, m.bodies.back().id, {0.01, 0.005}, 0.2 * duration, 0.6 * duration);
  }
}

TEST(HandPhysics, LiveHandInStepsOfTimeIsRepeatedToTheByte) {
  Mechanism m = makeBouncingBall();
  m.simulation.integrator = IntegratorKind::moreauJean;
  m.simulation.timeStep = 1e-3;
  expectSameAgain(m, "ball", {0, 0.02}, 0.405, 2.2);
}

}  // namespace
}  // namespace clank::test
