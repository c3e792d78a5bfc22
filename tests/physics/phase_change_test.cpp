// SPDX-License-Identifier: GPL-3.0-or-later
// Phase changes without a stop against closed forms: parts that let go, take hold, or become another joint.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "core/io/exporters.h"
#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"
#include "tests/support/sanitized.h"

namespace clank::test {
namespace {

ExpressionGuard makeLaw(std::string text, Direction direction = Direction::rising, double hysteresis = 0) {
  return {Law{std::move(text)}, direction, hysteresis};
}

// m dv and J dw of every body whose centre is its origin are the impulses of its joints, which act at points
// given by their moment arms; here all joints act at the origins of their bodies.
void expectMomentumBalance(const Mechanism& m, const Receipt& receipt, double tolerance) {
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    double x = 0, y = 0, moment = 0;
    for (std::size_t j = 0; j < m.joints.size(); ++j) {
      const double sign = m.joints[j].b == m.bodies[i].id ? 1 : m.joints[j].a == m.bodies[i].id ? -1 : 0;
      x += sign * receipt.jointImpulses[j].x;
      y += sign * receipt.jointImpulses[j].y;
      moment += sign * receipt.jointImpulses[j].moment;
    }
    const BodyJump& jump = receipt.jumps[i];
    EXPECT_NEAR(m.bodies[i].mass->value * (jump.after[0] - jump.before[0]), x, tolerance) << m.bodies[i].id;
    EXPECT_NEAR(m.bodies[i].mass->value * (jump.after[1] - jump.before[1]), y, tolerance) << m.bodies[i].id;
    EXPECT_NEAR(m.bodies[i].inertia->value * (jump.after[2] - jump.before[2]), moment, tolerance)
        << m.bodies[i].id;
  }
}

// The cell of a column in the first row of events.csv.
double readEventCell(const FinishedRun& run, const std::string& column) {
  std::ostringstream csv;
  writeEventsCsv(csv, run.trajectory);
  std::istringstream lines(csv.str());
  std::string header, row, name, cell;
  std::getline(lines, header);
  std::getline(lines, row);
  std::istringstream names(header), cells(row);
  while (std::getline(names, name, ',') && std::getline(cells, cell, ','))
    if (name == column) return cell.empty() ? std::nan("") : std::stod(cell);
  return std::nan("");
}

// The stop of a joint pushes beside the joint: with a limit pin at d it takes P = I w/d, and the pin of a rod
// that stops m w L/2 - P. A stop of a guide takes all of m v; the guide carries what turns the part,
// m v h with its centre h beside the guide.
TEST(Stop, WhatItPushesWithIsNoImpulseOfItsJoint) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("rod", 1, 1.0 / 12, {0.0, 0.0, -0.1, {}}, {0.5, 0.0})};
  m.bodies[0].velocity.omega = 1;
  m.joints = {makeJoint("O", Revolute{}, kFrame, "rod")};
  m.joints[0].metamorphic = makeStop(0, TransitionLaw::merge);
  std::get<Limit>(m.joints[0].metamorphic->changes[0].guard).pin = Point{0.5, 0.0};
  m.simulation.duration = 0.2;
  const auto turns = run(m);
  EXPECT_NEAR(readEventCell(turns, "impulse [N s]"), 2.0 / 3, 1e-9);
  EXPECT_NEAR(readEventCell(turns, "O.impulse_y [N s]"), 2.0 / 3 - 0.5, 1e-9);
  EXPECT_NEAR(readEventCell(turns, "O.impulse_moment [N m s]"), 0, 1e-9);

  m.bodies[0] = makeBody("rod", 2, 0.1, {-0.1, 0.0, 0.0, {}}, {0.0, 0.2});
  m.bodies[0].velocity.vx = 0.5;
  m.joints[0] = makeJoint("O", Prismatic{}, kFrame, "rod");
  m.joints[0].metamorphic = makeStop(0, TransitionLaw::merge);
  m.simulation.duration = 0.5;
  const auto slides = run(m);
  EXPECT_NEAR(readEventCell(slides, "impulse [N s]"), 1, 1e-9);
  EXPECT_NEAR(readEventCell(slides, "O.impulse_x [N s]"), 0, 1e-9);
  EXPECT_NEAR(std::abs(readEventCell(slides, "O.impulse_moment [N m s]")), 0.2, 1e-9);
}

// A rod that turns evenly about its end flies off along the tangent and keeps its spin.
TEST(Release, RodFliesOffAlongTheTangent) {
  constexpr double h = 0.4, speed = 3, at = 0.7, end = 1.5;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("rod", 2, 0.1, {}, {h, 0.0})};
  m.bodies[0].velocity.omega = speed;
  m.joints = {makeJoint("O", Revolute{}, kFrame, "rod")};
  m.joints[0].metamorphic = makeSwitch(makePhase("pinned"), makePhase("free", Released{}), TimeGuard{at});
  m.simulation.duration = end;
  const auto r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const Receipt& receipt = r.trajectory.events()[0];
  EXPECT_EQ(receipt.kind, EventKind::release);
  EXPECT_EQ(receipt.t, at);
  EXPECT_EQ(receipt.impulse, 0);
  EXPECT_NEAR(receipt.energyLoss(), 0, 1e-14);
  EXPECT_EQ(receipt.mobilityBefore, 1);
  EXPECT_EQ(receipt.mobilityAfter, 3);
  EXPECT_FALSE(receipt.mobile);
  // Centre: h u(at) + h w (end - at) perp(u(at)); the origin lies h behind it along the rod.
  const double a = speed * at, b = speed * end, way = h * speed * (end - at);
  EXPECT_NEAR(r.last("rod.angle"), b, 1e-9);
  EXPECT_NEAR(r.last("rod.x"), h * std::cos(a) - way * std::sin(a) - h * std::cos(b), 1e-9);
  EXPECT_NEAR(r.last("rod.y"), h * std::sin(a) + way * std::cos(a) - h * std::sin(b), 1e-9);
  EXPECT_EQ(r.last("O.reaction_x"), 0);
  EXPECT_NEAR(r.last("O.angle"), b, 1e-9) << "the relative angle is told of parts that are apart, too";
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// Pendulum of mass m, centre at h, inertia J about the pin, let go at rest at angle start from below:
//   w^2 = 2 m g h (cos p - cos start)/J, along the arm m (g cos p + h w^2), across it m g sin p (1 - m
//   h^2/J).
struct ShearPin {
  double mass = 1.3, h = 0.35, inertia = 0.02, start = 1.2;

