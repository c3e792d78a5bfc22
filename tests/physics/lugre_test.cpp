// SPDX-License-Identifier: GPL-3.0-or-later
// Friction with bristles: a block of 1 kg that weighs 1 N, with the numbers of Canudas de Wit et al. 1995,
// against implicit and explicit integrations elsewhere.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

// At the depth at which the ground carries it.
Mechanism makeBlock(const std::string& pull, double duration) {
  Mechanism m;
  m.gravity = {0.0, -1.0};
  m.bodies = {makeBody("block", 1, 1, {0.0, -std::pow(1e-8, 2.0 / 3), 0.0, {}})};
  ContactPair ground = makeContact("ground", "block", makeFloor(), 0, 1);
  ground.law = ContactLaw::hertz;
  ground.compliance = Compliance{};
  ground.compliance->stiffness = 1e8;
  ground.frictionLaw = FrictionLaw::lugre;
  FrictionCurve curve;
  curve.staticCoefficient = 1.5;
  curve.stribeckSpeed = 1e-3;
  curve.viscous = 0.4;
  curve.bristleStiffness = 1e5;
  curve.bristleDamping = std::sqrt(1e5);
  ground.frictionCurve = curve;
  m.contacts = {ground};
  Load load;
  load.b = "block";
  load.fx.text = pull;
  m.forces = {makeForce("pull", load)};
  m.simulation.duration = duration;
  m.simulation.relativeTolerance = 1e-12;
  m.simulation.absoluteTolerance = 1e-13;
  return m;
}

double findRow(const FinishedRun& run, double t, const std::string& channel) {
  const auto column = run.trajectory.findChannel(channel);
  for (std::size_t i = 0; i < run.trajectory.sampleCount(); ++i)
    if (std::abs(run.trajectory.time(i) - t) < 1e-9) return run.trajectory.row(i)[*column];
  ADD_FAILURE() << "no row at " << t;
  return 0;
}

// Below break-away the block creeps to and fro on its bristles, and where the pull comes back it is not quite
// back.
TEST(Lugre, Presliding) {
  Mechanism m = makeBlock(
      "0.1425*(t - max(t - 10, 0) - max(t - 15, 0) + max(t - 35, 0) + max(t - 40, 0) - max(t - 60, 0))", 65);
  m.simulation.outputInterval = 5;
  const FinishedRun r = run(m);
  constexpr std::array<std::array<double, 2>, 8> reference{{{10, 4.485793084694881e-05},
                                                            {15, 4.531185895952717e-05},
                                                            {25, 3.5298931799888225e-05},
                                                            {35, -9.563511662552804e-06},
                                                            {40, -1.0017439775414883e-05},
                                                            {50, -4.512615772220918e-09},
                                                            {60, 4.4857930846659966e-05},
                                                            {65, 4.531185895355976e-05}}};
  for (const auto& [t, x] : reference) EXPECT_NEAR(findRow(r, t, "block.x"), x, 2e-11) << t;
}

// Pulled by a spring whose end moves at 0.1 m/s it sticks and slips.
TEST(Lugre, StickSlip) {
  Mechanism m = makeBlock("2*(0.1*t - block.x)", 10.3);
  m.simulation.relativeTolerance = 1e-11;
  m.simulation.absoluteTolerance = 1e-12;
  m.simulation.outputInterval = 1e-3;
  const FinishedRun r = run(m);
  const auto v = r.trajectory.findChannel("block.vx");
  std::vector<double> passes;  // of 0.01 m/s
  double fastest = 0;
  for (std::size_t i = 1; i < r.trajectory.sampleCount(); ++i) {
    const double before = r.trajectory.row(i - 1)[*v] - 0.01, now = r.trajectory.row(i)[*v] - 0.01;
    fastest = std::max(fastest, now + 0.01);
    if (before * now < 0)
      passes.push_back(r.trajectory.time(i) -
                       now / (now - before) * (r.trajectory.time(i) - r.trajectory.time(i - 1)));
  }
  ASSERT_EQ(passes.size(), 2u);
  EXPECT_NEAR(passes[0], 7.458014670843067, 1e-5);
  EXPECT_NEAR(passes[1], 10.223503484083398, 1e-5);
  EXPECT_NEAR(fastest, 0.3698159989104662, 1e-6);
}

}  // namespace
}  // namespace clank::test
