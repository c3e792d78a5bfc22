// SPDX-License-Identifier: GPL-3.0-or-later
// Rigid contacts against closed forms: bounces, rest, sliding, rolling, several contacts at once.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "core/contact/surface_piece.h"
#include "core/io/csv.h"
#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank {
namespace {

using namespace test;

const Receipt& eventOf(const FinishedRun& r, EventKind kind, std::size_t nth = 0) {
  static const Receipt none;
  for (const Receipt& receipt : r.trajectory.events())
    if (receipt.kind == kind && nth-- == 0) return receipt;
  ADD_FAILURE() << "no " << toWord(kind);
  return none;
}

const Receipt& landingOf(const FinishedRun& r, std::size_t nth = 0) {
  static const Receipt none;
  for (const Receipt& receipt : r.trajectory.events())
    if (beginsContact(receipt) && nth-- == 0) return receipt;
  ADD_FAILURE() << "nothing lands";
  return none;
}

std::size_t countEvents(const FinishedRun& r, EventKind kind) {
  std::size_t count = 0;
  for (const Receipt& receipt : r.trajectory.events()) count += receipt.kind == kind ? 1 : 0;
  return count;
}

// What the solver has not created and not lost: M dv = all impulses, at every receipt.
void expectLinearMomentum(const Mechanism& m, const FinishedRun& r) {
  for (const Receipt& receipt : r.trajectory.events()) {
    double x = 0, y = 0;
    for (std::size_t i = 0; i < m.bodies.size(); ++i) {
      const MassProperties mass = calcMassProperties(m.bodies[i]);
      x += mass.mass * (receipt.jumps[i].after[0] - receipt.jumps[i].before[0]);
      y += mass.mass * (receipt.jumps[i].after[1] - receipt.jumps[i].before[1]);
    }
    for (const ContactPush& push : receipt.contactImpulses) {
      const bool onFrame = receipt.bodyA == kFrame;
      if (!onFrame) continue;
      x -= push.x;
      y -= push.y;
    }
    EXPECT_NEAR(x, 0, 1e-10);
    EXPECT_NEAR(y, 0, 1e-10);
  }
}

Mechanism makeBall(double height, double restitution) {
  Mechanism m;
  m.bodies = {makeBody("ball", 1, 1, {0.0, height, 0.0, {}})};
  m.contacts = {makeContact("ground", "ball", makeFloor(), restitution)};
  m.simulation.relativeTolerance = 1e-12;
  m.simulation.absoluteTolerance = 1e-12;
  return m;
}

// Reference: closed form; the flights are a geometric series with the sum sqrt(2 h/g) (1 + e)/(1 - e).
TEST(BouncingBall, RunsThroughTheAccumulationPointToRest) {
  Mechanism m = makeBall(1, 0.9);
  m.simulation.duration = 5;
  EXPECT_NEAR(run(m).last("ball.y"), 0.121548654839124, 1e-12);
  // The times of all flights before add up: rounding of 1e-14 of each speed, times g.
  EXPECT_NEAR(run(m).last("ball.vy"), -1.11841003329892, 1e-11);
  m.simulation.duration = 10;
  const FinishedRun r = run(m);
  const double zeno = std::sqrt(2 / kG) * 1.9 / 0.1;
  EXPECT_NEAR(landingOf(r).t, zeno, 1e-11);
  EXPECT_NEAR(r.last("ball.y"), 0, 1e-12);
  EXPECT_NEAR(r.last("ball.vy"), 0, 1e-12);
  EXPECT_NEAR(r.last("ground.normal_force"), kG, 1e-12);
  EXPECT_EQ(r.last("ground.state"), 1);
  EXPECT_LT(r.summary.largestResidual, 1e-10);
}

TEST(BouncingBall, FortyFourImpactsInEightAndAHalfSeconds) {
  Mechanism m = makeBall(1, 0.9);
  m.simulation.duration = 8.5;
  const FinishedRun r = run(m);
  EXPECT_EQ(countEvents(r, EventKind::impact), 44u);
  EXPECT_NEAR(r.last("ball.y"), 5.56555100899261e-06, 1e-12);
  // 44 times up to 8.5 s, each rounded by half of its last digit, times g.
  EXPECT_NEAR(r.last("ball.vy"), -0.0416651958098136, 4e-13);
}

// Beyond twelve evaluations for each flight and what leads to the first step: one to place the impact to the
// last digit, one for the sample before and one for all that is asked behind it. The parabola of the flight,
// on which the impact is found, needs none.
TEST(BouncingBall, AnImpactEvaluatesTheStateBehindItOnce) {
  Mechanism m = makeBall(1, 0.9);
  m.simulation.duration = m.simulation.outputInterval = 10;
  const FinishedRun r = run(m);
  const auto impacts = static_cast<double>(countEvents(r, EventKind::impact));
  const double inSteps = 12 * static_cast<double>(r.summary.steps);
  EXPECT_GT(impacts, 80);
  EXPECT_LT((static_cast<double>(r.summary.evaluations) - inSteps) / impacts, 3.1);
}

// Nothing captures the bounces: they are over at the accumulation point all the same, and it is said what
// they are.
TEST(BouncingBall, WithoutCaptureItsBouncesAreNamed) {
  Mechanism m = makeBall(1, 0.5);
  m.simulation.captureSpeed = 0;
  m.simulation.duration = 3;
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("ball.y"), 0, 1e-9);
  EXPECT_NEAR(r.trajectory.events().back().t, std::sqrt(2 / kG) * (1 + 2 * 0.5 / 0.5), 1e-6);
  const auto named = [](const FinishedRun& any) {
    return std::any_of(any.summary.problems.begin(), any.summary.problems.end(), [](const Problem& problem) {
      return problem.what.find("bounces of ground are endless") != std::string::npos &&
             problem.where == "/simulation/capture_speed";
    });
  };
  EXPECT_TRUE(named(r));
  m.simulation.captureSpeed = 1e-3;
  EXPECT_FALSE(named(run(m)));
}