  double calcForce(double p) const {
    const double J = inertia + mass * h * h;
    const double w2 = 2 * mass * kG * h * (std::cos(p) - std::cos(start)) / J;
    return std::hypot(mass * (kG * std::cos(p) + h * w2), mass * kG * std::sin(p) * (1 - mass * h * h / J));
  }
  Mechanism make(double above) const {
    Mechanism m;
    m.bodies = {makeBody("bob", mass, inertia, {0.0, 0.0, start - std::numbers::pi / 2, {}}, {h, 0.0})};
    m.joints = {makeJoint("pin", Revolute{}, kFrame, "bob")};
    m.joints[0].metamorphic =
        makeSwitch(makePhase("whole"), makePhase("broken", Released{}), ForceGuard{above});
    m.simulation.duration = 2;
    return m;
  }
};

TEST(Release, ShearPinBreaksAtItsThreshold) {
  const ShearPin pin;
  constexpr double above = 20;
  double low = 0, high = pin.start;  // the force falls from the bottom up
  for (int i = 0; i < 60; ++i) (pin.calcForce(0.5 * (low + high)) > above ? low : high) = 0.5 * (low + high);
  const auto r = run(pin.make(above));
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const auto before = r.trajectory.row(r.trajectory.sampleAfterEvent(0) - 1);
  EXPECT_EQ(r.trajectory.events()[0].guard, (FiredGuard{1, "force", above, "N", {}, false}));
  EXPECT_NEAR(r.value(before, "bob.angle") + std::numbers::pi / 2, low, 1e-8);
  EXPECT_NEAR(std::hypot(r.value(before, "pin.reaction_x"), r.value(before, "pin.reaction_y")), above, 1e-7);
  // From there the centre falls freely.
  const double t = r.summary.t - r.trajectory.events()[0].t, w = r.value(before, "bob.omega");
  const double p0 = low - std::numbers::pi / 2, p1 = r.last("bob.angle");
  EXPECT_NEAR(p1, p0 + w * t, 1e-8);
  EXPECT_NEAR(r.last("bob.x") + pin.h * std::cos(p1), pin.h * (std::cos(p0) - w * t * std::sin(p0)), 1e-8);
  EXPECT_NEAR(r.last("bob.y") + pin.h * std::sin(p1),
              pin.h * (std::sin(p0) + w * t * std::cos(p0)) - kG * t * t / 2, 1e-8);
  EXPECT_LT(r.summary.largestResidual, 1e-8);
}

// The force peaks at the bottom: a threshold barely below the peak is met there and one barely above never
// is.
TEST(Release, PeakOfTheForceIsNotMissed) {
  const ShearPin pin;
  const double peak = pin.calcForce(0);
  EXPECT_EQ(run(pin.make(peak * (1 - 1e-6))).trajectory.events().size(), 1u);
  EXPECT_EQ(run(pin.make(peak * (1 + 1e-6))).trajectory.events().size(), 0u);
}

// A torque k t on the second of two discs that are locked together: the clutch between them carries k t
// J1/(J1 + J2).
TEST(Release, ClutchSlipsAtItsMoment) {
  constexpr double J1 = 0.3, J2 = 0.2, k = 5, above = 4;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("hub", 1, J1), makeBody("disc", 1, J2)};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "hub"), makeJoint("clutch", Revolute{}, "hub", "disc")};
  m.joints[1].metamorphic =
      makeSwitch(makePhase("stuck", AsDrawn{}, true), makePhase("slipping"), MomentGuard{above});
  m.forces = {makeForce("motor", Torque{kFrame, "disc", {"5*t"}})};
  m.simulation.duration = 2;
  const auto r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const double t = above * (J1 + J2) / (J1 * k), w = k * t * t / 2 / (J1 + J2);
  EXPECT_NEAR(r.trajectory.events()[0].t, t, 1e-9);
  EXPECT_TRUE(r.trajectory.events()[0].mobile);
  EXPECT_EQ(r.trajectory.events()[0].guard, (FiredGuard{1, "moment", above, "N m", {}, false}));
  EXPECT_NEAR(r.last("hub.omega"), w, 1e-9);
  EXPECT_NEAR(r.last("disc.omega"), w + k * (4 - t * t) / 2 / J2, 1e-8);
  EXPECT_LT(r.summary.largestResidual, 1e-8);
}

// A ball of 5 kg falls 1 m onto a bar that is welded to the frame: with e = 1/2 the weld gets 5 (1 + e) v, v
// = sqrt(2 g), and from the blow on the bar falls, if it has let go.
constexpr double kBlowTime = 0.4515236409857309, kBlow = 5 * 1.5 * kG * kBlowTime;  // s, sqrt(2/g); N s

