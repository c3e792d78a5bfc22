// SPDX-License-Identifier: GPL-3.0-or-later
// Cams with a follower that may lift off, against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

// A circle of radius R whose centre is e beside the shaft, and above it a roller of radius r on a guide: with
// the angle a of the centre, y = e sin a + f, f = sqrt(L^2 - e^2 cos^2 a), L = R + r.
constexpr double kRim = 0.06, kRoller = 0.02, kOff = 0.02, kReach = kRim + kRoller;

double calcLift(double a) {
  return kOff * std::sin(a) + std::sqrt(kReach * kReach - std::pow(kOff * std::cos(a), 2));
}
// y'' by a: -e sin a + e^2 cos(2a)/f - e^4 sin^2(2a)/(4 f^3).
double calcLiftCurvature(double a) {
  const double f = std::sqrt(kReach * kReach - std::pow(kOff * std::cos(a), 2));
  return -kOff * std::sin(a) + kOff * kOff * std::cos(2 * a) / f -
         std::pow(kOff * kOff * std::sin(2 * a), 2) / (4 * f * f * f);
}

SplinePath makeRoundSpline(int points) {
  SplinePath spline;
  spline.closed = true;
  for (int i = 0; i < points; ++i) {
    const double a = 2 * std::numbers::pi * i / points;
    spline.points.push_back({kRim * std::cos(a), kRim * std::sin(a)});
  }
  return spline;
}

// From the lowest position, driven at a speed.
Mechanism makeCam(PathKind rim, double speed, double turns) {
  constexpr double begin = -std::numbers::pi / 2;
  Mechanism m;
  m.bodies = {makeBody("cam", 1, 0.01, {0.0, 0.0, begin, {}}),
              makeBody("follower", 0.5, 0.01, {0.0, calcLift(begin), 0.0, {}})};
  Prismatic guide;
  guide.axis = std::numbers::pi / 2;
  m.joints = {makeJoint("shaft", Revolute{}, kFrame, "cam"), makeJoint("guide", guide, kFrame, "follower")};
  Drive drive;
  drive.id = "motor";
  drive.joint = "shaft";
  drive.kind = ConstantSpeed{std::nullopt, speed};
  m.drives = {drive};
  CurveSurface surface;
  surface.curve.kind = std::move(rim);
  surface.center = {kOff, 0.0};
  surface.axis = 0.4;
  ContactPair contact;
  contact.id = "rim";
  contact.a = "cam";
  contact.b = "follower";
  contact.radius = kRoller;
  contact.surface = surface;
  m.contacts = {contact};
  m.simulation.duration = turns * 2 * std::numbers::pi / speed;
  m.simulation.outputInterval = m.simulation.duration.value / 400;
  return m;
}

// Gravity holds it down as long as w^2 (e + e^2/L) < g, the curvature on top.
double calcLiftOffSpeed() {
  return std::sqrt(kG / (kOff + kOff * kOff / kReach));
}

TEST(CamPhysics, RollerFollowsAnEccentricCircle) {
  const auto r = run(makeCam(CirclePath{kRim}, 0.999 * calcLiftOffSpeed(), 2));
  for (std::size_t i = 3; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double a = r.value(row, "cam.angle"), w = 0.999 * calcLiftOffSpeed();
    EXPECT_NEAR(r.value(row, "follower.y"), calcLift(a), 1e-9);
    const double upward = 0.5 * (kG + w * w * calcLiftCurvature(a));  // N, on the follower
    const double f = std::sqrt(kReach * kReach - std::pow(kOff * std::cos(a), 2));
    EXPECT_NEAR(r.value(row, "rim.normal_force"), upward * kReach / f, 1e-6);
  }
  for (const Receipt& receipt : r.trajectory.events()) EXPECT_NE(receipt.kind, EventKind::contactEnd);
}

TEST(CamPhysics, LiftsOffWhereTheAccelerationIsThatOfGravity) {
  const double w = 1.2 * calcLiftOffSpeed();
  double low = 0, high = std::numbers::pi / 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (w * w * calcLiftCurvature(middle) > -kG ? low : high) = middle;
  }
  const auto r = run(makeCam(CirclePath{kRim}, w, 1));
  const auto& events = r.trajectory.events();
  const auto leaves = std::find_if(events.begin(), events.end(),
                                   [](const Receipt& e) { return e.kind == EventKind::contactEnd; });
  ASSERT_NE(leaves, events.end());
  EXPECT_NEAR(w * leaves->t - std::numbers::pi / 2, low, 1e-7);
  // A parabola from there: it comes down later, with a blow.
  const auto comesBack =
      std::find_if(leaves, events.end(), [](const Receipt& e) { return e.impulse > 1e-6; });
  ASSERT_NE(comesBack, events.end());
  const double t = comesBack->t - leaves->t, a0 = low, a1 = w * comesBack->t - std::numbers::pi / 2;
  const double f = std::sqrt(kReach * kReach - std::pow(kOff * std::cos(a0), 2));
  const double v0 = w * (kOff * std::cos(a0) + kOff * kOff * std::sin(a0) * std::cos(a0) / f);
  EXPECT_NEAR(calcLift(a1), calcLift(a0) + v0 * t - kG * t * t / 2, 1e-9);
}