// Closed form: it rests at sqrt(2 h/g) (1 + e)/(1 - e), whatever is captured; also where many bounces crowd
// at the end, and where slower ones than can be told from rest would be followed.
TEST(BouncingBall, RestsAtTheSameInstantAtEveryCaptureSpeed) {
  for (const double e : {0.2, 0.5, 0.9, 0.95})
    for (const double speed : {1e-2, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 0.0}) {
      Mechanism m = makeBall(1, e);
      const double rest = std::sqrt(2 / kG) * (1 + e) / (1 - e);
      m.simulation.captureSpeed = speed;
      m.simulation.duration = 1.01 * rest;
      m.simulation.outputInterval = rest;
      const FinishedRun r = run(m);
      const Receipt& last = r.trajectory.events().back();
      EXPECT_EQ(last.kind, EventKind::contactBegin) << e << ' ' << speed;
      EXPECT_NEAR(last.t, rest, 1e-9) << e << ' ' << speed;
    }
}

TEST(BouncingBall, LosesWhatItsRestitutionSays) {
  Mechanism m = makeBall(1, 0.5);
  m.simulation.duration = 0.5;
  const Receipt impact = eventOf(run(m), EventKind::impact);
  EXPECT_NEAR(impact.t, std::sqrt(2 / kG), 1e-12);
  EXPECT_NEAR(impact.energyLoss(), 0.75 * kG, 1e-10);
  EXPECT_NEAR(impact.impulse, 1.5 * std::sqrt(2 * kG), 1e-10);
  EXPECT_FALSE(impact.mobile);
}

TEST(BouncingBall, WithTheConstraintLawItStaysWhereItFalls) {
  Mechanism m = makeBall(1, 0);
  m.contacts[0].law = ContactLaw::constraint;
  m.simulation.duration = 1;
  const FinishedRun r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const Receipt& landing = r.trajectory.events()[0];
  EXPECT_EQ(landing.kind, EventKind::impact);
  EXPECT_TRUE(landing.staysClosed);
  EXPECT_NEAR(landing.energyLoss(), kG, 1e-9) << "all that it had: one filter on impacts finds every loss";
  EXPECT_NEAR(r.last("ball.y"), 0, 1e-12);
}