Mechanism makeStruckBar(ChangeGuard guard, JointKind kind = Weld{}, bool locked = false) {
  Mechanism m;
  m.gravity = {0.0, -kG};
  m.bodies = {makeBody("bar", 2, 0.1), makeBody("ball", 5, 0.1, {0.0, 1.07, 0.0, {}})};
  m.bodies[0].outline = {{-0.2, -0.02}, {0.2, -0.02}, {0.2, 0.02}, {-0.2, 0.02}};
  m.joints = {makeJoint("J", std::move(kind), kFrame, "bar")};
  m.joints[0].metamorphic =
      makeSwitch(makePhase("whole", AsDrawn{}, locked), makePhase("broken", Released{}), std::move(guard));
  m.contacts = {makeContact("c", "ball", OutlineSurface{}, 0.5)};
  m.contacts[0].a = "bar";
  m.contacts[0].radius = 0.05;
  m.simulation.duration = 1;
  m.simulation.outputInterval = 0.01;
  return m;
}

ImpulseGuard makeImpulseGuard(double above, ForcePart part = ForcePart::total) {
  ImpulseGuard guard;
  guard.above = above;
  guard.part = part;
  return guard;
}

TEST(Release, ABlowBreaksWhatHoldsLess) {
  const FinishedRun r = run(makeStruckBar(makeImpulseGuard(kBlow * (1 - 1e-9))));
  const auto& events = r.trajectory.events();
  ASSERT_GE(events.size(), 2U);
  EXPECT_EQ(events[0].kind, EventKind::impact);
  EXPECT_NEAR(events[0].jointImpulses[0].y, kBlow, 1e-8) << "that of the joint that holds";
  EXPECT_EQ(events[1].kind, EventKind::release);
  EXPECT_NEAR(events[1].t, kBlowTime, 1e-9);
  EXPECT_EQ(events[1].guard.kind, "impulse");
  EXPECT_EQ(events[1].guard.unit, "N s");
  const double fallen = 1 - kBlowTime;
  EXPECT_NEAR(r.last("bar.y"), -kG * fallen * fallen / 2, 1e-8);
  EXPECT_NEAR(r.last("ball.vy"), kG * kBlowTime / 2 - kG * fallen, 1e-8);
  EXPECT_NEAR(r.summary.ledger.impactLoss, 5 * 0.75 * kG, 1e-7);
  EXPECT_LT(r.summary.largestResidual, 1e-8);
}

TEST(Release, ABlowLeavesWhatHoldsMore) {
  const FinishedRun r = run(makeStruckBar(makeImpulseGuard(kBlow * (1 + 1e-9))));
  EXPECT_NEAR(r.last("bar.y"), 0, 1e-12);
  for (const Problem& problem : r.summary.problems)
    EXPECT_EQ(problem.what.find("releases above"), std::string::npos) << "it is known what it holds";
}

TEST(Release, ABlowAcrossTheAxisIsNoneAlongIt) {
  const Prismatic guide{};  // along x
  EXPECT_NEAR(run(makeStruckBar(makeImpulseGuard(1, ForcePart::axial), guide, true)).last("bar.y"), 0, 1e-12);
  EXPECT_LT(run(makeStruckBar(makeImpulseGuard(1), guide, true)).last("bar.y"), -1);
}

TEST(Release, ABlowBreaksInStepsOfTimeToo) {
  Mechanism m = makeStruckBar(makeImpulseGuard(kBlow * 0.99));
  m.simulation.integrator = IntegratorKind::moreauJean;
  m.simulation.timeStep = 1e-4;
  const double fallen = 1 - kBlowTime;
  EXPECT_NEAR(run(m).last("bar.y"), -kG * fallen * fallen / 2, 1e-3);
}

// Two discs that are locked together turn against a stop of the first: the clutch gets J2 (1 + e) w.
TEST(Release, AClutchSlipsAtAnAngularBlow) {
  constexpr double J1 = 0.3, J2 = 0.2, w = 2;
  for (const double part : {1 - 1e-9, 1 + 1e-9}) {
    SCOPED_TRACE(part);
    Mechanism m;
    m.gravity = {0.0, 0.0};
    m.bodies = {makeBody("hub", 1, J1), makeBody("disc", 1, J2)};
    for (Body& body : m.bodies) body.velocity.omega = w;
    m.joints = {makeJoint("O", Revolute{}, kFrame, "hub"), makeJoint("clutch", Revolute{}, "hub", "disc")};
    m.joints[0].metamorphic = makeStop(1, TransitionLaw::restitution, 0.5, false);
    AngularImpulseGuard guard;
    guard.above = part * J2 * 1.5 * w;
    m.joints[1].metamorphic = makeSwitch(makePhase("stuck", AsDrawn{}, true), makePhase("slipping"), guard);
    m.forces = {makeForce("motor", Torque{kFrame, "disc", {"t > 0.6 ? -0.2 : 0"}})};
    m.simulation.duration = 1;
    const FinishedRun r = run(m);
    EXPECT_NEAR(r.trajectory.events()[0].t, 0.5, 1e-9);
    const bool slips = part < 1;
    EXPECT_NEAR(r.last("hub.omega"), slips ? -1 : -1 - 0.08 / (J1 + J2), 1e-8);
    EXPECT_NEAR(r.last("disc.omega"), slips ? -1 - 0.08 / J2 : -1 - 0.08 / (J1 + J2), 1e-8);
  }
}

// Two discs on one axle.
Mechanism makeDiscs(double J1, double J2, double w1, double w2) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("first", 1, J1), makeBody("second", 2, J2)};
  m.bodies[0].velocity.omega = w1;
  m.bodies[1].velocity.omega = w2;
  m.joints = {makeJoint("O", Revolute{}, kFrame, "first"),
              makeJoint("clutch", Revolute{}, "first", "second")};
  m.joints[1].metamorphic =
      makeSwitch(makePhase("open"), makePhase("closed", AsDrawn{}, true), TimeGuard{0.4});
  m.simulation.duration = 1;
  return m;
}

