// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <numbers>

#include "core/model/body_pose.h"
#include "tests/unit/model/mechanism_samples.h"

namespace clank {
namespace {

PointOnCurve onLine(double length) {
  SplinePath line;
  line.points = {{0.0, 0.0}, {length / 2, 0.0}, {length, 0.0}};
  PointOnCurve on;
  on.curve.kind = line;
  return on;
}

double calcAt(JointKind kind, const BodyPose& a, const BodyPose& b) {
  Joint joint;
  joint.atA = {0.1, 0.0};
  joint.kind = std::move(kind);
  return calcJointCoordinate(joint, a, b);
}

// Body a is turned a quarter, so at_a lies at (1, 2.1) and its axes x, y point up and to the left.
TEST(JointCoordinate, IsMeasuredWhereTheBodiesStand) {
  constexpr double kQuarter = std::numbers::pi / 2;
  const BodyPose a{1, 2, kQuarter};
  EXPECT_DOUBLE_EQ(calcAt(Revolute{}, a, {0, 0, 3}), 3 - kQuarter);
  EXPECT_NEAR(calcAt(Prismatic{0.0, {}}, a, {0.7, 2.5, 0}), 0.4, 1e-15);
  EXPECT_NEAR(calcAt(Slot{kQuarter}, a, {0.7, 2.5, 0}), 0.3, 1e-15);
  EXPECT_EQ(calcAt(Weld{}, a, {0.7, 2.5, 0}), 0);
  // A quarter and half of the circle about at_a, from where the curve's x axis meets it.
  EXPECT_NEAR(calcAt(onCircle(0.5, 0), a, {0.5, 2.1, 0}), 0.5 * kQuarter, 1e-9);
  EXPECT_NEAR(calcAt(onCircle(0.5, -kQuarter), a, {0.5, 2.1, 0}), 0.5 * 2 * kQuarter, 1e-9);
}

TEST(JointCoordinate, HasNoLimitsOnAClosedCurve) {
  EXPECT_TRUE(takesLimits(Revolute{}));
  EXPECT_TRUE(takesLimits(onLine(1)));
  EXPECT_FALSE(takesLimits(onCircle(1, 0)));
  EXPECT_FALSE(takesLimits(Gear{}));
}

TEST(JointCoordinate, OnACurveIsJudgedAgainstItsLimitToo) {
  Mechanism m = samplePendulum();
  m.forces.clear();
  m.joints[0].kind = onLine(1);
  m.bodies[0].pose.x = 0.5;
  limitOf(m).value = 0.6;
  EXPECT_EQ(listProblems(validate(m)), "");
  limitOf(m).value = 0.2;
  EXPECT_EQ(listProblems(validate(m)),
            "/joints/0/metamorphic/changes/0/value: joint O: it is drawn beyond its limit: the coordinate is "
            "0.5, the limit 0.2 (rising)\n");
}

// What turns freely about its point carries no moment, whatever leads the point.
TEST(MomentGuard, NeedsAMoment) {
  const std::string free =
      "/joints/0/metamorphic/changes/0/guard: joint O: the joint turns freely in phase 'free': it carries no "
      "moment\n";
  const std::pair<JointKind, bool> kinds[] = {{Revolute{}, false},    {Slot{}, false}, {onLine(1), false},
                                              {Distance{0.5}, false}, {Weld{}, true},  {Prismatic{}, true}};
  for (const auto& [kind, carries] : kinds) {
    Mechanism m = samplePendulum();
    m.forces.clear();
    m.bodies[0].pose.x = 0.5;
    m.joints[0].kind = kind;
    auto& [phases, changes, unknown] = *m.joints[0].metamorphic;
    phases[1].kind = Released{};
    phases[1].locked = false;
    changes[0].guard = MomentGuard{1.0};
    EXPECT_EQ(listProblems(validate(m)), carries ? "" : free) << kind.index();
  }
}

}  // namespace
}  // namespace clank
