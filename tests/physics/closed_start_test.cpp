// SPDX-License-Identifier: GPL-3.0-or-later
// Where a drawing closes: the nearest closed position at every size and place, modulo whole turns, and on the
// branch that is drawn.
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "core/io/exporters.h"
#include "core/kinematics/kinematics.h"
#include "core/simulation/start_position.h"
#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

constexpr double kPi = std::numbers::pi, kDegree = kPi / 180;

// Four bars of 1, 2, 1.2 m on 2 m, drawn open; all lengths times `size`, the origin at (x, y).
Mechanism makeOpen(double size, double x = 0, double y = 0) {
  const auto body = [&](const char* id, double mass, double inertia, double center, Pose pose) {
    pose.x = size * pose.x.value + x;
    pose.y = size * pose.y.value + y;
    return makeBody(id, mass, inertia * size * size, pose, {center * size, 0.0});
  };
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {body("a", 1, 0.1, 0.5, {0.0, 0.0, 100 * kDegree, {}}),
              body("b", 2, 0.4, 1, {-0.1736481776669303, 0.984807753012208, 10 * kDegree, {}}),
              body("c", 1, 0.1, 0.6, {2.0, 0.0, 95 * kDegree, {}})};
  m.joints = {makeJoint("A", Revolute{}, kFrame, "a", {x, y}),
              makeJoint("B", Revolute{}, "a", "b", {size, 0.0}),
              makeJoint("C", Revolute{}, "b", "c", {2 * size, 0.0}, {1.2 * size, 0.0}),
              makeJoint("D", Revolute{}, kFrame, "c", {x + 2 * size, y})};
  return m;
}

void expectNearest(const Mechanism& m, double allowed) {
  const auto poses = findStartPoses(m);
  ASSERT_TRUE(poses) << describe(poses.error());
  // Own minimisation of the distance in the metric of the masses along the closed positions, 40 digits.
  EXPECT_NEAR((*poses)[0].angle, 1.734947419738250273, allowed);
  EXPECT_NEAR((*poses)[1].angle, 0.100584653073015066, allowed);
  EXPECT_NEAR((*poses)[2].angle, 1.715908104140270045, allowed);
}

TEST(ClosedStart, IsTheNearestAtEverySize) {
  for (const double size :
       {1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6})
    expectNearest(makeOpen(size), 1e-11);
}

// Beside them the digits of the coordinates, 1.5e-11 m at 1e5 m, are what is left.
TEST(ClosedStart, IsTheNearestFarFromTheOrigin) {
  for (const double far : {1e2, 1e3, 1e4, 1e5, 1e6}) {
    expectNearest(makeOpen(1, far, far), 1e-11 + 1e-15 * far);
    expectNearest(makeOpen(1, -far, far / 3), 1e-11 + 1e-15 * far);
    expectNearest(makeOpen(0.1, far, 0), 1e-11 + 1e-14 * far);
  }
}

// The board closes by the same rows, in its own metric: all sizes alike.
TEST(ClosedStart, OfTheBoardIsTheSameAtEverySize) {
  const auto usual = Kinematics::compile(makeOpen(1));
  ASSERT_TRUE(usual);
  for (const double size : {1e-6, 1e-3, 1e3, 1e4}) {
    const auto other = Kinematics::compile(makeOpen(size));
    ASSERT_TRUE(other) << size;
    for (std::size_t b = 0; b < 3; ++b)
      EXPECT_NEAR(other->poses()[b].angle, usual->poses()[b].angle, 1e-9) << size;
  }
}

// Gravity grows with the lengths: the same motion in time.
TEST(ClosedStart, MotionIsTheSameAtEverySize) {
  const auto runAt = [](double size, double far = 0) {
    Mechanism m = makeOpen(size, far, 0);
    m.gravity = {0.0, -kG * size};
    m.simulation.duration = 1;
    m.simulation.outputInterval = 0.5;
    return run(m);
  };
  const FinishedRun usual = runAt(1);
  for (const double size : {1e-6, 1e-3, 1e3}) {
    const FinishedRun other = runAt(size);
    for (const char* angle : {"a.angle", "b.angle", "c.angle"})
      EXPECT_NEAR(other.last(angle), usual.last(angle), 1e-8) << size;
    EXPECT_EQ(other.summary.tolerances.lengthUnit, size == 1e-6   ? std::ldexp(1, -20)
                                                   : size == 1e-3 ? std::ldexp(1, -10)
                                                                  : 1.0);
    EXPECT_EQ(other.summary.tolerances.captureSpeed, 1e-4 * other.summary.tolerances.lengthUnit);
  }
}

