// SPDX-License-Identifier: GPL-3.0-or-later
// Links that bend as they are held (Craig-Bampton), with the number of modes that a drawing begins with:
// against closed forms, whatever the supports.
#include <cmath>
#include <numbers>
#include <string>

#include "core/simulation/natural_modes.h"
#include "core/simulation/simulator.h"
#include "tests/support/flexible.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kPi = std::numbers::pi;

Mechanism makeBar(int modes = 3) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBeam("bar", {}, modes, {}, ModeBasis::craigBampton)};
  return m;
}

// The end slides along the x axis, held across it.
Joint makeEnd() {
  return makeJoint("end", Slot{}, kFrame, "bar", {1.0, 0.0}, {1.0, 0.0});
}

double findFirst(const Mechanism& m, std::size_t which = 0) {
  const auto found = NaturalModes::find(m, 0);
  EXPECT_TRUE(found) << describe(found.error());
  return found ? found->modes()[which].frequency() : 0;
}

double calcFrequency(double wave) {
  const BeamNumbers beam;
  return wave * wave * std::sqrt(beam.bending / beam.massPerLength) / (2 * kPi);
}

TEST(HeldLink, FrequenciesWhateverTheSupports) {
  Mechanism free = makeBar();
  EXPECT_NEAR(findFirst(free, 3) / calcFrequency(4.730040744862704), 1, 1e-7) << "free";

  Mechanism cantilever = makeBar();
  cantilever.joints = {makeJoint("wall", Weld{}, kFrame, "bar")};
  EXPECT_NEAR(findFirst(cantilever) / calcFrequency(1.8751040687119611), 1, 1e-7) << "cantilever";

  Mechanism pinned = makeBar();
  pinned.joints = {makeJoint("start", Revolute{}, kFrame, "bar"), makeEnd()};
  EXPECT_NEAR(findFirst(pinned) / calcFrequency(kPi), 1, 1e-7) << "pinned";
  EXPECT_NEAR(findFirst(pinned, 2) / calcFrequency(3 * kPi), 1, 1e-7) << "pinned, third";

  Mechanism propped = makeBar();
  propped.joints = {makeJoint("wall", Weld{}, kFrame, "bar"), makeEnd()};
  EXPECT_NEAR(findFirst(propped) / calcFrequency(3.9266023120479), 1, 1e-7) << "propped";

  Mechanism clamped = makeBar();
  Prismatic guide;
  clamped.joints = {makeJoint("wall", Weld{}, kFrame, "bar"),
                    makeJoint("end", guide, kFrame, "bar", {1.0, 0.0}, {1.0, 0.0})};
  EXPECT_NEAR(findFirst(clamped) / calcFrequency(4.730040744862704), 1, 1e-7) << "clamped";
}

// Euler: under a force P along it a pinned bar swings at f sqrt(1 - P/P_E), P_E = pi^2 E I/L^2.
TEST(HeldLink, EulersLoad) {
  for (const double part : {0.5, 0.99}) {
    Mechanism m = makeBar();
    m.joints = {makeJoint("start", Revolute{}, kFrame, "bar"), makeEnd()};
    Load load;
    load.b = "bar";
    load.atB = {1.0, 0.0};
    load.fx.text = std::to_string(-part * kPi * kPi * BeamNumbers().bending);
    m.forces = {makeForce("load", load)};
    EXPECT_NEAR(findFirst(m) / (calcFrequency(kPi) * std::sqrt(1 - part)), 1, 1e-4) << part;
  }
}

// The third vibration with a mass at the tip, mu times that of the bar:
// 1 + cos l cosh l + mu l (cos l sinh l - sin l cosh l) = 0.
TEST(HeldLink, MassAtTheTip) {
  constexpr double mu = 2;
  const auto calc = [](double l) {
    return 1 / std::cosh(l) + std::cos(l) + mu * l * (std::cos(l) * std::tanh(l) - std::sin(l));
  };
  double low = 7.0, high = 7.3;  // just above the third of clamped and pinned
  ASSERT_LT(calc(low) * calc(high), 0);
  for (int i = 0; i < 60; ++i) (calc(low) * calc((low + high) / 2) <= 0 ? high : low) = (low + high) / 2;
  Mechanism m = makeBar();
  m.bodies.push_back(makeBody("mass", mu * BeamNumbers().massPerLength, 1e-9, {1.0, 0.0, 0.0, {}}));
  m.joints = {makeJoint("wall", Weld{}, kFrame, "bar"),
              makeJoint("tip", Revolute{}, "bar", "mass", {1.0, 0.0})};
  // The mass turns as it likes: a mode of no stiffness.
  const auto found = NaturalModes::find(m, 0);
  ASSERT_TRUE(found) << describe(found.error());
  EXPECT_NEAR(found->modes()[3].frequency() / calcFrequency(low), 1, 2e-3);
}

// A load at the tip of a cantilever at rest: sag, moment and shear at the root.
TEST(HeldLink, CantileverSagsAsItsClosedForm) {
  Mechanism m = makeBar();
  m.bodies[0].flexible->damping.kind = DampingRatio{0.7};
  m.joints = {makeJoint("wall", Weld{}, kFrame, "bar")};
  Load load;
  load.b = "bar";
  load.atB = {1.0, 0.0};
  load.fy.text = "-10";
  m.forces = {makeForce("load", load)};
  m.simulation.duration = 0.5;
  m.simulation.outputInterval = 0.1;
  const auto r = run(m);
  EXPECT_NEAR(r.last("bar.tip_deflection"), -10 / (3 * BeamNumbers().bending), 1e-9);
  EXPECT_NEAR(r.last("bar.bending_moment_start"), -10, 1e-4);
  EXPECT_NEAR(std::abs(r.last("bar.shear_start")), 10, 1e-3);
  EXPECT_NEAR(r.last("wall.moment"), 10, 1e-3);
}

// More places than shapes are refused, with both numbers; those that are close count once.
TEST(HeldLink, MoreStationsThanModesAreRefused) {
  Mechanism m = makeBar();
  for (int i = 0; i <= 11; ++i) {
    Torque torque;
    torque.b = "bar";
    torque.atB = {i * 0.09, 0.0};
    torque.moment.text = "1";
    m.forces.push_back(makeForce("torque" + std::to_string(i), torque));
  }
  const auto refused = Simulator::create(m);
  ASSERT_FALSE(refused);
  EXPECT_NE(describe(refused.error())
                .find("asks for 22 static shapes, and with 3 modes these are more than the 20"),
            std::string::npos)
      << describe(refused.error());
  for (ForceElement& force : m.forces) std::get<Torque>(force.kind).atB.x.value /= 100;
  EXPECT_TRUE(Simulator::create(m));
}

}  // namespace
}  // namespace clank::test
