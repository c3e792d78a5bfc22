// SPDX-License-Identifier: GPL-3.0-or-later
// CPU time against error for chains and rows of four-bars, and how the time grows with the number of bodies.
// Only the end is sampled, as in the programs that these problems were measured on.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "core/simulation/simulator.h"
#include "tests/support/ball.h"
#include "tests/support/benchmark_references.h"
#include "tests/support/benchmarks.h"
#include "tests/support/squeezer.h"

namespace clank::test {
namespace {

class LastRow final : public SampleSink {
 public:
  void sample(std::span<const double> row) override { benchmark::DoNotOptimize(row.data()); }
  void event(const Receipt&) override {}
};

// Channels of body i stand behind t, nine a body: x, y, angle come first.
PointReference findFreeEnd(const RunSummary& summary, std::size_t body) {
  const double* pose = summary.finalRow.data() + 1 + 9 * body;
  return {pose[0] + std::cos(pose[2]), pose[1] + std::sin(pose[2])};
}

double calcDistance(const PointReference& a, const PointReference& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

RunSummary measure(benchmark::State& state, Mechanism mechanism, double tolerance) {
  mechanism.simulation.relativeTolerance = mechanism.simulation.absoluteTolerance = tolerance;
  mechanism.simulation.outputInterval = mechanism.simulation.duration;
  RunSummary summary;
  const auto resolved = resolve(mechanism);
  const auto simulator = resolved ? Simulator::create(*resolved) : tl::unexpected(resolved.error());
  if (!simulator) {
    state.SkipWithError("the mechanism does not assemble");
    return summary;
  }
  LastRow sink;
  for (auto _ : state) summary = simulator->run(sink);
  state.counters["steps"] = static_cast<double>(summary.steps);
  state.counters["evaluations"] = static_cast<double>(summary.evaluations);
  state.counters["residual_J"] = summary.largestResidual;
  state.counters["s_per_impact"] = std::nan("");  // every row of a CSV has the same columns
  state.counters["s_per_body_evaluation"] = benchmark::Counter(
      static_cast<double>(mechanism.bodies.size()) * static_cast<double>(summary.evaluations),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  return summary;
}

double toTolerance(std::int64_t digits) {
  return std::pow(10.0, -static_cast<double>(digits));
}

// range(0): rods; range(1): tolerance 10^-n.
void chain(benchmark::State& state) {
  const RunSummary summary =
      measure(state, makeChainOfRods(static_cast<int>(state.range(0))), toTolerance(state.range(1)));
  const auto reference = state.range(0) == 3 ? std::span<const PointReference>(kChain3) : kChain50;
  double error = 0;
  for (std::size_t i = 0; i < reference.size(); ++i)
    error = std::max(error, calcDistance(findFreeEnd(summary, i), reference[i]));
  state.counters["error_m"] = error;
}

void fourBars(benchmark::State& state) {
  const RunSummary summary =
      measure(state, makeFourBars(static_cast<int>(state.range(0))), toTolerance(state.range(1)));
  for (const FourBarsReference& reference : kFourBars)
    if (reference.windows == state.range(0))
      state.counters["error_m"] = calcDistance(findFreeEnd(summary, 0), {reference.x, reference.y});
}

// range(0): tolerance 10^-n; the error is the largest of the seven angles.
void squeezer(benchmark::State& state) {
  const RunSummary summary = measure(state, makeSqueezer(), toTolerance(state.range(0)));
  const auto angles = toBodies(kSqueezer.angles);
  double error = 0;
  for (std::size_t i = 0; i < angles.size(); ++i)
    error = std::max(error, std::abs(summary.finalRow[1 + 9 * i + 2] - angles[i]));
  state.counters["error_m"] = error;  // rad
}

// 44 impacts in 8.5 s; s_per_impact counts the flight that leads to it.
void ball(benchmark::State& state) {
  const RunSummary summary = measure(state, makeBall(8.5), toTolerance(state.range(0)));
  state.counters["error_m"] = std::abs(summary.finalRow[2] - 5.56555100899261e-06);
  state.counters["s_per_impact"] = benchmark::Counter(
      summary.events, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// s_per_body_evaluation must not depend on the number of bodies.
void growth(benchmark::State& state, Mechanism (*make)(int)) {
  Mechanism mechanism = make(static_cast<int>(state.range(0)));
  mechanism.simulation.duration = 1;
  measure(state, mechanism, 1e-6);
  state.counters["error_m"] = std::nan("");  // no reference
}

BENCHMARK(chain)
    ->ArgsProduct({{3, 50}, {4, 5, 6, 7, 8, 9, 10}})
    ->ArgNames({"rods", "digits"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(fourBars)
    ->ArgsProduct({{1, 10, 40}, {4, 5, 6, 7, 8, 9, 10}})
    ->ArgNames({"windows", "digits"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(squeezer)->ArgsProduct({{4, 5, 6, 7, 8, 9, 10}})->ArgName("digits")->Unit(benchmark::kMillisecond);
BENCHMARK(ball)->Arg(6)->Arg(10)->ArgName("digits")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(growth, chain, makeChainOfRods)
    ->Arg(3)
    ->Arg(10)
    ->Arg(20)
    ->Arg(50)
    ->Arg(100)
    ->Arg(200)
    ->ArgName("rods")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(growth, fourBars, makeFourBars)
    ->Arg(1)
    ->Arg(5)
    ->Arg(10)
    ->Arg(20)
    ->Arg(40)
    ->Arg(80)
    ->Arg(160)
    ->ArgName("windows")
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace clank::test
