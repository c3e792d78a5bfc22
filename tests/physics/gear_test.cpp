// SPDX-License-Identifier: GPL-3.0-or-later
// Gears and rack against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

Gear makeGear(double a, double b, Mesh mesh = Mesh::external, std::string carrier = kFrame) {
  Gear gear;
  gear.radiusA = a;
  gear.radiusB = b;
  gear.mesh = mesh;
  gear.carrier = std::move(carrier);
  return gear;
}

ForceElement makeTorque(std::string id, std::string body, std::string moment) {
  Torque torque;
  torque.b = std::move(body);
  torque.moment.text = std::move(moment);
  return makeForce(std::move(id), torque);
}

// Two gears on bearings of the frame, the first driven by 2 N m: the inertia felt there is J_a + J_b
// (r_a/r_b)^2.
void expectPair(Mesh mesh) {
  constexpr double ra = 0.3, rb = 0.1, ja = 0.05, jb = 0.004, drive = 2;
  const bool external = mesh == Mesh::external;
  const double centre = external ? ra + rb : ra - rb, ratio = (external ? -1 : 1) * ra / rb;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("wheel", 3, ja), makeBody("pinion", 1, jb, {0.0, centre, 0.0, {}})};
  m.joints = {makeJoint("A", Revolute{}, kFrame, "wheel"),
              makeJoint("B", Revolute{}, kFrame, "pinion", {0.0, centre}),
              makeJoint("mesh", makeGear(ra, rb, mesh), "wheel", "pinion")};
  m.forces = {makeTorque("drive", "wheel", "2")};
  m.simulation.duration = 3;
  const auto r = run(m);
  const double alpha = drive / (ja + jb * ratio * ratio);
  EXPECT_NEAR(r.last("wheel.angle"), 0.5 * alpha * 9, 1e-7);
  EXPECT_NEAR(r.last("wheel.omega"), alpha * 3, 1e-7);
  EXPECT_NEAR(r.last("pinion.omega"), ratio * r.last("wheel.omega"), 1e-8);
  // The teeth push across the line of centres with J_b alpha_b / r_b, and both bearings feel it.
  const double teeth = jb * std::abs(ratio) * alpha / rb;
  EXPECT_NEAR(std::abs(r.last("mesh.reaction_x")), teeth, 1e-8);
  EXPECT_NEAR(r.last("mesh.reaction_y"), 0, 1e-9);
  EXPECT_NEAR(r.last("B.reaction_x"), -r.last("mesh.reaction_x"), 1e-8);
  EXPECT_NEAR(r.last("A.reaction_x"), r.last("mesh.reaction_x"), 1e-8);
  EXPECT_LT(r.summary.largestResidual, 1e-8);
  EXPECT_EQ(r.summary.mobilityEnd, 1);
}

TEST(GearPair, ExternalTurnsAgainst) {
  expectPair(Mesh::external);
}
TEST(GearPair, InternalTurnsAlong) {
  expectPair(Mesh::internal);
}

// Planetary train with the ring held (the frame): an arm that turns by w carries the sun at w (1 + ring/sun)
// and the planet at w (1 - ring/planet), through many whole turns.
TEST(PlanetaryTrain, FollowsWillis) {
  constexpr double sun = 0.1, planet = 0.15, ring = sun + 2 * planet, arm = sun + planet;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("sun", 1, 0.01), makeBody("planet", 0.7, 0.006, {arm, 0.0, 0.0, {}}),
              makeBody("arm", 0.5, 0.02)};
  m.joints = {makeJoint("S", Revolute{}, kFrame, "sun"), makeJoint("O", Revolute{}, kFrame, "arm"),
              makeJoint("P", Revolute{}, "arm", "planet", {arm, 0.0}),
              makeJoint("inner", makeGear(sun, planet, Mesh::external, "arm"), "sun", "planet"),
              makeJoint("outer", makeGear(ring, planet, Mesh::internal, "arm"), kFrame, "planet")};
  m.forces = {makeTorque("drive", "arm", "3")};
  m.simulation.duration = 3;
  const auto r = run(m);
  const double toSun = 1 + ring / sun, toPlanet = 1 - ring / planet;
  const double inertia = 0.02 + 0.7 * arm * arm + 0.006 * toPlanet * toPlanet + 0.01 * toSun * toSun;
  const double w = 3 / inertia * 3, angle = 0.5 * w * 3;
  EXPECT_GT(angle, 20) << "several turns of the arm";
  EXPECT_NEAR(r.last("arm.omega"), w, 1e-6);
  EXPECT_NEAR(r.last("arm.angle"), angle, 1e-6);
  EXPECT_NEAR(r.last("sun.angle"), toSun * r.last("arm.angle"), 1e-8);
  EXPECT_NEAR(r.last("planet.angle"), toPlanet * r.last("arm.angle"), 1e-8);
  EXPECT_LT(r.summary.largestResidual, 1e-7);
  EXPECT_LT(r.summary.largestDrift, 1e-8);
  EXPECT_EQ(r.summary.mobilityEnd, 1);
}

// A rack on a guide under a force, and a gear on the frame: F = (m + J/r^2) a; the gear to the left of a rack
// that goes forward turns counter-clockwise.
TEST(RackAndGear, RollsOffItsTravel) {
  constexpr double r = 0.2, mass = 2, inertia = 0.03;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("rack", mass, 0.1), makeBody("gear", 1, inertia, {0.0, r, 0.0, {}})};
  Rack mesh;
  mesh.radius = r;
  m.joints = {makeJoint("guide", Prismatic{}, kFrame, "rack"),
              makeJoint("O", Revolute{}, kFrame, "gear", {0.0, r}), makeJoint("mesh", mesh, "rack", "gear")};
  Load push;
  push.b = "rack";
  push.fx.text = "5";
  m.forces = {makeForce("push", push)};
  m.simulation.duration = 2;
  const auto result = run(m);
  const double a = 5 / (mass + inertia / (r * r));
  EXPECT_NEAR(result.last("guide.travel"), 2 * a, 1e-8);
  EXPECT_NEAR(result.last("gear.angle"), 2 * a / r, 1e-8);
  EXPECT_NEAR(result.last("mesh.reaction_x"), inertia * a / (r * r), 1e-8);
  EXPECT_LT(result.summary.largestResidual, 1e-8);
}

// A gear that rolls down a slope of the frame, held on it by a slot: a = g sin(slope)/(1 + J/(m r^2)).
TEST(RackAndGear, AGearRollsDownASlope) {
  constexpr double r = 0.1, slope = 0.3, inertia = 0.005, mass = 1;
  Mechanism m;
  m.bodies = {makeBody("gear", mass, inertia)};
  Rack mesh;
  mesh.axis = -slope;
  mesh.radius = r;
  Slot guide;
  guide.axis = -slope;
  m.joints = {makeJoint("guide", guide, kFrame, "gear"),
              makeJoint("mesh", mesh, kFrame, "gear", {-r * std::sin(slope), -r * std::cos(slope)})};
  m.simulation.duration = 1.5;
  const auto result = run(m);
  const double a = 9.81 * std::sin(slope) / (1 + inertia / (mass * r * r)), s = 0.5 * a * 2.25;
  EXPECT_NEAR(result.last("guide.travel"), s, 1e-8);
  EXPECT_NEAR(result.last("gear.angle"), -s / r, 1e-8);
  EXPECT_LT(result.summary.largestResidual, 1e-9);
}

}  // namespace
}  // namespace clank::test
