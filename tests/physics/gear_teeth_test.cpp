// SPDX-License-Identifier: GPL-3.0-or-later
// Teeth that lose power and teeth with backlash (core/dynamics/mesh_rows.h), against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kRadiusA = 0.05, kRadiusB = 0.1, kInertiaA = 0.002, kInertiaB = 0.03;
constexpr double kMassA = kInertiaA / (kRadiusA * kRadiusA), kMassB = kInertiaB / (kRadiusB * kRadiusB);

ForceElement makeMoment(std::string body, std::string moment) {
  Torque torque;
  torque.b = body;
  torque.moment.text = std::move(moment);
  return makeForce("moment_" + body, torque);
}

// Two shafts with gears, at rest. A positive moment on either turns a counter-clockwise and b clockwise.
Mechanism makeShafts(const std::string& momentA, const std::string& momentB) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("a", 1, kInertiaA), makeBody("b", 1, kInertiaB, {kRadiusA + kRadiusB, 0.0, 0.0, {}})};
  Gear gear;
  gear.radiusA = kRadiusA;
  gear.radiusB = kRadiusB;
  m.joints = {makeJoint("A", Revolute{}, kFrame, "a"),
              makeJoint("B", Revolute{}, kFrame, "b", {kRadiusA + kRadiusB, 0.0}),
              makeJoint("mesh", gear, "a", "b")};
  m.forces = {makeMoment("a", momentA), makeMoment("b", "-(" + momentB + ")")};
  m.simulation.duration = 1;
  m.simulation.outputInterval = 0.01;
  return m;
}

Gear& gearOf(Mechanism& m) {
  return std::get<Gear>(m.joints[2].kind);
}

Mechanism makeLossy(const std::string& momentA, const std::string& momentB, double efficiency,
                    std::optional<double> reverse = {}) {
  Mechanism m = makeShafts(momentA, momentB);
  gearOf(m).efficiency = efficiency;
  if (reverse) gearOf(m).reverseEfficiency = Quantity(*reverse);
  return m;
}

void takeSteps(Mechanism& m, double step) {
  m.simulation.integrator = IntegratorKind::moreauJean;
  m.simulation.timeStep = step;
}

// Both integrators; the speed of the pitch line at the end.
void expectPitchSpeed(Mechanism m, double expected) {
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("a.omega") * kRadiusA, expected, 1e-7);
  EXPECT_NEAR(r.last("b.omega") * kRadiusB, -expected, 1e-7);
  EXPECT_NEAR(r.last("energy.residual"), 0, 1e-7);
  takeSteps(m, 1e-3);
  const FinishedRun steps = run(m);
  // In a step the bounds of friction are found to a millionth of what the loads alone would gain.
  EXPECT_NEAR(steps.last("a.omega") * kRadiusA, expected, 1e-6 + 1e-3 * std::abs(expected));
  EXPECT_NEAR(steps.last("energy.residual"), 0, 1e-6);
}

// m_a u' = F_a - T, m_b u' = eta T - F_b.
TEST(GearLosses, ADrivesB) {
  for (const double efficiency : {0.98, 0.7, 0.3}) {
    const double forceA = 2 / kRadiusA, forceB = 0.5 / kRadiusB;
    expectPitchSpeed(makeLossy("2", "-0.5", efficiency),
                     (forceA - forceB / efficiency) / (kMassA + kMassB / efficiency));
  }
}

// Backwards through the same gears, with the same efficiency or its own.
TEST(GearLosses, BDrivesA) {
  for (const std::optional<double> reverse : {std::optional<double>(), std::optional(0.5)}) {
    const double eta = reverse.value_or(0.8), forceA = 0.2 / kRadiusA, forceB = 3 / kRadiusB;
    expectPitchSpeed(makeLossy("0.2", "-3", 0.8, reverse),
                     -(forceB - forceA / eta) / (kMassB + kMassA / eta));
  }
}