Mechanism makeDisc(double angle, double friction, double radius = 0.2) {
  Mechanism m;
  m.bodies = {makeBody("disc", 2, 2 * radius * radius / 2,
                       {-radius * std::sin(angle), radius * std::cos(angle), 0.0, {}})};
  m.contacts = {makeContact("ramp", "disc", makeFloor(angle), 0, friction)};
  m.contacts[0].radius = radius;
  return m;
}

// A solid disc rolls with a = g sin(alpha) / (1 + J/(m r^2)) = 2/3 g sin(alpha) while tan(alpha) < 3 mu.
TEST(DiscOnARamp, RollsWhereFrictionHolds) {
  Mechanism m = makeDisc(-0.5, 0.2);
  const FinishedRun r = run(m);
  EXPECT_EQ(r.last("ramp.state"), 2);
  const double a = 2.0 / 3 * kG * std::sin(0.5);
  EXPECT_NEAR(r.last("disc.vx"), a * std::cos(0.5), 1e-9);
  EXPECT_NEAR(r.last("disc.omega"), -a / 0.2, 1e-8);
  EXPECT_NEAR(r.last("ramp.friction_force"), -2 * kG * std::sin(0.5) / 3, 1e-8);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// Steeper it slides: a = g (sin - mu cos), J alpha = mu m g cos r.
TEST(DiscOnARamp, SlidesWhereItDoesNot) {
  const double angle = 1.0, mu = 0.2, radius = 0.2;
  Mechanism m = makeDisc(-angle, mu, radius);
  const FinishedRun r = run(m);
  EXPECT_EQ(r.last("ramp.state"), 1);
  const double a = kG * (std::sin(angle) - mu * std::cos(angle));
  EXPECT_NEAR(r.last("disc.vx"), a * std::cos(angle), 1e-9);
  EXPECT_NEAR(r.last("disc.omega"), -mu * kG * std::cos(angle) * 2 / radius, 1e-8);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
  const double slip = a - mu * kG * std::cos(angle) * 2;
  EXPECT_NEAR(r.last("energy.friction"), mu * 2 * kG * std::cos(angle) * slip / 2, 1e-8);
}

// A bowling ball: slides with v0, rolls from t = v0 J/(mu g (J + m r^2)) = v0/(3 mu g) on with 2/3 v0.
TEST(DiscOnARamp, BeginsToRollWhenItsSlipIsUsedUp) {
  Mechanism m = makeDisc(0, 0.3);
  m.bodies[0].velocity.vx = 3;
  const FinishedRun r = run(m);
  EXPECT_NEAR(eventOf(r, EventKind::stick).t, 3 / (3 * 0.3 * kG), 1e-10);
  EXPECT_NEAR(r.last("disc.vx"), 2, 1e-10);
  EXPECT_NEAR(r.last("disc.omega"), -10, 1e-9);
  EXPECT_NEAR(r.last("energy.friction"), 0.5 * 2 * 9 - 0.75 * 2 * 4, 1e-9);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// From rest on top of a smooth circle a body leaves at cos(theta) = 2/3.
TEST(DiscOnACircle, LeavesWhereItsForceTurns) {
  const double radius = 0.8, disc = 0.2, start = 0.05;
  Mechanism m;
  m.bodies = {makeBody("disc", 2, 0.04, {std::sin(start), std::cos(start), 0.0, {}})};
  CircleSurface circle;
  circle.radius = radius;
  m.contacts = {makeContact("hill", "disc", circle)};
  m.simulation.relativeTolerance = 1e-12;
  m.simulation.absoluteTolerance = 1e-12;
  m.contacts[0].radius = disc;
  m.simulation.duration = 1.5;
  const FinishedRun r = run(m);
  const Receipt& end = eventOf(r, EventKind::contactEnd);
  const double cosine = 2.0 / 3 * std::cos(start);
  const double speed = std::sqrt(kG * cosine);
  EXPECT_NEAR(end.pointY, radius * cosine, 1e-8);
  EXPECT_NEAR(std::hypot(end.jumps[0].after[0], end.jumps[0].after[1]), speed, 1e-8);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// Inside a smooth circle a disc is a pendulum of length R - r.
TEST(DiscInACircle, IsAPendulum) {
  CircleSurface bowl;
  bowl.radius = 1.0;
  bowl.side = RoundSide::inside;
  Mechanism m;
  const double start = 1.2, length = 0.7;
  m.bodies = {makeBody("disc", 2, 0.04, {length * std::sin(start), -length * std::cos(start), 0.0, {}})};
  m.contacts = {makeContact("bowl", "disc", bowl)};
  m.contacts[0].radius = 0.3;
  m.simulation.duration = 3;
  const FinishedRun r = run(m);
  Mechanism pendulum = m;
  pendulum.contacts.clear();
  pendulum.joints = {makeJoint("rod", Distance{}, kFrame, "disc")};
  const FinishedRun p = run(pendulum);
  EXPECT_NEAR(r.last("disc.x"), p.last("disc.x"), 1e-8);
  EXPECT_NEAR(r.last("disc.vy"), p.last("disc.vy"), 1e-7);
  EXPECT_NEAR(r.last("bowl.normal_force"), std::hypot(p.last("rod.reaction_x"), p.last("rod.reaction_y")),
              1e-6);
}

Mechanism makeBlock(double width, double height, Pose pose, double restitution, double friction,
                    double floorAngle = 0) {
  Mechanism m;
  m.bodies = {makeBody("block", 3, 3 * (width * width + height * height) / 12, std::move(pose))};
  for (const int side : {-1, 1}) {
    m.contacts.push_back(
        makeContact(side < 0 ? "left" : "right", "block", makeFloor(floorAngle), restitution, friction));
    m.contacts.back().atB = {side * width / 2, -height / 2};
  }
  return m;
}

// Both corners hit at once: the block jumps up as it came down.
TEST(Block, FallsFlatAndBouncesFlat) {
  Mechanism m = makeBlock(0.6, 0.2, {0.0, 0.5, 0.0, {}}, 0.5, 0.4);
  m.simulation.duration = 0.5;
  const FinishedRun r = run(m);
  const Receipt& impact = eventOf(r, EventKind::impact);
  EXPECT_NEAR(impact.t, std::sqrt(2 * 0.4 / kG), 1e-11);
  const double v = std::sqrt(2 * kG * 0.4);
  EXPECT_NEAR(impact.jumps[0].after[1], 0.5 * v, 1e-10);
  EXPECT_NEAR(impact.jumps[0].after[2], 0, 1e-9);
  EXPECT_EQ(impact.contactImpulses.size(), 2u);
  EXPECT_NEAR(impact.energyLoss(), 0.75 * 3 * kG * 0.4, 1e-9);
  expectLinearMomentum(m, r);
}

TEST(Block, ComesToRestOnBothCorners) {
  Mechanism m = makeBlock(0.6, 0.2, {0.0, 0.14, 0.05, {}}, 0.3, 0.4);
  m.simulation.duration = 3;
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("block.y"), 0.1, 1e-9);
  EXPECT_NEAR(r.last("block.angle"), 0, 1e-9);
  EXPECT_NEAR(r.last("left.normal_force") + r.last("right.normal_force"), 3 * kG, 1e-8);
  EXPECT_EQ(r.last("left.state"), 2);
  EXPECT_LT(r.summary.largestResidual, 1e-8);
  expectLinearMomentum(m, r);
}

// On a slope it stays where tan(alpha) < mu, and slides with g (sin - mu cos) where not.
TEST(Block, StaysOrSlidesOnASlope) {
  const double angle = 0.3;
  const Pose pose{-0.1 * std::sin(-angle), 0.1 * std::cos(angle), -angle, {}};
  const FinishedRun rests = run(makeBlock(0.6, 0.2, pose, 0, 0.4, -angle));
  EXPECT_NEAR(rests.last("block.vx"), 0, 1e-10);
  const FinishedRun slides = run(makeBlock(0.6, 0.2, pose, 0, 0.2, -angle));
  EXPECT_NEAR(slides.last("block.vx"), kG * (std::sin(angle) - 0.2 * std::cos(angle)) * std::cos(angle),
              1e-8);
  EXPECT_EQ(slides.last("left.state"), 1);
  EXPECT_LT(slides.summary.largestResidual, 1e-9);
}

// A slender block rocks from one corner to the other: angular momentum about the new corner is kept,
// w+/w- = 1 - (3/2) sin^2(a) with tan(a) = width/height (Housner 1963), when friction holds and e = 0.
TEST(Block, RocksAsHousnerSays) {
  const double width = 0.2, height = 1.0, half = std::hypot(width, height) / 2;
  const double a = std::atan2(width, height), tilt = 0.1;
  const Eigen::Vector2d center(half * std::sin(a - tilt), half * std::cos(a - tilt));
  Mechanism m = makeBlock(width, height, {center.x(), center.y(), tilt, {}}, 0, 2.0);
  m.simulation.duration = 1;
  const FinishedRun r = run(m);
  for (const Receipt& receipt : r.trajectory.events()) {
    if (receipt.impulse < 1e-3) continue;
    EXPECT_EQ(receipt.element, "right");
    const double s = std::sin(a);
    EXPECT_NEAR(receipt.jumps[0].after[2] / receipt.jumps[0].before[2], 1 - 1.5 * s * s, 1e-9);
    return;
  }
  ADD_FAILURE() << "the block did not come down";
}

// Two discs meet off-centre, smooth: impulse along the line of centres, (1 + e) m_eff v_n.
TEST(TwoDiscs, ExchangeMomentumAlongTheirLineOfCentres) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("a", 1, 0.01, {0.0, 0.0, 0.3, {}}), makeBody("b", 3, 0.01, {-1.0, 0.12, 0.0, {}})};
  m.bodies[1].velocity.vx = 2;
  CircleSurface circle;
  circle.radius = 0.1;
  m.contacts = {makeContact("rim", "b", circle, 0.7)};
  m.contacts[0].a = "a";
  m.contacts[0].radius = 0.1;
  m.simulation.duration = 1;
  const FinishedRun r = run(m);
  const Receipt& impact = eventOf(r, EventKind::impact);
  const double cosine = std::sqrt(1 - 0.6 * 0.6);
  EXPECT_NEAR(impact.impulse, 1.7 * 0.75 * 2 * cosine, 1e-10);
  EXPECT_NEAR(impact.energyLoss(), (1 - 0.49) * 0.75 * 4 * cosine * cosine / 2, 1e-10);
  EXPECT_TRUE(impact.mobile);
  EXPECT_NEAR(r.last("a.vx") + 3 * r.last("b.vx"), 6, 1e-12);
  EXPECT_NEAR(r.last("a.vy") + 3 * r.last("b.vy"), 0, 1e-12);
}

