// SPDX-License-Identifier: GPL-3.0-or-later
// Friction with bristles: a block of 1 kg that weighs 1 N, with the numbers of Canudas de Wit et al. 1995,
// against implicit and explicit integrations elsewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"
#include "tests/support/sanitized.h"

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

// Times at which a channel rises through a value, and falls, on the straight line between two rows.
struct Passes {
  std::vector<double> rises, falls;
};
Passes findPasses(const FinishedRun& r, const std::string& channel, double value) {
  const auto column = *r.trajectory.findChannel(channel);
  Passes passes;
  for (std::size_t i = 1; i < r.trajectory.sampleCount(); ++i) {
    const double before = r.trajectory.row(i - 1)[column] - value, now = r.trajectory.row(i)[column] - value;
    if (before * now >= 0) continue;
    const double step = r.trajectory.time(i) - r.trajectory.time(i - 1);
    (now > 0 ? passes.rises : passes.falls).push_back(r.trajectory.time(i) - now / (now - before) * step);
  }
  return passes;
}

// Pulled by a spring whose end moves at 0.1 m/s it sticks and slips.
TEST(Lugre, StickSlip) {
  Mechanism m = makeBlock("2*(0.1*t - block.x)", 23);
  m.simulation.relativeTolerance = 1e-11;
  m.simulation.absoluteTolerance = 1e-12;
  m.simulation.outputInterval = 1e-3;
  const FinishedRun r = run(m);
  const auto v = *r.trajectory.findChannel("block.vx"),
             force = *r.trajectory.findChannel("ground.friction_force");
  double fastest = 0, greatest = 0;
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    fastest = std::max(fastest, r.trajectory.row(i)[v]);
    greatest = std::max(greatest, std::abs(r.trajectory.row(i)[force]));
  }
  const Passes slips = findPasses(r, "block.vx", 0.01);
  ASSERT_EQ(slips.rises.size(), 3u);
  ASSERT_EQ(slips.falls.size(), 3u);
  EXPECT_NEAR(slips.rises[0], 7.458014670843067, 1e-5);
  EXPECT_NEAR(slips.falls[0], 10.223503484083398, 1e-5);
  EXPECT_NEAR(slips.rises[1], 13.82073449190958, 1e-5);
  EXPECT_NEAR(slips.falls[1], 16.58622330514973, 1e-5);
  EXPECT_NEAR(slips.rises[2], 20.183454312976217, 1e-5);
  EXPECT_NEAR(slips.falls[2], 22.94894312621653, 1e-5);
  EXPECT_NEAR(slips.rises[1] - slips.rises[0], 6.3627198, 1e-5) << "the period";
  EXPECT_NEAR(fastest / 0.3698159989104662, 1, 1e-5);
  EXPECT_NEAR(greatest / 1.4765729449503533, 1, 1e-6);
}

// Pulled by R t it breaks away at the first maximum of its friction: the slower, the later.
TEST(Lugre, BreaksAwayLaterTheSlowerItIsPulled) {
  constexpr std::array<std::array<double, 3>, 4> reference{{{1, 1.4324150270248661, 1.4444632958639823},
                                                            {5, 1.3132085957875006, 0.26968766023535395},
                                                            {10, 1.219951805914902, 0.12773850186934455},
                                                            {50, 1.0074694780393942, 0.030757704388328772}}};
  for (const auto& [rate, force, time] : reference) {
    SCOPED_TRACE(rate);
    Mechanism m = makeBlock(std::to_string(rate) + "*t", 1.02 * time);
    m.simulation.outputInterval = time / 2e4;
    const FinishedRun r = run(m);
    const auto column = *r.trajectory.findChannel("ground.friction_force");
    double before = 0;
    std::size_t i = 1;
    for (; i < r.trajectory.sampleCount() && std::abs(r.trajectory.row(i)[column]) >= before; ++i)
      before = std::abs(r.trajectory.row(i)[column]);
    EXPECT_NEAR(before / force, 1, 1e-5);
    EXPECT_NEAR(r.trajectory.time(i - 1) / time, 1, 1e-3);
  }
}