// P_b = eta P_a at the teeth in steady motion: dampers take what the motor gives.
TEST(GearLosses, PowersAreInTheRatioOfTheEfficiency) {
  Mechanism m = makeLossy("1", "0.3*b.omega", 0.6);
  m.simulation.duration = 20;
  const FinishedRun r = run(m);
  const double given = r.last("a.omega"), taken = 0.3 * r.last("b.omega") * r.last("b.omega");
  EXPECT_NEAR(taken / given, 0.6, 1e-9);
  EXPECT_NEAR(r.last("mesh.friction_loss"), 0.4 * given, 1e-8);
}

// At rest either load may be more than the other by what the teeth lose.
TEST(GearLosses, HoldWhatTheyWouldLose) {
  const double eta = 0.6;
  for (const double share : {0.62, 1.0, 1.6}) {
    const double b = 1, a = share * b * kRadiusA / kRadiusB;
    expectPitchSpeed(makeLossy(std::to_string(a), std::to_string(-b), eta), 0);
  }
  const double b = 1, a = 0.5 * b * kRadiusA / kRadiusB, forceA = a / kRadiusA, forceB = b / kRadiusB;
  expectPitchSpeed(makeLossy(std::to_string(a), std::to_string(-b), eta),
                   -(forceB - forceA / eta) / (kMassB + kMassA / eta));
}

// A worm: eta = 0.4 and 2 - 1/eta = -0.5. However it is loaded b does not turn a; to lower the load a must
// give half of its power.
TEST(GearLosses, AWormLocksItself) {
  expectPitchSpeed(makeLossy("0", "-50", 0.4, -0.5), 0);
  const double b = 50, forceB = b / kRadiusB;
  const double little = 0.49 * forceB * kRadiusA, enough = 0.51 * forceB * kRadiusA;
  Mechanism held = makeLossy(std::to_string(-little), std::to_string(-b), 0.4, -0.5),
            m = makeLossy(std::to_string(-enough), std::to_string(-b), 0.4, -0.5);
  // What b carries must be light: a would run ahead of it and drive it.
  held.bodies[1].inertia = m.bodies[1].inertia = 1e-3;
  expectPitchSpeed(held, 0);
  const double massB = 1e-3 / (kRadiusB * kRadiusB);
  expectPitchSpeed(m, -(enough / kRadiusA - 0.5 * forceB) / (kMassA - 0.5 * massB));
}

// A motor that stops: the load brakes to rest by the loss as well, and then the worm holds it.
TEST(GearLosses, AWormHoldsALoadWhereTheMotorStops) {
  Mechanism m = makeLossy("step(0.5 - t)*3", "-2", 0.4, -0.5);
  m.bodies[1].inertia = 1e-3;
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("a.omega"), 0, 1e-9);
  EXPECT_EQ(r.last("mesh.sticks"), 1);
  EXPECT_NEAR(r.last("energy.residual"), 0, 1e-7);
}

// Willis: with the ring held the arm gets (1 + i eta_0)/(1 + i) of the power of the sun, i = ring/sun, eta_0
// that of both meshes. A brake on the arm balances the moment on the sun.
TEST(GearLosses, APlanetaryTrainLosesLessThanItsMeshes) {
  constexpr double sun = 0.1, planet = 0.15, ring = sun + 2 * planet, arm = sun + planet, eta = 0.9;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("sun", 1, 0.01), makeBody("planet", 0.7, 0.006, {arm, 0.0, 0.0, {}}),
              makeBody("arm", 0.5, 0.02)};
  const auto makeMesh = [](double a, double b, Mesh mesh) {
    Gear gear;
    gear.radiusA = a;
    gear.radiusB = b;
    gear.mesh = mesh;
    gear.carrier = "arm";
    gear.efficiency = eta;
    return gear;
  };
  m.joints = {makeJoint("S", Revolute{}, kFrame, "sun"), makeJoint("O", Revolute{}, kFrame, "arm"),
              makeJoint("P", Revolute{}, "arm", "planet", {arm, 0.0}),
              makeJoint("inner", makeMesh(sun, planet, Mesh::external), "sun", "planet"),
              makeJoint("outer", makeMesh(ring, planet, Mesh::internal), kFrame, "planet")};
  m.forces = {makeMoment("sun", "2"), makeMoment("arm", "-arm.omega")};
  m.simulation.duration = 20;
  m.simulation.outputInterval = 0.1;
  const FinishedRun r = run(m);
  const double given = 2 * r.last("sun.omega"), taken = std::pow(r.last("arm.omega"), 2);
  constexpr double i = ring / sun;
  EXPECT_NEAR(taken / given, (1 + i * eta * eta) / (1 + i), 1e-9);
}