// A rod falls onto rough ground. Where its tip slips slowly against the way in which the push drives it,
// friction works along the slip that was there before, and Newton's law with e = 1 would create energy
// (Kane): e is lowered to where none is made.
TEST(RodOnRoughGround, NeverGainsEnergy) {
  int lowered = 0;
  for (const ContactLaw law : {ContactLaw::newton, ContactLaw::poisson})
    for (const double angle : {0.2, 0.5, 0.8, 1.1, 1.4})
      for (const double sweep : {-6.0, -0.6, -0.3, 0.0, 0.3, 0.6, 6.0}) {
        Mechanism m;
        m.bodies = {makeBody("rod", 1, 1.0 / 12, {0.0, 0.5 * std::sin(angle) + 0.01, angle, {}})};
        m.bodies[0].velocity.vx = sweep;
        m.bodies[0].velocity.vy = -1;
        m.contacts = {makeContact("tip", "rod", makeFloor(), 1, 0.7)};
        m.contacts[0].atB = {-0.5, 0.0};
        m.contacts[0].law = law;
        m.simulation.duration = 0.02;
        const FinishedRun r = run(m);
        const Receipt& impact = eventOf(r, EventKind::impact);
        EXPECT_GE(impact.energyLoss(), -1e-12) << angle << " " << sweep;
        EXPECT_GT(impact.impulse, 0);
        if (law == ContactLaw::newton && impact.restitution < 1) ++lowered;
        EXPECT_LE(std::abs(impact.slipImpulse), 0.7 * impact.impulse + 1e-12);
        expectLinearMomentum(m, r);
      }
  EXPECT_GT(lowered, 0) << "none of these cases needed the bound";
}

