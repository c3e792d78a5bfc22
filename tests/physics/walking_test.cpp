// SPDX-License-Identifier: GPL-3.0-or-later
// What walks by impacts: the rimless wheel in its limit cycle, and the step of a compass gait.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/contacts.h"
#include "tests/support/instant.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

// Spokes of length l with the angle 2a between them, mass m and inertia J about the hub, slope g (McGeer
// 1990; Coleman 1998). A foot sticks; about the new one angular momentum stays,
//   w+ = n w-,  n = (J + m l^2 cos 2a)/(J + m l^2),
// and a step falls by 2 l sin a sin g:  w-^2 = w+^2 + k,  k = 4 m g l sin a sin g/(J + m l^2). Hence
//   w-^2 -> k/(1 - n^2), by the factor n^2 a step.
TEST(RimlessWheel, RunsIntoItsLimitCycle) {
  const auto file =
      loadMechanism(std::string(CLANK_SOURCE_DIR) + "/tests/physics/scenes/rimless-wheel.clank");
  ASSERT_TRUE(file) << describe(file.error());
  for (const double slope : {0.06, 0.1}) {
    const auto wheel = resolve(file->mechanism, {}, {{"slope", std::to_string(slope)}});
    ASSERT_TRUE(wheel);
    const FinishedRun r = run(*wheel);
    constexpr double m = 2, l = 1, inertia = 0.5, a = std::numbers::pi / 8;
    const double about = inertia + m * l * l, n = (inertia + m * l * l * std::cos(2 * a)) / about;
    const double k = 4 * m * kG * l * std::sin(a) * std::sin(slope) / about;
    double after = 1.2 * 1.2;  // w+^2, as it starts
    int steps = 0;
    for (const Receipt& receipt : r.trajectory.events()) {
      if (!beginsContact(receipt) || receipt.t == 0) continue;
      const double before = after + k;
      EXPECT_NEAR(std::pow(receipt.jumps[0].before[2], 2), before, 1e-8) << "step " << steps;
      after = n * n * before;
      EXPECT_NEAR(std::pow(receipt.jumps[0].after[2], 2), after, 1e-8) << "step " << steps;
      ++steps;
    }
    EXPECT_GE(steps, 7);
    EXPECT_NEAR(after / n / n, k / (1 - n * n), std::pow(n, 2 * steps));
  }
}

// Heel strike of two straight legs (length 1 m, mass m at half of it) under a hip of mass M, between them the
// angle 2a (Goswami 1998). The new foot sticks and the old one lifts: angular momentum about the new foot
// stays, and that of the trailing leg about the hip. With unit vectors u (stance leg, foot to hip) and s
// (swing leg, hip to foot), perp(x) = (-x_y, x_x), c = s.u:
//   hip: v = w1 perp(u); stance mass: w1 perp(u)/2; swing mass: v + w2 perp(s)/2.
class CompassStep : public testing::Test {
 protected:
  static constexpr double kHip = 10, kLeg = 5;
  static Eigen::Vector2d perp(const Eigen::Vector2d& x) { return {-x.y(), x.x()}; }
  static double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
    return a.x() * b.y() - a.y() * b.x();
  }

  // Each leg carries half of the hip at its upper end; its origin is its centre of mass.
  static constexpr double kMass = kLeg + kHip / 2;
  static constexpr double kCentre = (kLeg * 0.5 + kHip / 2) / kMass;  // m, from the foot
  static Mechanism make(double a) {
    const double inertia = kLeg * std::pow(kCentre - 0.5, 2) + kHip / 2 * std::pow(1 - kCentre, 2);
    Mechanism m;
    const double up = std::numbers::pi / 2;
    m.bodies = {makeBody("front", kMass, inertia,
                         {std::sin(a) - kCentre * std::sin(a), kCentre * std::cos(a), up + a, {}}),
                makeBody("rear", kMass, inertia,
                         {-std::sin(a) + kCentre * std::sin(a), kCentre * std::cos(a), up - a, {}})};
    m.joints = {makeJoint("hip", Revolute{}, "front", "rear", {1 - kCentre, 0.0}, {1 - kCentre, 0.0})};
    for (const char* leg : {"front", "rear"}) {
      m.contacts.push_back(makeContact(std::string(leg) + "Foot", leg, makeFloor(), 0, 10));
      m.contacts.back().atB = {-kCentre, 0.0};
    }
    return m;
  }
};

TEST_F(CompassStep, KeepsItsAngularMomenta) {
  for (const double a : {0.1, 0.2, 0.3})
    for (const double swing : {0.3, -0.2}) {
      // Before: the rear foot stands; w1 of the rear leg about it, w2 of the front leg.
      const double w1 = -1, w2 = w1 * (1 - swing);
      const Eigen::Vector2d rear(std::sin(a), std::cos(a)), front(-std::sin(a), std::cos(a));  // foot to hip
      Instant gait(make(a));
      const Eigen::Vector2d hip = w1 * perp(rear);
      const auto set = [&](std::size_t leg, const Eigen::Vector2d& v, double w) {
        gait.v(leg, 0) = v.x();
        gait.v(leg, 1) = v.y();
        gait.v(leg, 2) = w;
      };
      set(0, hip - (1 - kCentre) * w2 * perp(front), w2);
      set(1, kCentre * w1 * perp(rear), w1);
      ASSERT_LT(gait.gapRate(gait.contact("frontFoot")), 0);
      const double energy = gait.kineticEnergy();
      const auto jump =
          gait.calcJump({{gait.contact("frontFoot"), 0, 10}, {gait.contact("rearFoot"), 0, 10}});
      ASSERT_TRUE(jump);
      gait.add(*jump);
      EXPECT_EQ(jump->impulse[1], 0) << "the old foot lifts";
      // About the new foot, with r from it: hip at front, masses at front/2 and front - rear/2; about the hip
      // the trailing mass at -rear/2. Unknown: w1' of the stance leg (front), w2' of the trailing one.
      const Eigen::Vector2d trailing = front - rear / 2;
      const auto aboutFoot = [&](const Eigen::Vector2d& vHip, double wFront, double wRear) {
        return kHip * cross(front, vHip) + kLeg * cross(front / 2, vHip - wFront / 2 * perp(front)) +
               kLeg * cross(trailing, vHip - wRear / 2 * perp(rear));
      };
      const auto aboutHip = [&](const Eigen::Vector2d& vHip, double wRear) {
        return kLeg * cross(-rear / 2, vHip - wRear / 2 * perp(rear));
      };
      Eigen::Matrix2d A;
      for (int k = 0; k < 2; ++k) {
        const double stance = k == 0, trail = k == 1;
        const Eigen::Vector2d v = stance * perp(front);
        A.col(k) << aboutFoot(v, stance, trail), aboutHip(v, trail);
      }
      const Eigen::Vector2d b(aboutFoot(hip, w2, w1), aboutHip(hip, w1));
      const Eigen::Vector2d after = A.inverse() * b;
      EXPECT_NEAR(gait.v(0, 2), after(0), 1e-12);
      EXPECT_NEAR(gait.v(1, 2), after(1), 1e-12);
      EXPECT_LT(gait.kineticEnergy(), energy);
    }
}

}  // namespace
}  // namespace clank::test
