// SPDX-License-Identifier: GPL-3.0-or-later
// Chains of rods and rows of four-bars (resources/examples/benchmarks) against their references, by
// tolerance.
//
// Bounds. The largest error measured is 110 times the tolerance (three rods, 1e-6); the bound is 300
// tolerances. Rows of four-bars leave a floor below it, 2e-9 m at a tolerance of 1e-11 whatever N: at flat
// positions N directions of the velocity are controlled by no row, and near them rounding (1e-16) is enlarged
// up to 1e-16/e, e = 1e-8 (math/saddle_point.h). The bound is 1e-8 m. Drift is that of a step's end
// before its projection; after it, and in samples, drift is rounding. In the few steps that pass a flat
// position it does not follow the tolerance (3.7e-4 m was the most). The energy residual is reported as a
// property of the test.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <sstream>
#include <vector>

#include "tests/support/benchmark_references.h"
#include "tests/support/runs.h"
#include "tests/support/squeezer.h"

namespace clank::test {
namespace {

struct BenchmarkCase {
  std::string name;
  int size;
  double tolerance;
};

class Benchmarks : public testing::TestWithParam<BenchmarkCase> {
 protected:
  FinishedRun runFile() {
    Mechanism mechanism =
        loadExample("benchmarks/" + GetParam().name + "-" + std::to_string(GetParam().size) + ".clank");
    mechanism.simulation.relativeTolerance = mechanism.simulation.absoluteTolerance = GetParam().tolerance;
    FinishedRun result = run(mechanism);
    std::ostringstream residual;
    residual << result.summary.largestResidual;
    RecordProperty("energy_residual_J", residual.str());
    RecordProperty("evaluations", std::to_string(result.summary.evaluations));
    EXPECT_LT(result.last("drift"), 1e-12);
    return result;
  }
  static double calcDistance(const FinishedRun& r, const std::string& rod, const PointReference& end) {
    const double angle = r.last(rod + ".angle");
    return std::hypot(r.last(rod + ".x") + std::cos(angle) - end.x,
                      r.last(rod + ".y") + std::sin(angle) - end.y);
  }
};

class Chains : public Benchmarks {};
class FourBars : public Benchmarks {};

TEST_P(Chains, EveryLinkEndsWhereTheReferenceSays) {
  const auto r = runFile();
  const auto ends = GetParam().size == 3 ? std::span<const PointReference>(kChain3) : kChain50;
  for (std::size_t i = 0; i < ends.size(); ++i)
    EXPECT_LT(calcDistance(r, "rod" + std::to_string(i + 1), ends[i]), 300 * GetParam().tolerance) << i;
  EXPECT_LT(r.summary.largestDrift, 1000 * GetParam().tolerance);
  EXPECT_LT(r.summary.largestResidual, 2000 * GetParam().tolerance);
}

TEST_P(FourBars, StayParallelThroughFlatPositions) {
  const auto r = runFile();
  const FourBarsReference& reference = *std::find_if(
      kFourBars.begin(), kFourBars.end(), [](const auto& one) { return one.windows == GetParam().size; });
  const double floor = 1e-8;  // m
  const double bound = 300 * GetParam().tolerance + floor;
  EXPECT_LT(calcDistance(r, "post0", {reference.x, reference.y}), bound);
  EXPECT_NEAR(r.last("post0.omega"), -reference.omega, 4 * bound);
  // The branch: five turns, every post along with the first, every beam level.
  EXPECT_NEAR(r.last("post0.angle"), std::numbers::pi / 2 - reference.theta, bound);
  for (int i = 1; i <= GetParam().size; ++i) {
    EXPECT_NEAR(r.last("post" + std::to_string(i) + ".angle"), r.last("post0.angle"), bound) << i;
    EXPECT_NEAR(r.last("beam" + std::to_string(i) + ".angle"), 0, bound) << i;
  }
  EXPECT_EQ(r.summary.singularPositions, 10);  // flat twice a turn
  EXPECT_LT(r.summary.largestDrift, 1e-3 + 1000 * GetParam().tolerance);
  constexpr double kWeight = 9.81;  // N, of a rod: what a sample off the joints errs in energy by the metre
  EXPECT_LT(r.summary.largestResidual,
            300 * GetParam().tolerance * (1 + reference.windows) + kWeight * r.summary.largestDrift);
}

// Tolerances far below rounding: the steps shrink without end, which has to be told, not waited for.
TEST(FourBarsBeyondRounding, AreGivenUpWithAReason) {
  Mechanism mechanism = loadExample("benchmarks/four-bars-1.clank");
  mechanism.simulation.relativeTolerance = 1e-15;
  mechanism.simulation.absoluteTolerance = 1e-25;
  auto simulator = Simulator::create(mechanism);
  ASSERT_TRUE(simulator);
  Trajectory trajectory(simulator->channels());
  const RunSummary summary = simulator->run(trajectory);
  EXPECT_EQ(summary.end, RunSummary::End::failed);
  EXPECT_LT(summary.steps, 1'000'000);
  ASSERT_FALSE(summary.problems.empty());
  EXPECT_NE(summary.problems.back().what.find("the steps have shrunk"), std::string::npos)
      << describe(summary.problems);
}

// Angles and rates of the seven bodies at 0.03 s, after two and a half turns of the crank (16 rad, 1140
// rad/s). Tolerances are absolute in rad and relative in rad/s; both bounds leave an order of magnitude to
// what accumulates over a hundred steps.
TEST(Squeezer, AnglesOfTheTestSet) {
  Mechanism mechanism = loadExample("benchmarks/andrews-squeezer.clank");
  for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
    mechanism.simulation.relativeTolerance = mechanism.simulation.absoluteTolerance = tolerance;
    const FinishedRun r = run(mechanism);
    const auto angles = toBodies(kSqueezer.angles), omegas = toBodies(kSqueezer.omegas);
    for (std::size_t i = 0; i < angles.size(); ++i) {
      const std::string body = "k" + std::to_string(i + 1);
      EXPECT_NEAR(r.last(body + ".angle"), angles[i], 300 * tolerance) << body << " " << tolerance;
      EXPECT_NEAR(r.last(body + ".omega"), omegas[i], 1e5 * tolerance) << body << " " << tolerance;
    }
    EXPECT_EQ(r.summary.mobilityStart, 1);
    EXPECT_LT(r.last("drift"), 1e-14);
  }
}

std::vector<BenchmarkCase> listCases(const std::string& name, std::initializer_list<int> sizes) {
  std::vector<BenchmarkCase> cases;
  for (const int size : sizes)
    for (const double tolerance : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10})
      cases.push_back({name, size, tolerance});
  return cases;
}

std::string nameCase(const testing::TestParamInfo<BenchmarkCase>& info) {
  return std::to_string(info.param.size) + "_digits" +
         std::to_string(std::lround(-std::log10(info.param.tolerance)));
}

INSTANTIATE_TEST_SUITE_P(Rods, Chains, testing::ValuesIn(listCases("chain", {3, 50})), nameCase);
INSTANTIATE_TEST_SUITE_P(Windows, FourBars, testing::ValuesIn(listCases("four-bars", {1, 10, 40})), nameCase);

}  // namespace
}  // namespace clank::test