// A rod (1 kg, 1 m) slides on two points towards the edge of a table. A ball that comes down on its overhang
// turns it about the left point: the right one leaves with 0.7 w and is back after 2 w/|alpha|, 2 ms, which
// is before the edge. About the left point: m v 0.3 = (I + m 0.3^2) w, (m 0.3 - 0.2) g = (I + m 0.3^2) alpha.
TEST(RodOnATable, APointThatIsPushedOffComesBackBeforeTheEdge) {
  constexpr double ball = 1e-3, inertia = 1.0 / 12 + 0.2 * 0.2 + ball * 0.3 * 0.3, back = 1e-4;
  const double alpha = (ball * 0.3 - 0.2) * kG / inertia, w = -alpha * back / 2,
               v = inertia * w / (ball * 0.3);
  const double hit = v / kG;
  Mechanism m;
  m.bodies = {makeBody("rod", 1, 1.0 / 12), makeBody("ball", ball, 1, {-0.5, v * v / (2 * kG), 0.0, {}})};
  for (Body& body : m.bodies) body.velocity.vx = 1;
  PolylineSurface table;
  const double edge = 0.5 + hit + back + 1e-3;
  table.points = {{-9.0, -1.0}, {-9.0, 0.0}, {edge, 0.0}, {edge, -1.0}};
  table.closed = 1;
  LineSurface top;
  top.from = {-0.6, 0.0};
  top.to = {0.6, 0.0};
  m.contacts = {makeContact("left", "rod", makeFloor()), makeContact("right", "rod", table),
                makeContact("top", "ball", top)};
  m.contacts[0].atB = {-0.2, 0.0};
  m.contacts[1].atB = {0.5, 0.0};
  m.contacts[2].a = "rod";
  m.simulation.duration = 0.06;
  const auto r = run(m);
  std::vector<double> touches;
  for (const Receipt& receipt : r.trajectory.events())
    if (receipt.element == "right" && beginsContact(receipt) && receipt.t > hit) touches.push_back(receipt.t);
  ASSERT_FALSE(touches.empty());
  EXPECT_NEAR(touches[0], hit + back, 1e-6);
}