// Merging discs: common speed from the angular momentum, loss J1 J2/(J1 + J2) dw^2/2.
TEST(Merge, DiscsShareTheirAngularMomentum) {
  constexpr double J1 = 0.3, J2 = 0.05, w1 = 2, w2 = -7;
  const Mechanism m = makeDiscs(J1, J2, w1, w2);
  const auto r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const Receipt& receipt = r.trajectory.events()[0];
  const double common = (J1 * w1 + J2 * w2) / (J1 + J2), reduced = J1 * J2 / (J1 + J2);
  EXPECT_EQ(receipt.kind, EventKind::merge);
  EXPECT_TRUE(receipt.mobile);
  EXPECT_TRUE(receipt.momentumConserved);
  EXPECT_EQ(receipt.guard, (FiredGuard{1, "time", 0.4, "s", {}, false}));
  EXPECT_NEAR(receipt.jumps[0].after[2], common, 1e-12);
  EXPECT_NEAR(receipt.jumps[1].after[2], common, 1e-12);
  EXPECT_NEAR(receipt.energyLoss(), reduced * (w1 - w2) * (w1 - w2) / 2, 1e-12);
  EXPECT_NEAR(receipt.impulse, reduced * std::abs(w1 - w2), 1e-12);
  EXPECT_NEAR(receipt.normalVelocityBefore, -std::abs(w1 - w2), 1e-12);
  EXPECT_NEAR(receipt.normalVelocityAfter, 0, 1e-12);
  EXPECT_EQ(receipt.mobilityBefore, 2);
  EXPECT_EQ(receipt.mobilityAfter, 1);
  expectMomentumBalance(m, receipt, 1e-12);
  EXPECT_NEAR(r.last("clutch.angle"), (w2 - w1) * 0.4, 1e-9) << "held at the angle it had";
  EXPECT_LT(r.summary.largestResidual, 1e-10);
}

// The kinematic switch keeps the speed of the axle, whatever that takes, and says so.
TEST(Merge, KinematicSwitchIsMarkedAsNotConserving) {
  constexpr double J1 = 0.3, J2 = 0.05, w1 = 2, w2 = -7;
  Mechanism m = makeDiscs(J1, J2, w1, w2);
  m.joints[1].metamorphic->changes[0].law = TransitionLaw::ignore;
  const auto r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const Receipt& receipt = r.trajectory.events()[0];
  EXPECT_EQ(receipt.kind, EventKind::kinematicSwitch);
  EXPECT_FALSE(receipt.momentumConserved);
  EXPECT_NEAR(receipt.jumps[0].after[2], w1, 1e-12);
  EXPECT_NEAR(receipt.jumps[1].after[2], w1, 1e-12);
  EXPECT_NEAR(r.last("energy.switch_change"), J2 * (w1 * w1 - w2 * w2) / 2, 1e-12);
  EXPECT_EQ(r.last("energy.impact_loss"), 0);
  EXPECT_LT(r.summary.largestResidual, 1e-10);
}

// A disc is coupled to a hub that a drive keeps at its speed: the drive gives J dw, half of its work is lost.
TEST(Merge, DriveKeepsItsSpeed) {
  constexpr double J = 0.05, w = 3;
  Mechanism m = makeDiscs(0.3, J, w, 0);
  Drive drive;
  drive.id = "motor";
  drive.joint = "O";
  drive.kind = ConstantSpeed{{}, w};
  m.drives = {drive};
  const auto r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const Receipt& receipt = r.trajectory.events()[0];
  EXPECT_NEAR(receipt.jumps[1].after[2], w, 1e-12);
  ASSERT_EQ(receipt.driveImpulses.size(), 1u);
  EXPECT_NEAR(receipt.driveImpulses[0].impulse, J * w, 1e-12);
  EXPECT_NEAR(receipt.driveWork, J * w * w, 1e-12);
  EXPECT_NEAR(receipt.energyLoss(), J * w * w / 2, 1e-12);
  EXPECT_LT(r.summary.largestResidual, 1e-10);
}

// Two bodies in free flight become one where they are: momentum, and spin about the common centre.
TEST(Merge, BodiesInFlightBecomeOne) {
  constexpr double m1 = 2, m2 = 3, J1 = 0.1, J2 = 0.2;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("a", m1, J1), makeBody("b", m2, J2, {2.0, 0.3, 0.0, {}})};
  m.bodies[0].velocity.vx = 1;
  m.bodies[1].velocity.vx = -1;
  m.bodies[1].velocity.omega = 0.5;
  m.joints = {makeJoint("grip", Weld{}, "a", "b")};
  m.joints[0].metamorphic = makeSwitch(makePhase("apart", Released{}), makePhase("one", Merged{}),
                                       makeLaw("b.x - a.x - 1", Direction::falling));
  m.simulation.duration = 2;
  const auto r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const Receipt& receipt = r.trajectory.events()[0];
  EXPECT_NEAR(receipt.t, 0.5, 1e-12);
  EXPECT_EQ(receipt.mobilityBefore, 6);
  EXPECT_EQ(receipt.mobilityAfter, 3);
  const double vx = (m1 - m2) / (m1 + m2), reduced = m1 * m2 / (m1 + m2);
  // Relative place (1, 0.3) and velocity (-2, 0) of b seen from a: spin J2 w + reduced (x vy - y vx).
  const double spin = (J2 * 0.5 + reduced * 0.3 * 2) / (J1 + J2 + reduced * (1 + 0.09));
  EXPECT_NEAR(r.last("a.omega"), spin, 1e-10);
  EXPECT_NEAR(r.last("b.omega"), spin, 1e-10);
  EXPECT_NEAR((m1 * r.last("a.vx") + m2 * r.last("b.vx")) / (m1 + m2), vx, 1e-10);
  EXPECT_NEAR((m1 * r.last("a.x") + m2 * r.last("b.x")) / (m1 + m2), 1.2 + 2 * vx, 1e-9);
  EXPECT_NEAR(std::hypot(r.last("b.x") - r.last("a.x"), r.last("b.y") - r.last("a.y")), std::hypot(1, 0.3),
              1e-12);
  const double before = (m1 + m2) / 2 + J2 * 0.125;
  const double after = (m1 + m2) * vx * vx / 2 + (J1 + J2 + reduced * 1.09) * spin * spin / 2;
  EXPECT_NEAR(receipt.energyLoss(), before - after, 1e-11);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// A slider runs into the company of another by law, and is let go by time: two changes of one joint.