// Where its speed is given, friction lags behind it: at the same 1.5 mm/s less while the speed falls than
// while it rises.
TEST(Lugre, LagsBehindTheSpeed) {
  struct Row {
    double omega, most, falling, rising, least, area;  // rad/s; N; N m/s
  };
  constexpr std::array<Row, 3> reference{{{1, 1.389452722660854, 1.052703214925959, 1.053922974617279,
                                           1.0019652414708144, 5.183604817645586e-06},
                                          {10, 1.377907689332268, 1.0483069863917198, 1.0610879924252967,
                                           1.0019666980126731, 4.7930710816358095e-05},
                                          {25, 1.3442654508991034, 1.043470328265602, 1.0795640731686682,
                                           1.0019757617045209, 9.393680261946425e-05}}};
  for (const Row& row : reference) {
    SCOPED_TRACE(row.omega);
    const double period = 2 * std::numbers::pi / row.omega;
    Mechanism m = makeBlock("0", 3 * period);
    m.simulation.outputInterval = period / 2000;
    m.joints = {makeJoint("guide", Prismatic{}, kFrame, "block", {0.0, m.bodies[0].pose.y})};
    Drive drive;
    drive.id = "motor";
    drive.joint = "guide";
    ExpressionMotion motion;
    motion.coordinate.text =
        "0.0015*t + 0.001/" + std::to_string(row.omega) + "*(1 - cos(" + std::to_string(row.omega) + "*t))";
    drive.kind = motion;
    m.drives = {drive};
    const FinishedRun r = run(m);
    const auto column = *r.trajectory.findChannel("ground.friction_force");
    const auto speed = *r.trajectory.findChannel("block.vx");
    double most = 0, least = 10, area = 0;
    for (std::size_t i = 1; i < r.trajectory.sampleCount(); ++i) {
      const auto before = r.trajectory.row(i - 1), now = r.trajectory.row(i);
      if (before[0] < 2 * period - 1e-9) continue;
      most = std::max(most, std::abs(now[column]));
      least = std::min(least, std::abs(now[column]));
      area += std::abs(before[column] + now[column]) / 2 * (now[speed] - before[speed]);
    }
    EXPECT_NEAR(most / row.most, 1, 1e-5);
    EXPECT_NEAR(least / row.least, 1, 1e-5);
    EXPECT_NEAR(area / row.area, 1, 1e-4) << "within a cycle";
    EXPECT_NEAR(std::abs(findRow(r, 2.5 * period, "ground.friction_force")) / row.falling, 1, 1e-5);
    EXPECT_NEAR(std::abs(findRow(r, 2 * period, "ground.friction_force")) / row.rising, 1, 1e-5);
  }
}

// Led to 1 m by a PID controller it hunts about it for ever. What the controller sums up is the speed of
// another body.
TEST(Lugre, Hunts) {
  if (isSanitized()) GTEST_SKIP() << "a long run of what shorter ones do";
  Mechanism m = loadExample("benchmarks/lugre.clank", "hunting");
  m.simulation.duration = 200;
  m.simulation.outputInterval = 1e-3;
  const FinishedRun r = run(m);
  constexpr std::array<std::array<double, 2>, 4> reference{{{5, 1.4796403170660648},
                                                            {20, 1.1104599096634375},
                                                            {50, 0.9360178853814458},
                                                            {100, 0.9361097027654004}}};
  for (const auto& [t, x] : reference) EXPECT_NEAR(findRow(r, t, "block.x"), x, 1e-6) << t;
  const Passes passes = findPasses(r, "block.x", 1);
  const auto after = std::upper_bound(passes.rises.begin(), passes.rises.end(), 106.0);
  ASSERT_GE(after - passes.rises.begin(), 2);
  EXPECT_NEAR(*std::prev(after), 105.39167190372365, 1e-4);
  EXPECT_NEAR(*std::prev(after) - *std::prev(after, 2), 24.436785, 1e-4) << "the period";
  double low = 1, high = 1;  // m, from 60 to 200 s
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    if (r.trajectory.time(i) < 60) continue;
    const double x = r.value(r.trajectory.row(i), "block.x");
    low = std::min(low, x);
    high = std::max(high, x);
  }
  EXPECT_NEAR(low, 0.9360969, 1e-6);
  EXPECT_NEAR(high, 1.0639056, 1e-6);
}

}  // namespace
}  // namespace clank::test