// A rack that is raised by its gear.
TEST(GearLosses, ARackTakesTheEfficiencyToo) {
  for (const double eta : {1.0, 0.5}) {
    Mechanism m;
    m.gravity = {0.0, -kG};
    m.bodies = {makeBody("rack", 2, 0.1), makeBody("gear", 1, kInertiaA, {kRadiusA, 0.0, 0.0, {}})};
    Rack rack;
    rack.axis = std::numbers::pi / 2;
    rack.radius = -kRadiusA;
    rack.reverseEfficiency = Quantity(eta == 1 ? 1 : 0.8);
    rack.efficiency = eta == 1 ? 1 : 0.9;
    Prismatic guide;
    guide.axis = std::numbers::pi / 2;
    m.joints = {makeJoint("G", guide, kFrame, "rack"),
                makeJoint("O", Revolute{}, kFrame, "gear", {kRadiusA, 0.0}),
                makeJoint("mesh", rack, "rack", "gear")};
    m.forces = {makeMoment("gear", "-2")};  // the gear, which is b, drives
    m.simulation.duration = 0.5;
    const double back = rack.reverseEfficiency->value;
    const double a = (2 / kRadiusA - 2 * kG / back) / (kMassA + 2 / back);
    const FinishedRun r = run(m);
    EXPECT_NEAR(std::abs(r.last("rack.vy")), 0.5 * a, 1e-7) << eta;
    EXPECT_GT(a, 0);
    takeSteps(m, 1e-3);
    EXPECT_NEAR(std::abs(run(m).last("rack.vy")), 0.5 * a, 1e-5) << eta;
  }
}

// The example: where the motor is off a worm holds the load, and other gears let it down.
TEST(GearLosses, TheHoistHoldsItsLoadByItsWormOnly) {
  const FinishedRun worm = run(loadExample("elements/worm-hoist.clank", "worm")),
                    spur = run(loadExample("elements/worm-hoist.clank", "spur"));
  EXPECT_NEAR(worm.last("wheel.omega"), 0, 1e-9);
  EXPECT_EQ(worm.last("mesh.sticks"), 1);
  EXPECT_GT(worm.last("load.y"), 0);
  EXPECT_LT(spur.last("wheel.omega"), -10);
}

constexpr double kPlay = 0.002;

// a crosses half of the play under a constant force, and hits b with m_a and m_b by Newton's law.
TEST(Backlash, TeethMeetAfterHalfThePlay) {
  for (const double e : {0.0, 0.4})
    for (const bool fixed : {false, true}) {
      Mechanism m = makeShafts("0.2", "0");
      gearOf(m).backlash = kPlay;
      gearOf(m).restitution = e;
      m.simulation.duration = 0.4;
      if (fixed) takeSteps(m, 1e-5);
      const FinishedRun r = run(m);
      const double force = 0.2 / kRadiusA, t = std::sqrt(kPlay * kMassA / force), speed = force / kMassA * t;
      ASSERT_FALSE(r.trajectory.events().empty());
      const Receipt& blow = r.trajectory.events()[0];
      EXPECT_EQ(blow.kind, EventKind::impact);
      EXPECT_NEAR(blow.t, t, fixed ? 2e-5 : 1e-9);
      EXPECT_NEAR(blow.normalVelocityBefore, -speed, fixed ? 1e-3 * speed : 1e-9);
      if (e > 0) {
        EXPECT_NEAR(blow.normalVelocityAfter, e * speed, fixed ? 1e-3 * speed : 1e-9);
      }
      EXPECT_NEAR(blow.impulse, (1 + e) * speed * kMassA * kMassB / (kMassA + kMassB), fixed ? 1e-3 : 1e-9);
      // Whatever they rattle, force times time is their momentum; at last they go together.
      const double last = force * 0.4 / (kMassA + kMassB);
      EXPECT_NEAR(r.last("a.omega") * kRadiusA, last, fixed ? 1e-4 : 1e-7);
      EXPECT_NEAR(r.last("b.omega") * kRadiusB, -last, fixed ? 1e-4 : 1e-7);
      EXPECT_NEAR(std::abs(r.last("mesh.travel")), kPlay / 2, 1e-8);
      EXPECT_NEAR(r.last("energy.residual"), 0, fixed ? 1e-4 : 1e-8);
      EXPECT_NEAR(std::abs(r.last("mesh.reaction_y")), kMassB * force / (kMassA + kMassB),
                  fixed ? 1e-3 : 1e-6);
    }
}