TEST(Merge, SlidersCoupleAndPart) {
  Mechanism m;
  m.bodies = {makeBody("cart", 2, 1), makeBody("wagon", 3, 1, {0.5, 0.0, 0.0, {}})};
  m.bodies[0].velocity.vx = 1;
  m.joints = {makeJoint("rail1", Prismatic{}, kFrame, "cart"),
              makeJoint("rail2", Prismatic{}, kFrame, "wagon"),
              makeJoint("hook", Distance{}, "cart", "wagon")};
  m.joints[2].metamorphic = makeSwitch(makePhase("open", Released{}), makePhase("closed", Distance{0.2}),
                                       makeLaw("cart.x - wagon.x + 0.2"));
  m.joints[2].metamorphic->changes.push_back(
      makeChange("closed", "open", TimeGuard{0.25, TimeOrigin::phase}));
  m.simulation.duration = 1;
  const auto r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 2u);
  EXPECT_NEAR(r.trajectory.events()[0].t, 0.3, 1e-12);
  EXPECT_NEAR(r.trajectory.events()[0].impulse, 1.2 * 1, 1e-10) << "reduced mass times speed";
  EXPECT_NEAR(r.trajectory.events()[0].normalVelocityBefore, -1, 1e-10);
  EXPECT_NEAR(std::abs(r.trajectory.events()[0].normalX), 1, 1e-12);
  EXPECT_NEAR(r.trajectory.events()[1].t, 0.55, 1e-12);
  EXPECT_EQ(r.trajectory.events()[1].kind, EventKind::release);
  EXPECT_NEAR(r.last("cart.vx"), 0.4, 1e-10);
  EXPECT_NEAR(r.last("wagon.x"), 0.5 + 0.4 * 0.7, 1e-10);
}

// A body that spins about a pin at the distance h from its centre becomes a slider: its spin ends, its
// momentum along the axis stays.
TEST(ChangeOfType, PinBecomesASlider) {
  constexpr double h = 0.3, speed = 2, mass = 1.5, at = 0.5, axis = 0.4;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("arm", mass, 0.2, {}, {h, 0.0})};
  m.bodies[0].velocity.omega = speed;
  m.joints = {makeJoint("O", Revolute{}, kFrame, "arm")};
  m.joints[0].metamorphic =
      makeSwitch(makePhase("turning"), makePhase("sliding", Prismatic{axis, {}}), TimeGuard{at});
  m.simulation.duration = 1;
  const auto r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const Receipt& receipt = r.trajectory.events()[0];
  EXPECT_EQ(receipt.kind, EventKind::merge);
  const double along = speed * h * std::sin(axis - speed * at);
  EXPECT_NEAR(r.last("arm.vx"), along * std::cos(axis), 1e-10);
  EXPECT_NEAR(r.last("arm.vy"), along * std::sin(axis), 1e-10);
  EXPECT_NEAR(r.last("arm.x"), along * std::cos(axis) * 0.5, 1e-10);
  EXPECT_NEAR(r.last("arm.omega"), 0, 1e-12);
  EXPECT_NEAR(r.last("O.angle"), speed * at, 1e-10) << "the coordinate as drawn is told in every phase";
  const double kinetic = (0.2 + mass * h * h) * speed * speed / 2;
  EXPECT_NEAR(receipt.energyLoss(), kinetic - mass * along * along / 2, 1e-10);
  EXPECT_NEAR(receipt.impulse, std::abs(receipt.jointImpulses[0].moment), 1e-15);
  EXPECT_EQ(receipt.mobilityAfter, 1);
  EXPECT_LT(r.summary.largestResidual, 1e-10);
}

// Gears that come into mesh: the teeth give p with r1 w1 + r2 w2 = 0 after it, wherever they stand.
TEST(ChangeOfType, GearsComeIntoMesh) {
  constexpr double r1 = 0.1, r2 = 0.2, J1 = 0.02, J2 = 0.3, w1 = 30, w2 = 1;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("pinion", 1, J1), makeBody("wheel", 4, J2, {0.3, 0.0, 0.0, {}})};
  m.bodies[0].velocity.omega = w1;
  m.bodies[1].velocity.omega = w2;
  m.joints = {makeJoint("O1", Revolute{}, kFrame, "pinion"),
              makeJoint("O2", Revolute{}, kFrame, "wheel", {0.3, 0.0}),
              makeJoint("mesh", Gear{r1, r2, Mesh::external, kFrame}, "pinion", "wheel")};
  m.joints[2].metamorphic = makeSwitch(makePhase("out", Released{}), makePhase("in"), TimeGuard{0.77});
  m.simulation.duration = 1;
  const auto r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const double p = -(r1 * w1 + r2 * w2) / (r1 * r1 / J1 + r2 * r2 / J2);
  EXPECT_NEAR(r.last("pinion.omega"), w1 + r1 * p / J1, 1e-9);
  EXPECT_NEAR(r.last("wheel.omega"), w2 + r2 * p / J2, 1e-9);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// Why a run fails.
