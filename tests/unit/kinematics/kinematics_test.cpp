// SPDX-License-Identifier: GPL-3.0-or-later
// Moving mechanisms by hand, against closed forms: two circles meet for a four-bar, a point of a circle is
// nearest to a target out of reach, and a limit holds the angle it names.
#include "core/kinematics/kinematics.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numbers>

#include "tests/support/benchmarks.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

constexpr double kPi = std::numbers::pi;
// A pull ends when a step gains less than 1e-7 of the size of the mechanism (here up to 7 m).
constexpr double kResolution = 1e-6;

// Ground 4, crank 1, coupler 3.5, rocker 2.5 (a crank-rocker by Grashof: 1 + 4 < 3.5 + 2.5).
constexpr double kGround = 4, kCrank = 1, kCoupler = 3.5, kRocker = 2.5;

struct FourBar {
  double crank = 0;       // rad
  double bx = 0, by = 0;  // m, pin between coupler and rocker
};
// The pin is where the circles about the crank pin and the rocker pivot meet, on the upper side.
FourBar solveFourBar(double crank) {
  const double ax = kCrank * std::cos(crank), ay = kCrank * std::sin(crank);
  const double dx = kGround - ax, dy = -ay, d = std::hypot(dx, dy);
  const double along = (kCoupler * kCoupler - kRocker * kRocker + d * d) / (2 * d);
  const double high = std::sqrt(kCoupler * kCoupler - along * along);
  return {crank, ax + (along * dx - high * dy) / d, ay + (along * dy + high * dx) / d};
}

Body makeBar(const std::string& id, double x, double y, double angle) {
  Body bar = makeRod(id, x, y);
  bar.pose.angle = angle;
  return bar;
}

Mechanism makeFourBar(double crank) {
  const FourBar f = solveFourBar(crank);
  const double ax = kCrank * std::cos(crank), ay = kCrank * std::sin(crank);
  Mechanism m;
  m.bodies = {makeBar("crank", 0, 0, crank), makeBar("coupler", ax, ay, std::atan2(f.by - ay, f.bx - ax)),
              makeBar("rocker", kGround, 0, std::atan2(f.by, f.bx - kGround))};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "crank"),
              makeJoint("A", Revolute{}, "crank", "coupler", {kCrank, 0.0}),
              makeJoint("B", Revolute{}, "coupler", "rocker", {kCoupler, 0.0}, {kRocker, 0.0}),
              makeJoint("C", Revolute{}, kFrame, "rocker", {kGround, 0.0})};
  return m;
}

Pull pullCrankPin(double crank, double radius = kCrank) {
  return {0, kCrank, 0, radius * std::cos(crank), radius * std::sin(crank)};
}

void limitJoint(Joint& joint, double value, Direction direction) {
  joint.metamorphic = Metamorphic{{{"free", "", {}, false, {}}, {"locked", "", {}, true, {}}}, {}, {}};
  PhaseChange change;
  change.from = "free";
  change.to = "locked";
  std::get<Limit>(change.guard).value = value;
  std::get<Limit>(change.guard).direction = direction;
  joint.metamorphic->changes.push_back(change);
}

TEST(Kinematics, FourBarFollowsThePinAroundTheTurn) {
  Kinematics k = Kinematics::compile(makeFourBar(0.5)).value();
  for (int i = 1; i <= 72; ++i) {
    const double crank = 0.5 + i * kPi / 18;  // two turns
    const PullResult result = k.pull(pullCrankPin(crank));
    EXPECT_TRUE(result.reached) << i;
    const FourBar exact = solveFourBar(crank);
    const BodyPose& rocker = k.poses()[2];
    EXPECT_NEAR(rocker.x + kRocker * std::cos(rocker.angle), exact.bx, 1e-6) << i;
    EXPECT_NEAR(rocker.y + kRocker * std::sin(rocker.angle), exact.by, 1e-6) << i;
    EXPECT_NEAR(k.poses()[0].angle, crank, 1e-6) << i;
    EXPECT_LT(k.calcClosureError(), 1e-9);
  }
  EXPECT_EQ(k.calcMobility(), 1);
  EXPECT_EQ(k.calcGruebler(), 1);
}

// A pin that rattles in its hole no longer ties its two coordinates; the drawing itself stays as it is.
TEST(Kinematics, PlayFreesWhatItsPinsTie) {
  Mechanism m = makeFourBar(0.5);
  for (const int loose : {1, 2}) {
    Clearance& clearance = m.joints[static_cast<std::size_t>(loose)].clearance.emplace();
    clearance.bearing.value = 0.0101;
    clearance.journal.value = 0.01;
    const Kinematics k = Kinematics::compile(m).value();
    EXPECT_EQ(k.calcMobility(), 1);
    EXPECT_EQ(k.calcMobilityWithPlay(), 1 + 2 * loose);
    clearance.fit.value = Fit::ideal;
    EXPECT_EQ(Kinematics::compile(m)->calcMobilityWithPlay(), 2 * loose - 1);
    clearance.fit.value = Fit::loose;
  }
}