// A smooth disc runs over the edge of a table: on the edge it turns about the corner and leaves where gravity
// no longer holds it, cos(theta) = 2/3 + v^2/(3 g r).
TEST(DiscOnATable, TurnsAboutTheEdgeAndLeaves) {
  PolylineSurface table;
  table.points = {{-1.0, 0.0}, {0.0, 0.0}, {0.0, -1.0}};
  Mechanism m;
  const double radius = 0.1, speed = 0.3;
  m.bodies = {makeBody("disc", 1, 0.005, {-0.2, radius, 0.0, {}})};
  m.bodies[0].velocity.vx = speed;
  m.contacts = {makeContact("table", "disc", table)};
  m.contacts[0].radius = radius;
  m.simulation.duration = 1.2;
  const FinishedRun r = run(m);
  const Receipt& end = eventOf(r, EventKind::contactEnd);
  const double cosine = 2.0 / 3 + speed * speed / (3 * kG * radius);
  EXPECT_NEAR(end.pointX, 0, 1e-9);
  EXPECT_NEAR(end.pointY, 0, 1e-9);
  const double v = std::sqrt(kG * radius * cosine);
  EXPECT_NEAR(end.jumps[0].after[0], v * cosine, 1e-8);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// A point slides down one side of a valley and up the other; each corner leaves the cosine of the turn of its
// speed, until it stays in the corner, on both sides at once.
TEST(PointInAValley, ComesToRestInTheCorner) {
  PolylineSurface valley;
  valley.points = {{-1.1, 1.1}, {0.0, 0.0}, {1.0, 0.5}};
  Mechanism m;
  m.bodies = {makeBody("p", 1, 1, {-1.0, 1.0, 0.0, {}})};
  m.contacts = {makeContact("valley", "p", valley)};
  m.simulation.duration = 3;
  const FinishedRun r = run(m);
  const double speed = std::sqrt(2 * kG), cosine = std::cos(std::atan(1.0) + std::atan(0.5));
  const Receipt& corner = landingOf(r, 1);
  EXPECT_NEAR(corner.t, 2 * std::sqrt(2.0) / speed, 1e-9);
  EXPECT_NEAR(std::hypot(corner.jumps[0].after[0], corner.jumps[0].after[1]), speed * cosine, 1e-9);
  EXPECT_NEAR(r.last("p.x"), 0, 1e-9);
  EXPECT_NEAR(r.last("p.y"), 0, 1e-9);
  EXPECT_NEAR(r.last("energy.impact_loss"), kG, 1e-8) << "all that it had";
  EXPECT_LT(r.trajectory.events().size(), 100u);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// In a rectangular one nothing is left.
TEST(PointInAValley, StaysInARightAngle) {
  PolylineSurface valley;
  valley.points = {{-1.1, 1.1}, {0.0, 0.0}, {1.0, 1.0}};
  Mechanism m;
  m.bodies = {makeBody("p", 1, 1, {-1.0, 1.0, 0.0, {}})};
  m.contacts = {makeContact("valley", "p", valley)};
  m.simulation.duration = 2;
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("p.x"), 0, 1e-9);
  EXPECT_NEAR(r.last("p.y"), 0, 1e-9);
  EXPECT_EQ(r.trajectory.events().size(), 2u);
}

// Straight down onto the edge of a roof: the flight would go exactly through the centre of its corner.
TEST(DiscOnARoof, BouncesOffItsEdge) {
  PolylineSurface roof;
  roof.points = {{-1.0, -1.0}, {0.0, 0.0}, {1.0, -1.0}};
  Mechanism m;
  m.bodies = {makeBody("disc", 1, 1, {0.0, 1.0, 0.0, {}})};
  m.contacts = {makeContact("roof", "disc", roof, 0.5)};
  m.contacts[0].radius = 0.1;
  m.simulation.duration = 3;
  const FinishedRun r = run(m);
  EXPECT_NEAR(eventOf(r, EventKind::impact).t, std::sqrt(2 * 0.9 / kG), 1e-9);
  EXPECT_GT(r.last("disc.y"), 0);
}

// It rolls and comes to rest in a bucket, where a contact sticks and no joint is in sight.
TEST(DiscInABucket, ComesToRest) {
  PolylineSurface bucket;
  bucket.points = {{-0.5, 1.0}, {-0.4, 0.0}, {0.4, 0.0}, {0.5, 1.0}};
  Mechanism m;
  m.bodies = {makeBody("disc", 1, 1.0 / 12, {0.1, 2.0, 0.0, {}}, {0.0, 0.0})};
  m.bodies[0].velocity.vx = 0.3;
  m.bodies[0].velocity.omega = 3;
  m.contacts = {makeContact("bucket", "disc", bucket, 0.6, 0.3)};
  m.contacts[0].radius = 0.05;
  m.simulation.duration = 8;
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("disc.y"), 0.05, 1e-9);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// A small plate in the way of a long flight is hit.
TEST(PointThroughTheAir, HitsASmallPlate) {
  LineSurface plate;
  plate.from = {-0.001, 0.0};
  plate.to = {0.001, 0.0};
  for (const double t : {0.5, 0.7, 1.1, 1.3, 1.7}) {
    Mechanism m;
    const double vx = 3, vy = 2;
    m.bodies = {makeBody("p", 1, 1, {-vx * t, kG * t * t / 2 - vy * t, 0.0, {}})};
    m.bodies[0].velocity.vx = vx;
    m.bodies[0].velocity.vy = vy;
    m.contacts = {makeContact("plate", "p", plate, 0.5)};
    m.simulation.duration = 2;
    const FinishedRun r = run(m);
    ASSERT_EQ(countEvents(r, EventKind::impact), 1u) << t;
    EXPECT_NEAR(eventOf(r, EventKind::impact).t, t, 1e-9);
  }
}

// What events.csv says of a contact: the friction along the tangent, and the impulse on the body.
// It starts below a wall and comes from above after 330 degrees; a step begins below and is longer than the
// rest.
TEST(PointOnAnArm, HitsAWallThatItStartsBehind) {
  constexpr double begin = -std::numbers::pi / 6, speed = -0.02;
  Mechanism m;
  m.gravity = {0, 0};
  Body arm = makeBody("arm", 1, 0.5, {0.0, 0.0, begin, {}});
  arm.velocity.omega = speed;
  m.bodies = {arm};
  m.joints = {makeJoint("pivot", Revolute{}, kFrame, "arm")};
  LineSurface wall;
  wall.from = {-0.9, 0.0};
  wall.to = {1.5, 0.0};
  m.contacts = {makeContact("wall", "arm", wall, 1)};
  m.contacts[0].atB = {1.0, 0.0};
  m.simulation.duration = 400;
  const auto r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  EXPECT_NEAR(r.trajectory.events()[0].t, (2 * std::numbers::pi + begin) / -speed, 1e-9);
  EXPECT_NEAR(r.last("arm.omega"), -speed, 1e-12);
}

TEST(Contact, HasItsColumnsInTheEventTable) {
  Mechanism m = makeDisc(0, 0.3);
  m.bodies[0].pose.y = 0.7;
  m.bodies[0].velocity.vx = 5;
  m.simulation.duration = 0.4;
  const FinishedRun r = run(m);
  const EventColumns columns = findEventColumns(r.trajectory.channels());
  EXPECT_EQ(columns.contacts, std::vector<std::string>{"ramp"});
  const Receipt& landing = r.trajectory.events().front();
  ASSERT_EQ(landing.contactImpulses.size(), 1u);
  EXPECT_NEAR(landing.contactImpulses[0].y, 2 * std::sqrt(2 * kG * 0.5), 1e-8);
  EXPECT_NEAR(landing.contactImpulses[0].x, -0.3 * landing.impulse, 1e-8) << "slides through the impact";
  EXPECT_NEAR(landing.slipVelocityBefore, 5, 1e-9);
  std::string header, row;
  appendEventHeader(header, columns);
  appendEventRow(row, landing, columns);
  EXPECT_NE(header.find("friction_impulse [N s]"), std::string::npos);
  EXPECT_NE(header.find("ramp.impulse_y [N s]"), std::string::npos);
  EXPECT_EQ(std::count(header.begin(), header.end(), ','), std::count(row.begin(), row.end(), ','));
}

TEST(Contact, ThatStartsInsideIsNamed) {
  Mechanism m = makeBall(-0.01, 0.5);
  m.contacts[0].thickness = 0.1;
  const auto simulator = Simulator::create(m);
  ASSERT_FALSE(simulator);
  EXPECT_NE(describe(simulator.error()).find("contact ground: ball starts 10 mm inside its surface"),
            std::string::npos)
      << describe(simulator.error());
}

// The channel of an open contact is the distance from the polygon, whichever of several of its body it is.
TEST(ContactGap, TellsHowFarAPointIsFromConvexPolygons) {
  const auto makeSquare = [](double x, double half) {
    PolylineSurface square;
    square.points = {{x - half, -half}, {x - half, half}, {x + half, half}, {x + half, -half}};
    square.closed = 1;
    return square;
  };
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies.push_back(makeBody("b", 1, 1, {0, 3, 0, {}}));
  m.contacts = {makeContact("below", "b", makeSquare(0, 1)), makeContact("aside", "b", makeSquare(5, 0.5)),
                makeContact("again", "b", makeSquare(0, 1))};
  m.simulation.duration = 1e-3;
  const FinishedRun r = run(m);
  EXPECT_DOUBLE_EQ(r.last("below.gap"), 2);
  EXPECT_NEAR(r.last("aside.gap"), std::hypot(4.5, 2.5), 2 * kPointReach) << "sides reach beyond their ends";
  EXPECT_DOUBLE_EQ(r.last("again.gap"), 2);
}

}  // namespace
}  // namespace clank