std::string findFailure(const Mechanism& m) {
  const auto simulator = Simulator::create(m);
  if (!simulator) return "no start: " + describe(simulator.error());
  Trajectory trajectory(simulator->channels());
  const RunSummary summary = simulator->run(trajectory);
  EXPECT_EQ(summary.end, RunSummary::End::failed);
  return summary.problems.empty() ? "" : summary.problems.back().what;
}

// A body that flies past a pin is caught by it, half a millimetre beside: within the tolerance it is moved
// there.
Mechanism makeCatch(double tolerance) {
  Mechanism m;
  m.bodies = {makeBody("ball", 1, 0.1, {-1.0, 0.0, 0.0, {}})};
  m.bodies[0].velocity.vx = 2;
  m.bodies[0].velocity.vy =
      kG / 4 + 0.001;  // back at the height of the start, but for 0.5 mm, after half a second
  m.joints = {makeJoint("pin", Revolute{}, kFrame, "ball")};
  m.joints[0].metamorphic =
      makeSwitch(makePhase("flying", Released{}), makePhase("caught"), makeLaw("ball.x"));
  m.joints[0].metamorphic->changes[0].tolerance = tolerance;
  m.simulation.duration = 1;
  return m;
}

TEST(Merge, PartsWithinTheToleranceAreMovedTogether) {
  const auto r = run(makeCatch(0.001));
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  EXPECT_NEAR(r.last("ball.x"), 0, 1e-12);
  EXPECT_NEAR(r.last("ball.y"), 0, 1e-12);
  EXPECT_NEAR(r.last("energy.switch_change"), -kG * 0.0005, 1e-9) << "lowering the ball is booked";
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

TEST(Merge, PartsApartAreAClearFailure) {
  EXPECT_THAT(findFailure(makeCatch(1e-4)),
              testing::HasSubstr("joint pin, phase 'caught': the parts miss the joint by 0.0005 m"));
}

// A joint that is driven on both sides cannot lock: the drives keep their speeds.
TEST(Merge, ContradictionOfDrivesIsAClearFailure) {
  Mechanism m = makeDiscs(0.3, 0.05, 0, 0);
  m.joints.push_back(makeJoint("O2", Revolute{}, kFrame, "second"));
  for (const auto& [joint, speed] : {std::pair{"O", 1.0}, std::pair{"O2", 2.0}}) {
    Drive drive;
    drive.id = std::string("drive_") + joint;
    drive.joint = joint;
    drive.kind = ConstantSpeed{{}, speed};
    m.drives.push_back(drive);
  }
  EXPECT_THAT(findFailure(m), testing::HasSubstr("the other joints and drives do not let"));
}

// The phase that is entered has a stop that lies behind the joint.
TEST(Merge, PhaseThatBeginsBehindItsStopIsAClearFailure) {
  Mechanism m = makeDiscs(0.3, 0.05, 0, 1);
  Metamorphic& joint = *m.joints[1].metamorphic;
  joint.phases[1].locked = false;
  joint.phases.push_back(makePhase("held", AsDrawn{}, true));
  Limit limit;
  limit.value = 0.1;
  joint.changes.push_back(makeChange("closed", "held", limit));
  EXPECT_THAT(findFailure(m),
              testing::HasSubstr("joint clutch, phase 'closed': it begins beyond its limit: the "
                                 "coordinate is 0.4 rad, the limit 0.1 rad (rising)"));
}

// Two blocks rest in the corner of a stop: the outer one is pressed against it by a load. A wagon that is
// coupled to the inner one pulls it away when it moves off, and is stopped through it when it comes: the stop
// only pushes.
Mechanism makeBuffer(double speed) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("block", 2, 1), makeBody("wagon", 3, 1, {-0.5, 0.0, 0.0, {}})};
  m.bodies[1].velocity.vx = speed;
  m.joints = {makeJoint("guide", Prismatic{}, kFrame, "block"),
              makeJoint("rail", Prismatic{}, kFrame, "wagon"),
              makeJoint("hook", Distance{}, "block", "wagon")};
  Metamorphic stop;
  stop.phases = {makePhase("free"), makePhase("resting")};
  Limit limit;
  limit.value = 0.0;
  stop.changes = {makeChange("free", "resting", limit)};
  stop.changes[0].latched = 0;
  m.joints[0].metamorphic = stop;
  m.joints[2].metamorphic =
      makeSwitch(makePhase("open", Released{}), makePhase("closed", Distance{}), TimeGuard{0.1});
  m.forces = {makeForce("load", Load{"block", {}, {"1"}, {"0"}})};
  m.simulation.duration = 0.2;
  return m;
}

TEST(Merge, PressedStopOnlyPushes) {
  const auto away = run(makeBuffer(-1));
  ASSERT_EQ(away.trajectory.events().size(), 3u);  // it rests, is coupled, and is pulled off
  EXPECT_EQ(away.trajectory.events()[1].kind, EventKind::merge);
  EXPECT_NEAR(away.trajectory.events()[1].impulse, 1.2, 1e-10) << "as if there were no stop";
  EXPECT_EQ(away.trajectory.events()[2].kind, EventKind::contactEnd);
  EXPECT_NEAR(away.last("block.vx"), -0.6 + 0.1 / 5, 1e-9);

  const auto into = run(makeBuffer(1));
  ASSERT_EQ(into.trajectory.events().size(), 2u);
  EXPECT_EQ(into.trajectory.events()[1].kind, EventKind::merge);
  EXPECT_NEAR(into.trajectory.events()[1].impulse, 3, 1e-10) << "the wagon ends against the stop";
  ASSERT_EQ(into.trajectory.events()[1].contactImpulses.size(), 1u);
  EXPECT_NEAR(into.trajectory.events()[1].contactImpulses[0].x, -3, 1e-10);
  EXPECT_NEAR(into.last("wagon.vx"), 0, 1e-12);
}