// A ball of 1 um dropped from 10 um, gravity as much less: closed form, it rests where one of 1 m does.
TEST(ClosedStart, BouncesAreTheSameAtEverySize) {
  for (const double size : {1e-6, 1e-3, 1.0, 1e3}) {
    Mechanism m;
    m.gravity = {0.0, -kG * size};
    m.bodies = {makeBody("ball", 1, size * size, {0.0, size, 0.0, {}})};
    m.contacts = {makeContact("ground", "ball", LineSurface{{-size, 0.0}, {size, 0.0}}, 0.5)};
    m.simulation.duration = 2;
    m.simulation.outputInterval = 1;
    const FinishedRun r = run(m);
    ASSERT_FALSE(r.trajectory.events().empty()) << size;
    EXPECT_EQ(r.trajectory.events().back().kind, EventKind::contactBegin) << size;
    EXPECT_NEAR(r.trajectory.events().back().t, 3 * std::sqrt(2 / kG), 1e-9) << size;
  }
}

// 100, 240, 160 mm on 200 mm, crank drawn at 60 degrees.
Mechanism makeCrankRocker(double more) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {
      makeBody("crank", 0.1, 1e-4, {0.0, 0.0, 60 * kDegree + more, {}}, {0.05, 0.0}),
      makeBody("coupler", 0.2, 1e-3, {0.05, 0.08660254037844387, 0.20554653321215022, {}}, {0.12, 0.0}),
      makeBody("rocker", 0.1, 3e-4, {0.2, 0.0, 1.011105323966121, {}}, {0.08, 0.0})};
  m.joints = {makeJoint("A", Revolute{}, kFrame, "crank"),
              makeJoint("B", Revolute{}, "crank", "coupler", {0.1, 0.0}),
              makeJoint("C", Revolute{}, "coupler", "rocker", {0.24, 0.0}, {0.16, 0.0}),
              makeJoint("D", Revolute{}, kFrame, "rocker", {0.2, 0.0})};
  return m;
}
void driveFrom(Mechanism& m, double start) {
  Drive motor;
  motor.id = "m";
  motor.joint = "A";
  motor.kind = ConstantSpeed{start, 3.0};
  m.drives = {motor};
}

TEST(Turns, OfTheDrawingDoNotChangeTheBranch) {
  for (int turns = -12; turns <= 12; ++turns) {
    Mechanism m = makeCrankRocker(turns * 2 * kPi);
    driveFrom(m, 60 * kDegree);
    const auto poses = findStartPoses(m);
    ASSERT_TRUE(poses) << describe(poses.error());
    EXPECT_NEAR((*poses)[0].angle, 60 * kDegree, 1e-12) << turns;
    EXPECT_NEAR((*poses)[1].angle, 0.20554653321215022, 1e-9) << turns;
    EXPECT_NEAR((*poses)[2].angle, 1.011105323966121, 1e-9) << turns;
  }
}

// The drive says itself in which turn it begins, whatever the drawing says.
TEST(Turns, OfADriveCount) {
  Mechanism m = makeCrankRocker(-2 * kPi);
  driveFrom(m, 60 * kDegree + 10 * kPi);
  m.simulation.duration = 0.001;
  const auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator);
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("A.angle"), 60 * kDegree + 10 * kPi + 0.003, 1e-9);
  EXPECT_NEAR(r.last("rocker.angle"), 1.011105323966121, 0.01);
}

// The spring between crank and coupler is wound as it is drawn, and so is one that a spring counts alone.
TEST(Turns, OfASpringAreKept) {
  Mechanism m = makeCrankRocker(12 * kPi);
  m.bodies[1].pose.angle = 0.20554653321215022 + 8 * kPi;
  TorsionSpring spring;
  spring.a = "crank";
  spring.b = "coupler";
  spring.stiffness = 1;
  m.forces = {makeForce("s", spring)};
  const auto energyOf = [](const Mechanism& of) {
    const auto simulator = Simulator::create(of);
    EXPECT_TRUE(simulator);
    if (!simulator) return std::nan("");
    Trajectory none(simulator->channels());
    const std::vector<double> row = simulator->startRow();
    return row[none.findChannel("energy.elastic").value_or(0)];
  };
  const double wound = 60 * kDegree + 4 * kPi - 0.20554653321215022;
  EXPECT_NEAR(energyOf(m), wound * wound / 2, 1e-6);
  driveFrom(m, 60 * kDegree);
  EXPECT_NEAR(energyOf(m), wound * wound / 2, 1e-6);
}