TEST(Kinematics, ATargetOutOfReachEndsAtTheNearestPosition) {
  Kinematics k = Kinematics::compile(makeFourBar(0.5)).value();
  // The nearest point of a circle lies on the ray to the target: far outside, and near the centre.
  for (const double radius : {30.0, 1.5, 0.4}) {
    const PullResult result = k.pull(pullCrankPin(1.1, radius));
    EXPECT_FALSE(result.reached);
    EXPECT_NEAR(result.distance, std::abs(radius - kCrank), 1e-5);
    EXPECT_NEAR(k.poses()[0].angle, 1.1, 2e-3) << radius;
    EXPECT_TRUE(result.stoppedBy.empty());
    k.pull(pullCrankPin(0.5));
  }
}

TEST(Kinematics, ALimitStopsThePullAndSlidesAlong) {
  Mechanism m = makeFourBar(0.5);
  limitJoint(m.joints[0], 0.9, Direction::rising);
  Kinematics k = Kinematics::compile(m).value();
  const PullResult result = k.pull(pullCrankPin(1.4));
  EXPECT_FALSE(result.reached);
  EXPECT_EQ(result.stoppedBy, std::vector<std::size_t>{0});
  EXPECT_NEAR(k.coordinate(0), 0.9, 1e-8);
  EXPECT_NEAR(result.distance, 2 * kCrank * std::sin(0.25), 1e-7);  // chord of the half radian that is left
  EXPECT_TRUE(k.pull(pullCrankPin(0.2)).reached);                   // and lets go
}

TEST(Kinematics, LawsOfTheRunDoNotMatter) {
  Mechanism m = makeFourBar(0.5);
  limitJoint(m.joints[0], 0.9, Direction::rising);
  PhaseChange change = m.joints[0].metamorphic->changes[0];
  ExpressionGuard guard;
  guard.expression.text = "no_such_name + (";
  change.guard = guard;
  m.joints[0].metamorphic->changes.push_back(change);
  m.forces.push_back(makeForce("torque", Torque{kFrame, "crank", {"neither("}}));
  auto k = Kinematics::compile(m);
  ASSERT_TRUE(k);
  EXPECT_EQ(k->pull(pullCrankPin(1.4)).stoppedBy, std::vector<std::size_t>{0});
}

// Two links from the frame: the tip goes anywhere in the ring; with the elbow limited, the nearest position
// is at full use of the limit.
TEST(Kinematics, AnOpenChainWithALimitedElbow) {
  Mechanism m;
  m.bodies = {makeBar("upper", 0, 0, 0), makeBar("fore", 1, 0, 0.1)};
  m.joints = {makeJoint("shoulder", Revolute{}, kFrame, "upper"),
              makeJoint("elbow", Revolute{}, "upper", "fore", {1.0, 0.0})};
  limitJoint(m.joints[1], kPi / 2, Direction::rising);
  Kinematics k = Kinematics::compile(m).value();
  EXPECT_EQ(k.calcMobility(), 2);
  EXPECT_TRUE(k.pull({1, 1, 0, 0.0, 1.8}).reached);
  const PullResult result = k.pull({1, 1, 0, 0.0, 0.5});  // needs a sharper bend than a right angle
  EXPECT_FALSE(result.reached);
  EXPECT_NEAR(k.coordinate(1), kPi / 2, kResolution);
  EXPECT_NEAR(result.distance, std::sqrt(2.0) - 0.5, kResolution);
}

TEST(Kinematics, LockedPhasesHoldAndDrivesTurnFreely) {
  Mechanism m = makeFourBar(0.5);
  Drive drive;
  drive.joint = "O";
  drive.kind = ConstantSpeed{};
  m.drives.push_back(drive);
  EXPECT_TRUE(Kinematics::compile(m)->pull(pullCrankPin(0.8)).reached);
  m.joints[0].metamorphic = Metamorphic{{{"locked", "", {}, true, {}}}, {}, {}};
  Kinematics held = Kinematics::compile(m).value();
  EXPECT_EQ(held.calcMobility(), 0);
  EXPECT_FALSE(held.pull(pullCrankPin(0.8)).reached);
  EXPECT_NEAR(held.poses()[0].angle, 0.5, 1e-9);
}