// A stop that a joint is pressed against is behind it when another phase begins.
TEST(Release, FromAPressedStop) {
  Mechanism m = makeBuffer(0);
  m.joints.pop_back();
  m.joints[0].metamorphic->phases.push_back(makePhase("gone"));
  m.joints[0].metamorphic->changes.push_back(makeChange("resting", "gone", TimeGuard{0.1}));
  const auto r = run(m);
  EXPECT_NEAR(r.last("block.x"), 0.5 * 0.1 * 0.1 / 2, 1e-10) << "pushed by 1 N for 0.1 s";
}

// cos(2 pi t) falls through zero at 0.25, 1.25, 2.25 s; the joint goes back 0.1 s after each time.
std::vector<double> findTimes(double hysteresis, double deadTime, bool once) {
  Mechanism m = makeDiscs(1, 1, 1, 1);
  Metamorphic& joint = *m.joints[1].metamorphic;
  joint.phases[1].locked = false;
  joint.changes = {makeChange("open", "closed", makeLaw("cos(2*pi*t)", Direction::falling, hysteresis)),
                   makeChange("closed", "open", TimeGuard{0.1, TimeOrigin::phase})};
  joint.changes[0].deadTime = deadTime;
  joint.changes[0].once = once;
  m.simulation.duration = 3;
  std::vector<double> times;
  const auto r = run(m);
  for (const Receipt& receipt : r.trajectory.events()) times.push_back(receipt.t);
  return times;
}

using testing::DoubleNear;
using testing::ElementsAre;

TEST(Arming, AgainWhenTheGuardHasGoneBack) {
  constexpr double e = 1e-9;
  const auto all = ElementsAre(DoubleNear(0.25, e), DoubleNear(0.35, e), DoubleNear(1.25, e),
                               DoubleNear(1.35, e), DoubleNear(2.25, e), DoubleNear(2.35, e));
  EXPECT_THAT(findTimes(0, 0, false), all) << "found met at 0.35 s, it waits until it is met again";
  EXPECT_THAT(findTimes(0.99, 0, false), all);
  EXPECT_THAT(findTimes(1.01, 0, false), ElementsAre(DoubleNear(0.25, e), DoubleNear(0.35, e)))
      << "never back by the hysteresis";
}

TEST(Arming, AgainAfterTheDeadTime) {
  constexpr double e = 1e-9;
  EXPECT_THAT(findTimes(0, 1.2, false), ElementsAre(DoubleNear(0.25, e), DoubleNear(0.35, e),
                                                    DoubleNear(2.25, e), DoubleNear(2.35, e)));
  EXPECT_THAT(findTimes(0, 0, true), ElementsAre(DoubleNear(0.25, e), DoubleNear(0.35, e)));
}

// A rod falls until it reaches an angle and is locked there; above that angle it would be let go again. Held
// at the threshold, a rounding below or above it, it is not.
TEST(Arming, AGuardThatIsZeroButForRoundingDoesNotFire) {
  for (const double threshold : {-1.0, -0.7, -0.3, -1.1, -0.9}) {
    const std::string law = "rod.angle + " + std::to_string(-threshold);
    Mechanism m;
    m.bodies = {makeBody("rod", 2, 0.1, {}, {0.4, 0.0})};
    m.joints = {makeJoint("O", Revolute{}, kFrame, "rod")};
    Metamorphic joint = makeSwitch(makePhase("turning"), makePhase("held", AsDrawn{}, true),
                                   makeLaw(law, Direction::falling));
    joint.changes.push_back(makeChange("held", "turning", makeLaw(law, Direction::rising)));
    m.joints[0].metamorphic = joint;
    m.simulation.duration = 2;
    const auto r = run(m);
    ASSERT_EQ(r.trajectory.events().size(), 1u) << threshold;
    EXPECT_NEAR(r.last("rod.angle"), threshold, 1e-9);
  }
}

// A joint told to change every tenth of a microsecond: given up with a reason before the memory is full.
TEST(Arming, TooManyEventsAreGivenUp) {
  if (isSanitized()) GTEST_SKIP() << "200000 events";
  Mechanism m = makeDiscs(1, 1, 1, 1);
  Metamorphic& joint = *m.joints[1].metamorphic;
  joint.changes = {makeChange("open", "closed", TimeGuard{1e-7, TimeOrigin::phase}),
                   makeChange("closed", "open", TimeGuard{1e-7, TimeOrigin::phase})};
  m.simulation.duration = 1;
  auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator);
  Trajectory trajectory(simulator->channels());
  const RunSummary summary = simulator->run(trajectory);
  EXPECT_EQ(summary.end, RunSummary::End::failed);
  EXPECT_NEAR(summary.t, 2e-2, 1e-4) << "200000 events";
  ASSERT_FALSE(summary.problems.empty());
  EXPECT_THAT(summary.problems.back().what, testing::HasSubstr("events have happened, the last at joint"));
}

// An oscillating mass: |speed| = w A |sin wt| passes a value four times a period.
TEST(Arming, SpeedRisesAndFalls) {
  constexpr double amplitude = 0.2, mass = 2, stiffness = 200, value = 1;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("mass", mass, 1, {amplitude, 0.0, 0.0, {}})};
  m.joints = {makeJoint("guide", Prismatic{}, kFrame, "mass")};
  Metamorphic joint;
  joint.phases = {makePhase("slow"), makePhase("fast")};
  joint.changes = {makeChange("slow", "fast", SpeedGuard{value, Direction::rising, {}}),
                   makeChange("fast", "slow", SpeedGuard{value, Direction::falling, {}})};
  m.joints[0].metamorphic = joint;
  m.forces = {makeForce("spring", Spring{kFrame, "mass", {-1.0, 0.0}, {}, stiffness, 1.0, {}, {}})};
  const double w = std::sqrt(stiffness / mass), first = std::asin(value / (w * amplitude)) / w;
  m.simulation.duration = 2 * std::numbers::pi / w;
  const auto r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 4u);
  const double half = std::numbers::pi / w;
  const double times[] = {first, half - first, half + first, 2 * half - first};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(r.trajectory.events()[i].t, times[i], 1e-8);
}