// b, which only a damper brakes, follows a slow swing of a with the play lost.
TEST(Backlash, ASlowSwingLosesThePlay) {
  Mechanism m = makeShafts("0", "0");
  m.joints[1].friction = JointFriction();
  m.joints[1].friction->viscous = 0.5;
  gearOf(m).backlash = kPlay;
  m.bodies[1].inertia = 1e-3;
  m.forces.clear();
  Drive drive;
  drive.id = "swing";
  drive.joint = "A";
  ExpressionMotion motion;
  motion.coordinate.text = "0.1*sin(t)";
  drive.kind = motion;
  m.drives = {drive};
  m.simulation.duration = 4 * std::numbers::pi;
  for (const bool fixed : {false, true}) {
    if (fixed) takeSteps(m, 1e-4);
    const FinishedRun r = run(m);
    double low = 0, high = 0;
    for (std::size_t i = r.trajectory.sampleCount() / 2; i < r.trajectory.sampleCount(); ++i) {
      const double angle = r.value(r.trajectory.row(i), "b.angle");
      low = std::min(low, angle);
      high = std::max(high, angle);
    }
    EXPECT_NEAR((high - low) * kRadiusB, 0.2 * kRadiusA - kPlay, fixed ? 1e-5 : 2e-6) << fixed;
    EXPECT_LT(r.summary.largestResidual, fixed ? 1e-3 : 1e-7);
  }
}

// A pinion in a ring, and a rack with its gear: the gap is the same, and so is the blow.
TEST(Backlash, RingsAndRacksHaveItToo) {
  Mechanism ring = makeShafts("0.2", "0");
  gearOf(ring).mesh = Mesh::internal;
  gearOf(ring).backlash = kPlay;
  ring.bodies[1].pose.x = kRadiusB - kRadiusA;
  ring.joints[1].atA = {kRadiusB - kRadiusA, 0.0};
  const FinishedRun r = run(ring);
  const double t = std::sqrt(kPlay * kMassA * kRadiusA / 0.2);
  ASSERT_FALSE(r.trajectory.events().empty());
  EXPECT_NEAR(r.trajectory.events()[0].t, t, 1e-9);
  EXPECT_GT(r.last("b.omega"), 0) << "along with the pinion";

  Mechanism m;
  m.gravity = {0.0, -kG};
  m.bodies = {makeBody("rack", 2, 0.1), makeBody("gear", 1, kInertiaA, {kRadiusA, 0.0, 0.0, {}})};
  Rack rack;
  rack.axis = std::numbers::pi / 2;
  rack.radius = -kRadiusA;
  rack.backlash = kPlay;
  Prismatic guide;
  guide.axis = std::numbers::pi / 2;
  m.joints = {makeJoint("G", guide, kFrame, "rack"),
              makeJoint("O", Revolute{}, kFrame, "gear", {kRadiusA, 0.0}),
              makeJoint("mesh", rack, "rack", "gear")};
  m.simulation.duration = 0.1;
  const FinishedRun falls = run(m);
  ASSERT_FALSE(falls.trajectory.events().empty());
  EXPECT_NEAR(falls.trajectory.events()[0].t, std::sqrt(kPlay / kG), 1e-9);
  EXPECT_NEAR(falls.last("rack.vy"), -2 * kG / (2 + kMassA) * 0.1, 1e-7);
}

}  // namespace
}  // namespace clank::test
