// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs of shipped examples, without files and without a window.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>

#include "core/io/mechanism_file.h"
#include "core/simulation/simulator.h"
#include "tests/bench/null_sink.h"
#include "tests/bench/special_slider_crank.h"
#include "tests/support/loose_slider_crank.h"

namespace clank {
namespace {

// Times runs of a mechanism; what the last one says goes into the counters.
std::optional<RunSummary> measureRuns(benchmark::State& state, const Mechanism& resolved) {
  const auto simulator = Simulator::create(resolved);
  if (!simulator) {
    state.SkipWithError("the mechanism does not assemble");
    return {};
  }
  NullSink sink;
  RunSummary summary;
  for (auto _ : state) summary = simulator->run(sink);
  state.counters["steps"] = static_cast<double>(summary.steps);
  state.counters["evaluations"] = static_cast<double>(summary.evaluations);
  state.counters["events"] = static_cast<double>(summary.events);
  state.counters["residual_J"] = summary.largestResidual;
  return summary;
}

// range(0): tolerance 10^-n; range(1): 0 samples at the file's interval, 1 only start, events and end.
void runThreeBar(benchmark::State& state, const std::string& caseId) {
  const auto loaded =
      loadMechanism(std::string(CLANK_SOURCE_DIR) + "/resources/examples/papers/song-2020-three-bar.clank");
  if (!loaded) return state.SkipWithError("the example does not load");
  auto mechanism = resolve(loaded->mechanism, caseId);
  if (!mechanism) return state.SkipWithError("the case does not resolve");
  const double tolerance = std::pow(10.0, -static_cast<double>(state.range(0)));
  mechanism->simulation.relativeTolerance = mechanism->simulation.absoluteTolerance = tolerance;
  if (state.range(1) == 1) mechanism->simulation.outputInterval = mechanism->simulation.duration;
  measureRuns(state, *mechanism);
}

BENCHMARK_CAPTURE(runThreeBar, merge, "paper-merge")
    ->ArgsProduct({{6, 8, 10, 12}, {0, 1}})
    ->ArgNames({"digits", "bare"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runThreeBar, bounce, "paper-bounce")
    ->ArgsProduct({{10}, {0, 1}})
    ->ArgNames({"digits", "bare"})
    ->Unit(benchmark::kMillisecond);

// A case of an example with play, run until `until` s (0: as in the file), without samples on the way.
void runLoose(benchmark::State& state, const std::string& file, const std::string& caseId, double until) {
  const auto loaded = loadMechanism(std::string(CLANK_SOURCE_DIR) + "/resources/examples/" + file);
  if (!loaded) return state.SkipWithError("the example does not load");
  auto mechanism = resolve(loaded->mechanism, caseId);
  if (!mechanism) return state.SkipWithError("the case does not resolve");
  if (state.range(0) > 0)
    mechanism->simulation.relativeTolerance = mechanism->simulation.absoluteTolerance =
        std::pow(10.0, -static_cast<double>(state.range(0)));
  if (until > 0) mechanism->simulation.duration = until;
  mechanism->simulation.outputInterval = mechanism->simulation.duration;
  measureRuns(state, *mechanism);
}

// How far the slider, and the end of the rod by its angle, are at most from where they are at the times of
// the reference, m.
class SliderCrankError final : public SampleSink {
 public:
  void sample(std::span<const double> row) override {
    constexpr std::size_t kAngle = 1 + 9 + 2, kSlider = 1 + 9 * 2;
    constexpr double kSame = 1e-9;  // s
    for (const test::SliderCrankReference& reference : test::kSliderCrankWithoutMemory)
      if (std::abs(row[0] - reference.t) < kSame)
        greatest_ = std::max(
            {greatest_, std::abs(row[kSlider] - reference.x),
             test::kRod * std::abs(std::remainder(row[kAngle] - reference.angle, 2 * std::numbers::pi))});
  }
  void event(const Receipt&) override {}
  double greatest() const { return greatest_; }

 private:
  double greatest_ = 0;
};

// Two turns of the slider-crank with clearance, at tolerances of 10^-n/10, beside digits of another program:
// error_m. Which tolerance it takes to meet 1e-6 m the column tells.
void runLooseSliderCrank(benchmark::State& state) {
  Mechanism m = test::makeSliderCrankWithoutMemory();
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance =
      std::pow(10.0, -static_cast<double>(state.range(0)) / 10);
  m.simulation.outputInterval = m.simulation.duration;
  if (!measureRuns(state, *resolve(m))) return;
  m.simulation.outputInterval = test::kSliderCrankWithoutMemory.front().t;
  SliderCrankError error;
  Simulator::create(*resolve(m))->run(error);
  state.counters["error_m"] = error.greatest();
}
BENCHMARK(runLooseSliderCrank)
    ->Arg(40)
    ->DenseRange(50, 70, 2)
    ->DenseRange(80, 100, 10)
    ->ArgName("tenths")
    ->Unit(benchmark::kMillisecond);

// The same two turns by the program that can do nothing else.
void runSpecial(benchmark::State& state) {
  const double tolerance = std::pow(10.0, -static_cast<double>(state.range(0)) / 10);
  const double until = test::kSliderCrankWithoutMemory.back().t;
  test::SpecialRun run;
  for (auto _ : state) benchmark::DoNotOptimize(run = test::runSpecialSliderCrank(until, tolerance));
  double error = 0;
  for (const test::SliderCrankReference& reference : test::kSliderCrankWithoutMemory) {
    const auto end = test::runSpecialSliderCrank(reference.t, tolerance).end;
    error = std::max({error, std::abs(end[1] - reference.x),
                      test::kRod * std::abs(std::remainder(end[0] - reference.angle, 2 * std::numbers::pi))});
  }
  state.counters["steps"] = run.steps;
  state.counters["evaluations"] = run.evaluations;
  state.counters["events"] = run.events;
  state.counters["error_m"] = error;
}
BENCHMARK(runSpecial)->DenseRange(50, 70, 2)->ArgName("tenths")->Unit(benchmark::kMillisecond);

// Cases of the example, and Li's square mechanism.
BENCHMARK_CAPTURE(runLoose, slider_crank, "benchmarks/slider-crank-clearance.clank", "flores_01", 0.024)
    ->ArgsProduct({{5, 6, 7, 8}})
    ->ArgNames({"digits"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runLoose, slider_crank_chaotic, "benchmarks/slider-crank-clearance.clank",
                  "lankarani_nikravesh", 0.024)
    ->ArgsProduct({{6, 8}})
    ->ArgNames({"digits"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runLoose, li, "papers/li-2018-square-mechanism.clank", "clearance_025", 0)
    ->ArgsProduct({{6, 8, 10}})
    ->ArgNames({"digits"})
    ->Unit(benchmark::kMillisecond);
// A rigid ball with all of its bounces, and as many steps of its flight alone: the difference is what they
// cost.
BENCHMARK_CAPTURE(runLoose, bounces, "benchmarks/bouncing-ball.clank", "", 0)
    ->ArgsProduct({{0}})
    ->ArgNames({"digits"})
    ->Unit(benchmark::kMicrosecond);
void runFlight(benchmark::State& state) {
  const auto loaded =
      loadMechanism(std::string(CLANK_SOURCE_DIR) + "/resources/examples/benchmarks/bouncing-ball.clank");
  if (!loaded) return state.SkipWithError("the example does not load");
  auto mechanism = resolve(loaded->mechanism, "");
  if (!mechanism) return state.SkipWithError("the case does not resolve");
  SimulationSettings& settings = mechanism->simulation;
  mechanism->bodies.front().pose.y.value = 1e4;
  settings.maxStep = settings.duration.value / static_cast<double>(state.range(0));
  settings.outputInterval = settings.duration;
  measureRuns(state, *mechanism);
}
BENCHMARK(runFlight)->Arg(118)->ArgName("steps")->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace clank