// A brake that holds a pendulum when its speed falls below 0.5 rad/s, lets go, and waits: it holds again
// where the speed falls, near the other turning point, not where it rises through 0.5 just after it was let
// go.
TEST(Guards, AFallingSpeedWaitsForItsFall) {
  const auto loaded =
      loadMechanism(std::string(CLANK_SOURCE_DIR) + "/tests/physics/scenes/falling-guard.clank");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  const FinishedRun r = run(resolve(loaded->mechanism).value());
  const auto& events = r.trajectory.events();
  ASSERT_GE(events.size(), 3u);
  for (std::size_t i = 2; i < events.size(); i += 2) {
    SCOPED_TRACE(events[i].t);
    EXPECT_EQ(events[i].kind, EventKind::merge);
    const double before = std::abs(r.value(r.trajectory.at(events[i].t - 0.02), "O.omega"));
    const double at = std::abs(r.value(r.trajectory.at(events[i].t - 1e-9), "O.omega"));
    EXPECT_NEAR(at, 0.5, 1e-4);
    EXPECT_GT(before, at);
  }
}

// Changes of two joints at one instant are carried out one after the other.
TEST(Guards, TwoAtTheSameInstant) {
  Mechanism m = makeDiscs(0.3, 0.05, 2, -7);
  m.joints[0].metamorphic =
      makeSwitch(makePhase("turning"), makePhase("held", AsDrawn{}, true), TimeGuard{0.4});
  const auto r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 2u);
  EXPECT_EQ(r.trajectory.events()[0].t, r.trajectory.events()[1].t);
  EXPECT_NEAR(r.last("second.omega"), 0, 1e-12);
  EXPECT_EQ(r.summary.mobilityEnd, 0);
}

// A crossing that is met at the start waits until it has gone back: sin(2 pi t + 1) rises through zero at
// 1 - 1/(2 pi). What acts whenever it is exceeded is told, with the joint and the change.
TEST(Guards, MetAtTheStart) {
  Mechanism m = makeDiscs(0.3, 0.05, 2, -7);
  m.joints[1].metamorphic->changes[0].guard = makeLaw("sin(2*pi*t + 1)");
  const auto r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  EXPECT_NEAR(r.trajectory.events()[0].t, 1 - 0.5 / std::numbers::pi, 1e-10);
  m.joints[1].metamorphic->changes[0].guard = makeLaw("1 + t");
  EXPECT_EQ(run(m).trajectory.events().size(), 0u) << "it never goes back";
  const ShearPin pin;
  const auto simulator = Simulator::create(pin.make(0.5 * pin.calcForce(pin.start)));
  ASSERT_FALSE(simulator);
  EXPECT_THAT(simulator.error().front().what, testing::HasSubstr("is met from the start: its guard (force)"));
  EXPECT_THAT(simulator.error().front().where, testing::EndsWith("/metamorphic/changes/0/guard"));
}

// A crank pin enters the slot of a wheel where sin(angle + 45 deg) rises through zero. It is positive at the
// start, 130 deg: it waits, for (315 - 130)/360 of a turn, and leaves 90 deg later. In between the wheel
// turns back by 90 deg, and its slot has turned away for the next time.
TEST(Guards, APeriodicOneThatIsPositiveAtTheStartWaits) {
  const auto loaded =
      loadMechanism(std::string(CLANK_SOURCE_DIR) + "/tests/physics/scenes/geneva-slot.clank");
  ASSERT_TRUE(loaded) << describe(loaded.error());
  const FinishedRun r = run(resolve(loaded->mechanism).value());
  const auto& events = r.trajectory.events();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].kind, EventKind::merge);
  EXPECT_NEAR(events[0].t, 185.0 / 360, 1e-9);
  EXPECT_EQ(events[1].kind, EventKind::release);
  EXPECT_NEAR(events[1].t, 275.0 / 360, 1e-9);
  const double from = r.value(r.trajectory.row(0), "wh.angle");
  EXPECT_NEAR(r.value(r.trajectory.at(275.0 / 360), "wh.angle"), from - std::numbers::pi / 2, 1e-8);
}

// A law that has no value is told with its joint, at the start and later.
TEST(Guards, WithoutAValue) {
  Mechanism m = makeDiscs(0.3, 0.05, 2, -7);
  m.joints[1].metamorphic->changes[0].guard = makeLaw("log(-1)");
  const auto never = Simulator::create(m);
  ASSERT_FALSE(never);
  EXPECT_EQ(never.error().front().what,
            "joint clutch: the guard (expression) of a change is not a finite number at t = 0");
  m.joints[1].metamorphic->changes[0].guard = makeLaw("-1 - sqrt(0.1 - t)");
  const auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator);
  Trajectory trajectory(simulator->channels());
  const RunSummary summary = simulator->run(trajectory);
  EXPECT_EQ(summary.end, RunSummary::End::failed);
  ASSERT_EQ(summary.problems.size(), 1u);
  EXPECT_NE(summary.problems[0].what.find("the guard of joint clutch is not a finite number"),
            std::string::npos)
      << summary.problems[0].what;
}

}  // namespace
}  // namespace clank::test
