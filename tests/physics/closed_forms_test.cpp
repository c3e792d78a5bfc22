// SPDX-License-Identifier: GPL-3.0-or-later
// Rigid bodies with friction in forms that are in every book: ladder, box that tips, disc in a groove, disc
// that rolls in a bowl, block on a belt.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank {
namespace {

using namespace test;

LineSurface makeLine(double x0, double y0, double x1, double y1) {
  LineSurface line;
  line.from = {x0, y0};
  line.to = {x1, y1};
  return line;
}

// The last row of the start, which the events at that time have behind them.
std::size_t findStart(const FinishedRun& r) {
  std::size_t s = 0;
  while (s + 1 < r.trajectory.sampleCount() && r.value(r.trajectory.row(s + 1), "t") == 0) ++s;
  return s;
}

void setDuration(Mechanism& m, double duration) {
  m.simulation.duration = duration;
  m.simulation.outputInterval = duration / 50;
}

// A ladder of length 2 l at the angle f to the floor, against a wall.
Mechanism makeLadder(double angle, double onFloor, double onWall) {
  constexpr double half = 1.5, mass = 10;
  Mechanism m;
  m.bodies = {makeBody("ladder", mass, mass * half * half / 3,
                       {half * std::cos(angle), half * std::sin(angle), -angle, {}})};
  m.contacts = {makeContact("foot", "ladder", makeFloor(0), 0, onFloor),
                makeContact("head", "ladder", makeLine(0, 100, 0, -100), 0, onWall)};
  m.contacts[0].atB = {half, 0.0};
  m.contacts[1].atB = {-half, 0.0};
  setDuration(m, 0.2);
  return m;
}

// On a smooth wall N_wall = m g/(2 tan f) = friction of the floor: it holds where tan f >= 1/(2 mu). With
// friction at both ends N_wall = mu N_floor, mu N_wall = m g - N_floor at the limit, tan f = (1 - mu^2)/(2
// mu).
TEST(ClosedForms, ALadderHoldsFromItsAngleOn) {
  constexpr double mu = 0.4, little = 0.01;
  for (const bool rough : {false, true}) {
    const double limit = std::atan((1 - (rough ? mu * mu : 0)) / (2 * mu));
    const FinishedRun rests = run(makeLadder(limit + little, mu, rough ? mu : 0));
    EXPECT_NEAR(rests.last("ladder.omega"), 0, 1e-9) << rough;
    if (!rough) {
      EXPECT_NEAR(rests.last("head.normal_force"), 10 * kG / (2 * std::tan(limit + little)), 1e-8);
      EXPECT_NEAR(std::abs(rests.last("foot.friction_force")), 10 * kG / (2 * std::tan(limit + little)),
                  1e-8);
    }
    const FinishedRun slides = run(makeLadder(limit - little, mu, rough ? mu : 0));
    EXPECT_GT(std::abs(slides.last("ladder.omega")), 1e-3) << rough;
    EXPECT_LT(slides.summary.largestResidual, 1e-7);
  }
}

// A narrow box on an incline tips about its lower corner where tan a > w/h, however rough it is:
// (J + m d^2) alpha = m g (h sin a - w cos a)/2 with d the way from the corner to the centre.
TEST(ClosedForms, ANarrowBoxTipsOnAnIncline) {
  constexpr double width = 0.2, height = 0.5, mass = 2;
  const double limit = std::atan(width / height);
  for (const double angle : {limit - 0.02, limit + 0.02}) {
    const double inertia = mass * (width * width + height * height) / 12;
    Mechanism m;
    m.bodies = {makeBody("b", mass, inertia,
                         {-std::sin(angle) * height / 2, std::cos(angle) * height / 2, angle, {}})};
    for (const double side : {-1, 1}) {
      m.contacts.push_back(makeContact(side < 0 ? "low" : "high", "b", makeFloor(angle), 0, 0.9));
      m.contacts.back().atB = {side * width / 2, -height / 2};
    }
    setDuration(m, 0.01);
    const FinishedRun r = run(m);
    const double about = inertia + mass * (width * width + height * height) / 4;
    const double torque = mass * kG * (height * std::sin(angle) - width * std::cos(angle)) / 2;
    EXPECT_NEAR(r.value(r.trajectory.row(findStart(r)), "b.alpha"), std::max(0.0, torque / about), 1e-9);
    EXPECT_EQ(r.value(r.trajectory.row(findStart(r)), "high.normal_force") > 1e-6, angle < limit);
  }
}

// A disc in a groove whose sides rise at a, turned by a growing moment: both sides hold it with their
// friction, and let go at M = mu m g r/((1 + mu^2) cos a), from N_1 - N_2 = -mu (N_1 + N_2) cot a.
TEST(ClosedForms, ADiscInAGrooveTurnsAtItsMoment) {
  constexpr double mu = 0.3, angle = 0.7, radius = 0.1, mass = 3, rise = 2;
  Mechanism m;
  m.bodies = {makeBody("disc", mass, mass * radius * radius / 2, {0, radius / std::cos(angle), 0, {}})};
  m.contacts = {
      makeContact("right", "disc", makeLine(0, 0, 100 * std::cos(angle), 100 * std::sin(angle)), 0, mu),
      makeContact("left", "disc", makeLine(-100 * std::cos(angle), 100 * std::sin(angle), 0, 0), 0, mu)};
  for (ContactPair& contact : m.contacts) contact.radius = radius;
  Torque torque;
  torque.b = "disc";
  torque.moment.text = std::to_string(rise) + "*t";
  m.forces = {makeForce("T", torque)};
  const double moment = mu * mass * kG * radius / ((1 + mu * mu) * std::cos(angle));
  setDuration(m, moment / rise + 0.2);
  const FinishedRun r = run(m);
  double first = -1;
  for (const Receipt& receipt : r.trajectory.events())
    if (receipt.kind == EventKind::slip && first < 0) first = receipt.t;
  EXPECT_NEAR(first, moment / rise, 1e-8);
  const double sum = mass * kG / ((1 + mu * mu) * std::cos(angle));
  EXPECT_NEAR(r.last("right.normal_force") + r.last("left.normal_force"), sum, 1e-7);
  EXPECT_NEAR(r.last("left.normal_force") - r.last("right.normal_force"), mu * sum / std::tan(angle), 1e-7);
  EXPECT_NEAR(r.last("disc.omega"), rise * 0.2 * 0.2 / 2 / (mass * radius * radius / 2), 1e-6);
}

// A disc that rolls in a bowl: (m + J/r^2) v^2/2 = m g (R - r)(cos p - cos p_0), N = m g cos p + m v^2/(R -
// r), and friction is what turns it, m g sin p J/(J + m r^2).
TEST(ClosedForms, ADiscRollsInABowl) {
  constexpr double bowlRadius = 1.0, radius = 0.2, mass = 2, start = 0.8, way = bowlRadius - radius;
  CircleSurface bowl;
  bowl.radius = bowlRadius;
  bowl.side = RoundSide::inside;
  Mechanism m;
  m.bodies = {makeBody("disc", mass, mass * radius * radius / 2,
                       {way * std::sin(start), -way * std::cos(start), 0, {}})};
  m.contacts = {makeContact("bowl", "disc", bowl, 0, 0.9)};
  m.contacts[0].radius = radius;
  setDuration(m, 1.5);
  const FinishedRun r = run(m);
  EXPECT_LT(r.last("disc.x"), -0.1) << "it has been through the lowest point";
  for (std::size_t s = findStart(r); s < r.trajectory.sampleCount(); ++s) {
    const auto row = r.trajectory.row(s);
    const double x = r.value(row, "disc.x"), y = r.value(row, "disc.y"), vx = r.value(row, "disc.vx"),
                 vy = r.value(row, "disc.vy"), square = vx * vx + vy * vy;
    EXPECT_NEAR(0.75 * square, kG * (-y - way * std::cos(start)), 1e-7) << "energy, rolling";
    EXPECT_NEAR(r.value(row, "bowl.normal_force"), mass * (kG * -y / way + square / way), 1e-6) << x;
    EXPECT_NEAR(std::abs(r.value(row, "bowl.friction_force")), mass * kG * std::abs(x) / way / 3, 1e-6) << x;
  }
}

// A block on a belt that runs with V, held by a spring: it sticks until k x = mu m g, t = mu m g/(k V), and
// then swings about that place, x = mu m g/k + (V/w) sin(w t): after each period it has the speed of the belt
// again.
TEST(ClosedForms, ABlockOnABeltSticksAndSwings) {
  constexpr double mu = 0.3, mass = 2, stiffness = 80, speed = 0.4;
  Prismatic guide;
  Mechanism m;
  m.bodies = {makeBody("belt", 5, 1, {0, -0.1, 0, {}}), makeBody("block", mass, 0.1, {0, 0, 0, {}})};
  m.bodies[0].velocity.vx = speed;
  m.bodies[1].velocity.vx = speed;
  Joint rail = makeJoint("R", guide, "frame", "belt", {0.0, -0.1});
  m.joints = {rail};
  Drive drive;
  drive.id = "D";
  drive.joint = "R";
  drive.kind = ConstantSpeed{{}, speed};
  m.drives = {drive};
  for (const double side : {-1, 1}) {
    m.contacts.push_back(
        makeContact(side < 0 ? "rear" : "front", "block", makeLine(-50, 0.1, 50, 0.1), 0, mu));
    m.contacts.back().a = "belt";
    m.contacts.back().atB = {side * 0.2, 0.0};
  }
  Spring spring;
  spring.b = "block";
  spring.atA = {-1.0, 0.0};
  spring.stiffness = stiffness;
  spring.freeLength = 1;
  m.forces = {makeForce("S", spring)};
  const double slips = mu * mass * kG / stiffness / speed, w = std::sqrt(stiffness / mass);
  setDuration(m, slips + 0.9 * 2 * std::numbers::pi / w);
  const FinishedRun r = run(m);
  double first = -1;
  for (const Receipt& receipt : r.trajectory.events())
    if (receipt.kind == EventKind::slip && first < 0) first = receipt.t;
  EXPECT_NEAR(first, slips, 1e-8);
  const double since = r.summary.t - slips;
  EXPECT_NEAR(r.last("block.x"), mu * mass * kG / stiffness + speed / w * std::sin(w * since), 1e-7);
  EXPECT_NEAR(r.last("block.vx"), speed * std::cos(w * since), 1e-6);
  EXPECT_LT(r.summary.largestResidual, 1e-7);
}

ForceElement makePush(const std::string& body, double force) {
  Load load;
  load.b = body;
  load.fx = Law{fmt::format("{:.17g}", force)};
  return makeForce("on_" + body, load);
}

// A wedge (half angle a, m) in a vertical guide between two blocks (M) in horizontal ones, pushed inwards by
// H. With N on each face and friction mu N along it, against the motion (s = +1 down):
//     m y'' = m g - 2 N (sin a + s mu cos a),  M x'' = N (cos a - s mu sin a) - H,  x'' = y'' tan a.
// With c = (sin a + s mu cos a)/(cos a - s mu sin a):  y'' = (m g - 2 H c)/(m + 2 M c tan a).
// It goes down where m g > 2 H tan(a + phi), up where m g < 2 H tan(a - phi), tan phi = mu, and rests
// between.
TEST(ClosedForms, AWedgeWithTwoSidesGoesDownRestsOrIsSqueezedOut) {
  constexpr double a = 0.35, mu = 0.2, mass = 1, block = 2, height = 0.4, t = 0.1;
  const double phi = std::atan(mu), slope = std::tan(a), half = height / 2;
  const double down = mass * kG / (2 * std::tan(a + phi)), up = mass * kG / (2 * std::tan(a - phi));
  for (const double push : {0.5 * down, 0.99 * down, 1.01 * down, 0.99 * up, 1.01 * up, 1.5 * up}) {
    Mechanism m;
    m.bodies = {makeBody("wedge", mass, 1), makeBody("left", block, 1, {-half * slope, half, 0.0, {}}),
                makeBody("right", block, 1, {half * slope, half, 0.0, {}})};
    m.joints = {makeJoint("gW", Prismatic{std::numbers::pi / 2, {}}, kFrame, "wedge"),
                makeJoint("gL", Prismatic{}, kFrame, "left", {-half * slope, half}),
                makeJoint("gR", Prismatic{}, kFrame, "right", {half * slope, half})};
    m.contacts = {makeContact("onL", "left", makeLine(0, 0, -height * slope, height), 0, mu),
                  makeContact("onR", "right", makeLine(height * slope, height, 0, 0), 0, mu)};
    for (ContactPair& contact : m.contacts) contact.a = "wedge";
    m.forces = {makePush("left", push), makePush("right", -push)};
    setDuration(m, t);
    const FinishedRun r = run(m);
    const double s = push < down ? 1 : push > up ? -1 : 0;
    const double c = (std::sin(a) + s * mu * std::cos(a)) / (std::cos(a) - s * mu * std::sin(a));
    const double fall = s == 0 ? 0 : (mass * kG - 2 * push * c) / (mass + 2 * block * c * slope);
    EXPECT_NEAR(r.last("wedge.vy"), -fall * t, 1e-8) << push;
    EXPECT_NEAR(r.last("right.vx"), fall * slope * t, 1e-8) << push;
    EXPECT_EQ(r.last("onL.state"), s == 0 ? 2 : 1) << push;
  }
}

}  // namespace
}  // namespace clank