TEST(Kinematics, AJointIsTurnedByHand) {
  Kinematics k = Kinematics::compile(makeFourBar(0.5)).value();
  EXPECT_NEAR(k.turn(0, 2.5), 2.5, 1e-8);
  const FourBar exact = solveFourBar(2.5);
  const BodyPose& rocker = k.poses()[2];
  EXPECT_NEAR(rocker.x + kRocker * std::cos(rocker.angle), exact.bx, 1e-7);
  // The rocker swings no further than where crank and coupler lie in a line.
  const double sum = kCrank + kCoupler;
  const double furthest =
      kPi - std::acos((kGround * kGround + kRocker * kRocker - sum * sum) / (2 * kGround * kRocker));
  EXPECT_NEAR(k.turn(3, 0.1), furthest, 1e-4);
}

TEST(Kinematics, SliderCrankStaysOnItsGuide) {
  Mechanism m;
  m.bodies = {makeBar("crank", 0, 0, 1.0), makeBar("rod", std::cos(1.0), std::sin(1.0), 0),
              makeBar("slider", 0, 0, 0)};
  const double slope = -std::asin(std::sin(1.0) / 3);
  m.bodies[1].pose.angle = slope;
  m.bodies[2].pose.x = std::cos(1.0) + 3 * std::cos(slope);
  m.joints = {makeJoint("O", Revolute{}, kFrame, "crank"),
              makeJoint("A", Revolute{}, "crank", "rod", {1.0, 0.0}),
              makeJoint("B", Revolute{}, "rod", "slider", {3.0, 0.0}),
              makeJoint("guide", Prismatic{}, kFrame, "slider")};
  Kinematics k = Kinematics::compile(m).value();
  EXPECT_TRUE(k.pull({2, 0, 0, 2.5, 0}).reached);
  EXPECT_NEAR(k.poses()[2].y, 0, 1e-9);
  // Beyond the dead point the slider stays at 4, stretched out.
  const PullResult result = k.pull({2, 0, 0, 5, 0});
  EXPECT_FALSE(result.reached);
  EXPECT_NEAR(k.poses()[2].x, 4, 1e-5);
  EXPECT_TRUE(k.pull({2, 0, 0, 3, 0}).reached);
}

// A parallelogram drawn flat: the rows lose rank, and the pull goes through.
TEST(Kinematics, SingularPositionsArePassed) {
  Mechanism m = resolve(makeFourBars(1)).value();
  Kinematics k = Kinematics::compile(m).value();
  for (int i = 1; i <= 40; ++i) {
    const double angle = kPi / 2 - i * kPi / 20;
    EXPECT_TRUE(k.pull({0, 1, 0, std::cos(angle), std::sin(angle)}).reached) << i;
    EXPECT_LT(k.calcClosureError(), 1e-9);
  }
}

// Against differences of the closed form: rates 1e-4 rad apart have an error of 1e-8.
TEST(RestMotion, FourBarVelocitiesAndAccelerations) {
  for (const double crank : {0.5, 1.7, 3.0, 4.4}) {
    Kinematics k = Kinematics::compile(makeFourBar(crank)).value();
    const auto motion = k.calcMotion(0, 2.0);
    ASSERT_TRUE(motion);
    constexpr double h = 1e-4;
    const auto rocker = [](double angle) {
      const FourBar f = solveFourBar(angle);
      return std::atan2(f.by, f.bx - kGround);
    };
    const double before = rocker(crank - h), now = rocker(crank), after = rocker(crank + h);
    EXPECT_NEAR(motion->velocity[0].angle, 2, 1e-9);
    EXPECT_NEAR(motion->velocity[2].angle, 2 * (after - before) / (2 * h), 1e-6) << crank;
    EXPECT_NEAR(motion->acceleration[2].angle, 4 * (after - 2 * now + before) / (h * h), 1e-5) << crank;
    // The crank pin, origin of the coupler, goes round: v = w r, a = w^2 r towards the centre.
    EXPECT_NEAR(std::hypot(motion->velocity[1].x, motion->velocity[1].y), 2 * kCrank, 1e-8);
    EXPECT_NEAR(motion->acceleration[1].x, -4 * kCrank * std::cos(crank), 1e-7);
    EXPECT_NEAR(motion->acceleration[1].y, -4 * kCrank * std::sin(crank), 1e-7);
  }
}

