// SPDX-License-Identifier: GPL-3.0-or-later
// Chains whose joints rub, in free fall and on rough ground: joints and contacts hold each other.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"
#include "tests/support/sanitized.h"

namespace clank {
namespace {

using namespace test;

// Three bars of 1 kg and 1 m in line without gravity. J1 turns slowly with w and rubs with M, J2 rests with
// the same bound. With J2 held, a bar of 1 kg 1 m (F in J1, across it) stands against one of 2 kg 2 m:
//   F + 6 (F/2 + M) = -F/2 - 3/2 (F - M),  so F = -3/4 M,
//   relative acceleration 3/2 (F - M) - 12 (F/2 + M) = -81/8 M.
// J2 carries 11/16 M, and nothing but the friction of J1 loads it.
TEST(RoughChain, AJointHoldsInFreeFallAgainstTheFrictionOfAnother) {
  constexpr double moment = 0.5, omega = 1e-3, rate = 81.0 / 8 * moment, stop = omega / rate;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  for (const int i : {0, 1, 2}) {
    m.bodies.push_back(makeBody("b" + std::to_string(i), 1, 1.0 / 12, {1.0 * i, 0, 0, {}}));
    if (i == 0) continue;
    m.joints.push_back(makeJoint("J" + std::to_string(i), Revolute{}, "b" + std::to_string(i - 1),
                                 "b" + std::to_string(i), {0.5, 0.0}, {-0.5, 0.0}));
    m.joints.back().friction.emplace().constant = moment;
  }
  for (Body& body : m.bodies) body.velocity.keep = KeptVelocity::all;
  m.bodies[1].velocity.omega = omega;
  m.bodies[1].velocity.vy = 0.5 * omega;
  m.bodies[2].velocity.omega = omega;
  m.bodies[2].velocity.vy = 1.5 * omega;
  m.simulation.duration = 2 * stop;
  m.simulation.outputInterval = stop / 10;
  const FinishedRun r = run(m);
  ASSERT_EQ(r.summary.events, 1);
  EXPECT_EQ(r.trajectory.events()[0].element, "J1");
  EXPECT_NEAR(r.trajectory.events()[0].t, stop, 1e-5 * stop);
  const auto row = r.trajectory.row(2);
  EXPECT_EQ(r.value(row, "J2.sticks"), 1);
  EXPECT_NEAR(std::abs(r.value(row, "J2.friction_moment")), 11.0 / 16 * moment, 1e-5);
}

// Two to four bars on pins that rub fall onto a floor, and onto each other.
class RandomChain {
 public:
  explicit RandomChain(unsigned seed) : random_(seed) {}

  Mechanism make() {
    Mechanism m;
    const int count = 2 + static_cast<int>(random_() % 3);
    JointFriction friction;
    friction.radius = 0.01;
    if (chance(0.5)) friction.coefficient = uniform(0, 0.3);
    if (chance(0.7)) friction.constant = uniform(0.01, 0.5);
    if (chance(0.3)) friction.staticConstant = 1.5 * friction.constant.value;
    double x = 0, y = 0, lowest = 0;
    ContactPair touch = makeContact("G", "b0", makeFloor(), pick(0, 0.3, 0.6), pick(0, 0.3, 1));
    touch.outlineB = true;
    for (int i = 0; i < count; ++i) {
      const double length = uniform(0.15, 0.4), width = uniform(0.02, 0.05);
      const double angle = uniform(-std::numbers::pi, std::numbers::pi);
      Body bar;
      bar.id = "b" + std::to_string(i);
      bar.length = length;
      bar.width = width;
      bar.section = 0.01 * width;
      bar.density = 2000;
      bar.pose = {x, y, angle, {}};
      if (i > 0) {
        const std::string before = m.bodies.back().id;
        m.joints.push_back(makeJoint("j" + std::to_string(i), Revolute{}, before, bar.id,
                                     {m.bodies.back().length->value, 0.0}));
        m.joints.back().friction = friction;
        touch.bodies.push_back(bar.id);
      }
      m.bodies.push_back(bar);
      x += length * std::cos(angle);
      y += length * std::sin(angle);
      lowest = std::min(lowest, y);
    }
    for (Body& bar : m.bodies) bar.pose.y = bar.pose.y.value - lowest + 0.1;
    m.contacts = {touch};
    m.simulation.duration = 1.5;
    m.simulation.outputInterval = 0.01;
    if (chance(0.5)) m.simulation.impacts = ImpactOrder::sequential;
    return m;
  }

 private:
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_()) / static_cast<double>(std::mt19937::max()));
  }
  bool chance(double p) { return uniform(0, 1) < p; }
  double pick(double a, double b, double c) {
    const double choices[] = {a, b, c};
    return choices[random_() % 3];
  }

  std::mt19937 random_;
};

TEST(RoughChain, FallsOntoTheGroundAndGoesOn) {
  const unsigned chains = isSanitized() ? 24 : 120;
  unsigned ran = 0;
  for (unsigned seed = 0; seed < chains; ++seed) {
    SCOPED_TRACE(seed);
    const Mechanism m = RandomChain(seed).make();
    if (!Simulator::create(m)) continue;  // some are drawn with one bar across another
    const FinishedRun r = run(m);
    ++ran;
    EXPECT_LT(r.summary.largestResidual, 1e-5);
    EXPECT_LT(r.summary.steps, 40'000);
  }
  EXPECT_GT(ran, chains / 2);
}

}  // namespace
}  // namespace clank
