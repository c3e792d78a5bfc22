// SPDX-License-Identifier: GPL-3.0-or-later
// Forces of the elements against the gradient of their energy, and their powers against force times velocity,
// at random positions of two bodies whose centres of mass are not their origins.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/dynamics/applied_forces.h"
#include "core/dynamics/energy.h"
#include "core/dynamics/system_compiler.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

Mechanism makePair(ForceKind kind) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("one", 1.3, 0.2, {}, {0.11, -0.07}), makeBody("two", 0.6, 0.05, {}, {-0.05, 0.2})};
  m.forces = {makeForce("e", std::move(kind))};
  return m;
}

Spring makeSpring(std::string a = "one") {
  Spring spring;
  spring.a = std::move(a);
  spring.b = "two";
  spring.atA = {0.3, 0.1};
  spring.atB = {-0.2, 0.4};
  spring.stiffness = 170;
  spring.freeLength = 0.45;
  spring.preload = 12;
  return spring;
}

// Forces and powers at a state of two bodies.
struct Evaluation {
  Evaluation(const System& system, const std::vector<double>& y) : workspace(system) {
    updAppliedForces(system, 0, y.data(), y.data() + 6, workspace, f, powers);
  }
  ForceWorkspace workspace;
  std::array<double, 6> f{};
  std::array<double, kWorkIntegrals> powers{};
  double powerOn(const std::vector<double>& y) const {
    double sum = 0;
    for (std::size_t i = 0; i < 6; ++i) sum += f[i] * y[6 + i];
    return sum;
  }
};

std::vector<double> drawState(std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1.5, 1.5);
  std::vector<double> y(12 + kWorkIntegrals, 0.0);
  for (std::size_t i = 0; i < 12; ++i) y[i] = uniform(random);
  return y;
}

System compile(const Mechanism& mechanism) {
  return compileSystem(mechanism).value();
}

class SpringOf : public testing::TestWithParam<const char*> {};

TEST_P(SpringOf, ForceIsTheGradientOfItsEnergy) {
  const System system = compile(makePair(makeSpring(GetParam())));
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    const std::vector<double> y = drawState(random);
    const Evaluation at(system, y);
    for (std::size_t i = 0; i < 6; ++i) {
      constexpr double h = 1e-6;
      auto before = y, after = y;
      before[i] -= h;
      after[i] += h;
      const double gradient =
          (calcEnergy(system, after).elastic - calcEnergy(system, before).elastic) / (2 * h);
      EXPECT_NEAR(at.f[i], -gradient, 2e-7 * (1 + std::abs(gradient)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ends, SpringOf, testing::Values("one", "frame"));

TEST(SpringElement, DampingLosesWhatTheForceTakes) {
  Spring damper = makeSpring();
  damper.stiffness = damper.preload = 0;
  damper.damping = 8;
  const System system = compile(makePair(damper));
  std::mt19937 random(2);
  for (int round = 0; round < 50; ++round) {
    const std::vector<double> y = drawState(random);
    const Evaluation at(system, y);
    EXPECT_GE(at.powers[kDampingLoss], 0);
    EXPECT_NEAR(at.powers[kDampingLoss], -at.powerOn(y), 1e-12 * (1 + at.powers[kDampingLoss]));
  }
}

TEST(SpringElement, ReportsTensionAndLength) {
  Spring spring = makeSpring("frame");
  spring.atA = spring.atB = {0.0, 0.0};
  Mechanism m = makePair(spring);
  m.bodies[1].center = {0.0, 0.0};
  const System system = compile(m);
  std::vector<double> y(12 + kWorkIntegrals, 0.0);
  y[3] = 0.3;
  y[4] = 0.4;
  const Evaluation at(system, y);
  EXPECT_NEAR(at.workspace.outputs[0][0], 12 + 170 * 0.05, 1e-12);
  EXPECT_NEAR(at.workspace.outputs[0][1], 0.5, 1e-15);
  EXPECT_NEAR(at.f[3], -(12 + 170 * 0.05) * 0.6, 1e-12) << "tension pulls the ends together";
}

TEST(SpringElement, IsANumberAtZeroLength) {
  Spring spring = makeSpring("frame");
  spring.damping = 3;
  spring.atA = spring.atB = {0.0, 0.0};
  Mechanism m = makePair(spring);
  m.bodies[1].center = {0.0, 0.0};
  const System system = compile(m);
  for (const double x : {0.0, 5e-324, 1e-310, 1e-200, 1e-30}) {
    std::vector<double> y(12 + kWorkIntegrals, 0.0);
    y[3] = x;
    y[9] = y[10] = 1;
    const Evaluation at(system, y);
    for (const double f : at.f) EXPECT_TRUE(std::isfinite(f)) << x;
    EXPECT_TRUE(std::isfinite(at.powers[kDampingLoss]));
  }
}

TEST(LoadElement, ActsAtItsPointInEitherAxes) {
  for (const LoadAxes axes : {LoadAxes::world, LoadAxes::body}) {
    Load load;
    load.b = "two";
    load.atB = {0.4, -0.3};
    load.fx.text = "3";
    load.fy.text = "-2 + two.angle";
    load.axes = axes;
    const System system = compile(makePair(load));
    std::mt19937 random(3);
    const std::vector<double> y = drawState(random);
    const Evaluation at(system, y);
    const double angle = y[5], turned = axes == LoadAxes::body ? angle : 0;
    const double x = 3, z = -2 + angle;
    const double fx = x * std::cos(turned) - z * std::sin(turned),
                 fy = x * std::sin(turned) + z * std::cos(turned);
    const double sx = 0.45 * std::cos(angle) + 0.5 * std::sin(angle);
    const double sy = 0.45 * std::sin(angle) - 0.5 * std::cos(angle);
    EXPECT_NEAR(at.f[3], fx, 1e-14);
    EXPECT_NEAR(at.f[4], fy, 1e-14);
    EXPECT_NEAR(at.f[5], sx * fy - sy * fx, 1e-14);
    EXPECT_NEAR(at.powers[0], at.powerOn(y), 1e-14);
    EXPECT_EQ(at.workspace.outputs[0], (ForceOutput{fx, fy}));
  }
}

}  // namespace
}  // namespace clank::test