// Aronhold and Kennedy: the coupler's centre against the frame lies where the lines of crank and rocker meet,
// that of crank against rocker where coupler and frame meet.
TEST(RestMotion, InstantCentresOfAFourBar) {
  Kinematics k = Kinematics::compile(makeFourBar(0.8)).value();
  const auto centres = k.listInstantCentres(*k.calcMotion(0, 1.0));
  ASSERT_EQ(centres.size(), 6U);
  const FourBar f = solveFourBar(0.8);
  const double ax = kCrank * std::cos(0.8), ay = kCrank * std::sin(0.8);
  for (const InstantCentre& c : centres) {
    EXPECT_FALSE(c.far);
    if (c.a == -1 && c.b == 1) {
      EXPECT_NEAR(c.x * ay - c.y * ax, 0, 1e-7);
      EXPECT_NEAR((c.x - kGround) * f.by - c.y * (f.bx - kGround), 0, 1e-7);
    } else if (c.a == 0 && c.b == 2) {
      EXPECT_NEAR(c.y, 0, 1e-7);
      EXPECT_NEAR((c.x - ax) * (f.by - ay) - (c.y - ay) * (f.bx - ax), 0, 1e-7);
    } else if (c.a == 1 && c.b == 2) {
      EXPECT_NEAR(c.x, f.bx, 1e-7);
    }
  }
}

TEST(RestMotion, ASweepGoesOnceAroundOrToItsEnds) {
  Kinematics k = Kinematics::compile(makeFourBar(0.5)).value();
  const auto before = k.poses();
  const auto path = k.sweep(0, 2 * kPi, 72);
  ASSERT_EQ(path.size(), 73U);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const FourBar exact = solveFourBar(0.5 + 2 * kPi * static_cast<double>(i) / 72);
    EXPECT_NEAR(path[i][2].x + kRocker * std::cos(path[i][2].angle), exact.bx, 1e-5) << i;
  }
  EXPECT_EQ(k.poses(), before);
  // The rocker swings: from end to end, where crank and coupler lie in a line.
  const auto swing = k.sweep(3, 2 * kPi, 360);
  const auto angleAt = [](double reach) {
    return kPi - std::acos((kGround * kGround + kRocker * kRocker - reach * reach) / (2 * kGround * kRocker));
  };
  EXPECT_NEAR(swing.front()[2].angle, angleAt(kCoupler + kCrank), 0.01);
  EXPECT_NEAR(swing.back()[2].angle, angleAt(kCoupler - kCrank), 0.01);
}

TEST(RestMotion, AHeldJointDoesNotMove) {
  Mechanism m = makeFourBar(0.5);
  m.joints[3].metamorphic = Metamorphic{{{"locked", "", {}, true, {}}}, {}, {}};
  Kinematics k = Kinematics::compile(m).value();
  EXPECT_FALSE(k.calcMotion(3, 1.0));
  EXPECT_FALSE(k.calcMotion(0, 1.0)) << "the crank is blocked by the locked rocker";
}

TEST(Kinematics, NamesThatLeadNowhereAreReported) {
  Mechanism m = makeFourBar(0.5);
  m.joints[1].b = "gone";
  const auto k = Kinematics::compile(m);
  ASSERT_FALSE(k);
  EXPECT_EQ(k.error().front().where, "/joints/1");
  EXPECT_NE(k.error().front().what.find("joint A"), std::string::npos);
}

// As on a board where a pin has just been made a rod, its ends on each other, and the crank led by a slot.
TEST(Kinematics, NoPositionIsRatherGivenThanOneThatIsNoNumber) {
  Mechanism m = makeFourBar(0.5);
  m.joints[3].kind = Distance{};
  m.joints[0] = makeJoint("O", Slot{}, "rocker", "crank", {0.1, 0.0}, {0.1, 0.0});
  const auto k = Kinematics::compile(m);
  if (!k) return;
  for (const BodyPose& pose : k->poses()) EXPECT_TRUE(std::isfinite(pose.x + pose.y + pose.angle));
}

// The cost of a mouse move on 51 bodies, in factorisations: a move of a few pixels, as the mouse makes them.
TEST(Kinematics, AMoveOfFiftyBodiesCostsFewFactorisations) {
  const Mechanism m = resolve(makeFourBars(25)).value();
  ASSERT_EQ(m.bodies.size(), 51U);
  Kinematics k = Kinematics::compile(m).value();
  const long before = k.factorisations();
  const auto start = std::chrono::steady_clock::now();
  constexpr int kMoves = 100;
  for (int i = 1; i <= kMoves; ++i) {
    const double angle = kPi / 2 - 0.01 * i;
    EXPECT_TRUE(k.pull({0, 1, 0, std::cos(angle), std::sin(angle)}).reached) << i;
  }
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  RecordProperty("ms_a_move", std::to_string(time.count() / kMoves));
  EXPECT_LE((k.factorisations() - before) / kMoves, 12);
}

}  // namespace
}  // namespace clank::test