TEST(Turns, OfAngleThatAJointHoldsAreNoGap) {
  for (const int turns : {-7, -1, 0, 1, 6}) {
    Mechanism m;
    m.bodies = {makeBody("base", 1, 0.1), makeBody("arm", 1, 0.1, {0.5, 0.0, 0.3, {}}),
                makeBody("slide", 1, 0.1, {0.0, 0.5, -0.2, {}})};
    Weld weld;
    weld.angle = 0.3 + turns * 2 * kPi;
    Prismatic guide;
    guide.axis = 0.5 * kPi;
    guide.angle = -0.2 + turns * 2 * kPi;
    m.joints = {makeJoint("P", Revolute{}, kFrame, "base"), makeJoint("W", weld, "base", "arm", {0.5, 0.0}),
                makeJoint("G", guide, "base", "slide", {0.0, 0.0})};
    const auto poses = findStartPoses(m);
    ASSERT_TRUE(poses) << describe(poses.error());
    EXPECT_NEAR((*poses)[0].angle, 0, 1e-12) << turns;
    EXPECT_NEAR((*poses)[1].angle, 0.3, 1e-12) << turns;
    EXPECT_NEAR((*poses)[2].angle, -0.2, 1e-12) << turns;
  }
}

// A crank that is drawn far from where its drive begins: the rocker stays on the side on which it is drawn.
// Closed form of the two branches of the dyad.
TEST(Branch, ThatIsDrawnIsKeptWhereverTheDriveBegins) {
  for (int degrees = -175; degrees <= 180; degrees += 5) {
    Mechanism m = makeCrankRocker(0);
    driveFrom(m, degrees * kDegree);
    const auto simulator = Simulator::create(m);
    ASSERT_TRUE(simulator) << degrees;
    const auto poses = findStartPoses(m);
    ASSERT_TRUE(poses) << degrees;
    const double x = 0.1 * std::cos(degrees * kDegree), y = 0.1 * std::sin(degrees * kDegree),
                 l = std::hypot(0.2 - x, -y), along = std::atan2(-y, 0.2 - x),
                 beside = std::acos((0.24 * 0.24 + l * l - 0.16 * 0.16) / (2 * 0.24 * l));
    EXPECT_NEAR(std::remainder((*poses)[1].angle - (along + beside), 2 * kPi), 0, 1e-9) << degrees;
    EXPECT_THAT(simulator->notes(), SizeIs(0)) << degrees;
  }
}

// The nearest closed position, by masses that differ much, is on the other branch: the drawn one is kept.
TEST(Branch, ThatIsDrawnIsKeptWhereAnotherIsNearer) {
  constexpr double kCrank = 0.153, kCoupler = 0.177, kRocker = 0.187, kGround = 0.184;
  struct Placed {
    double x, y, coupler, rocker;
  };
  const auto place = [](double crank) {  // closed form, the rocker on the right of the coupler
    const double x = kCrank * std::cos(crank), y = kCrank * std::sin(crank), l = std::hypot(kGround - x, y),
                 coupler = std::atan2(-y, kGround - x) -
                           std::acos((kCoupler * kCoupler + l * l - kRocker * kRocker) / (2 * kCoupler * l));
    return Placed{x, y, coupler,
                  std::atan2(y + kCoupler * std::sin(coupler), x + kCoupler * std::cos(coupler) - kGround)};
  };
  const Placed drawn = place(1.67), right = place(-0.35);
  Mechanism m;
  m.bodies = {makeBody("crank", 0.91, 0.0016, {0.0, 0.0, 1.67, {}}),
              makeBody("coupler", 0.86, 0.049, {drawn.x, drawn.y, drawn.coupler, {}}),
              makeBody("rocker", 2.2, 0.00028, {kGround, 0.0, drawn.rocker, {}})};
  m.joints = {makeJoint("A", Revolute{}, kFrame, "crank"),
              makeJoint("B", Revolute{}, "crank", "coupler", {kCrank, 0.0}),
              makeJoint("C", Revolute{}, "coupler", "rocker", {kCoupler, 0.0}, {kRocker, 0.0}),
              makeJoint("D", Revolute{}, kFrame, "rocker", {kGround, 0.0})};
  driveFrom(m, -0.35);
  const auto poses = findStartPoses(m);
  ASSERT_TRUE(poses) << describe(poses.error());
  EXPECT_NEAR(std::remainder((*poses)[1].angle - right.coupler, 2 * kPi), 0, 1e-9);
  EXPECT_NEAR(std::remainder((*poses)[2].angle - right.rocker, 2 * kPi), 0, 1e-9);
}

}  // namespace
}  // namespace clank::test