// A spline through 24 points of the circle is nearer to it than a micrometre.
TEST(CamPhysics, SplineThroughACircleIsThatCam) {
  const auto r = run(makeCam(makeRoundSpline(24), 0.7 * calcLiftOffSpeed(), 1));
  for (std::size_t i = 3; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    EXPECT_NEAR(r.value(row, "follower.y"), calcLift(r.value(row, "cam.angle")), 1e-6);
  }
  EXPECT_LT(r.summary.largestResidual, 1e-6);
}

// At each of its knots the third derivative of a spline jumps: steps end there, rather than that step control
// comes to it by many tries. Where tolerances do not feel the knots, steps go across them.
TEST(CamPhysics, StepsEndAtTheKnotsOfASpline) {
  constexpr int kKnots = 72;
  Mechanism m = makeCam(makeRoundSpline(kKnots), 0.7 * calcLiftOffSpeed(), 1);
  m.simulation.outputInterval = m.simulation.duration;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-11;
  const RunSummary strict = run(m).summary;
  EXPECT_LT(strict.rejectedSteps, kKnots / 4);
  EXPECT_LT(strict.steps, 3 * kKnots);
  EXPECT_LT(strict.largestResidual, 1e-11);
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-4;
  EXPECT_LT(run(m).summary.steps, kKnots);
}

// A hollow with a radius of less than that of the roller.
TEST(CamPhysics, TightHollowIsRefused) {
  SplinePath spline;
  spline.closed = true;
  for (int i = 0; i < 40; ++i) {
    const double a = 2 * std::numbers::pi * i / 40, rho = 0.06 + 0.01 * std::cos(5 * a);
    spline.points.push_back({rho * std::cos(a), rho * std::sin(a)});
  }
  const Mechanism m = makeCam(spline, 1, 1);
  const Problems problems = validate(m);
  ASSERT_FALSE(problems.empty());
  EXPECT_EQ(problems[0].where, "/contacts/0/radius_b");
  EXPECT_NE(problems[0].what.find("does not fit into the hollow of the curve"), std::string::npos)
      << problems[0].what;
  Mechanism small = m;
  small.contacts[0].radius = 0.001;
  EXPECT_TRUE(validate(small).empty()) << describe(validate(small));
}

// The shipped follower with a flat face on an eccentric disc, from its lowest place: y = R - e cos wt. It
// lifts off where e w^2 cos wt = -g, and stays down below w = sqrt(g/e).
constexpr double kFlatOff = 0.02, kFlatRadius = 0.05;

TEST(FlatFollower, RisesAsASine) {
  const auto r = run(loadExample("elements/flat-faced-follower.clank", {}, {{"speed", "22"}}));
  for (std::size_t i = 2; i < r.trajectory.sampleCount(); ++i) {  // it touches at the start
    const auto row = r.trajectory.row(i);
    const double a = 22 * row[0], upward = kG + kFlatOff * 22 * 22 * std::cos(a);
    EXPECT_NEAR(r.value(row, "follower.y"), kFlatRadius - kFlatOff * std::cos(a), 1e-9);
    EXPECT_NEAR(r.value(row, "face.normal_force"), 0.3 * upward, 1e-6);
  }
  for (const Receipt& receipt : r.trajectory.events()) EXPECT_NE(receipt.kind, EventKind::contactEnd);
}

TEST(FlatFollower, LiftsOffWhereItsWeightNoLongerHoldsIt) {
  const auto r = run(loadExample("elements/flat-faced-follower.clank", {}, {{"speed", "30"}}));
  const auto& events = r.trajectory.events();
  const auto leaves = std::find_if(events.begin(), events.end(),
                                   [](const Receipt& e) { return e.kind == EventKind::contactEnd; });
  ASSERT_NE(leaves, events.end());
  EXPECT_NEAR(leaves->t, std::acos(-kG / (kFlatOff * 30 * 30)) / 30, 1e-9);
}

// Above w^2 = g/(e (1 + e/rho)) weight cannot follow the top of the cam
// (resources/examples/contacts/contacts.md).
TEST(CamAndFollower, LiftsOffAboveItsSpeed) {
  const double e = 0.01, rho = 0.04, limit = std::sqrt(9.81 / (e * (1 + e / rho)));
  const auto liftsOff = [&](double speed) {
    const FinishedRun r =
        run(loadExample("contacts/cam-and-follower.clank", "follows",
                        {{"speed", std::to_string(speed * 30 / std::numbers::pi) + " rpm"}}));
    const auto& events = r.trajectory.events();
    return std::any_of(events.begin(), events.end(),
                       [](const Receipt& event) { return event.kind == EventKind::contactEnd; });
  };
  EXPECT_FALSE(liftsOff(0.998 * limit));
  EXPECT_TRUE(liftsOff(1.002 * limit));
}

}  // namespace
}  // namespace clank::test
