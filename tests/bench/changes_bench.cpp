// SPDX-License-Identifier: GPL-3.0-or-later
// What it costs that a contact begins to slide, turns or comes to rest: blocks on a floor that are pushed to
// and fro, beside the same blocks while they slide one way only, step by step.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numbers>
#include <optional>

#include "core/simulation/simulator.h"
#include "tests/bench/null_sink.h"
#include "tests/support/blocks.h"

namespace clank {
namespace {

// Each of 1 kg and with mu = 0.3, pushed at half its height with mean + amplitude sin(2 pi t + phase), N.
Mechanism makePushedBlocks(int count, double mean, double amplitude) {
  constexpr double kSize = 0.1, kApart = 20, kDuration = 50;
  Mechanism m;
  LineSurface floor;
  floor.from = {-1e3, 0.0};
  floor.to = {1e5, 0.0};
  ContactPair touch = test::makeTouch(floor, {"b0"}, 0, 0.3);
  for (int i = 0; i < count; ++i) {
    const std::string id = fmt::format("b{}", i);
    m.bodies.push_back(test::makeSolidBlock(id, kSize, kSize, {kApart * i, kSize / 2, 0.0, {}}));
    m.bodies.back().velocity.vx = 1;
    Load push;
    push.b = id;
    push.fx.text = fmt::format("{} + {}*sin({}*t + {})", mean, amplitude, 2 * std::numbers::pi, 0.3 * i);
    m.forces.push_back(test::makeForce(fmt::format("push{}", i), push));
    if (i > 0) touch.bodies.push_back(id);
  }
  m.contacts = {touch};
  m.simulation.duration = m.simulation.outputInterval = kDuration;
  return m;
}

// The least computing time of several runs.
std::optional<RunSummary> measure(const Mechanism& mechanism) {
  constexpr int kRuns = 5;
  const auto simulator = Simulator::create(mechanism);
  if (!simulator) return std::nullopt;
  NullSink sink;
  std::optional<RunSummary> least;
  for (int i = 0; i < kRuns; ++i)
    if (const RunSummary run = simulator->run(sink); !least || run.cpuSeconds < least->cpuSeconds)
      least = run;
  return least;
}

// change_in_steps: what a change costs beside all steps, in steps of blocks that slide.
void changeContact(benchmark::State& state) {
  const auto count = static_cast<int>(state.range(0));
  std::optional<RunSummary> changing, sliding;
  for (auto _ : state) {
    changing = measure(makePushedBlocks(count, 0, 5));
    sliding = measure(makePushedBlocks(count, 5, 1));
  }
  if (!changing || !sliding) return state.SkipWithError("the blocks do not assemble");
  if (sliding->events > 2 * count) return state.SkipWithError("the blocks do not only slide");
  const double step = sliding->cpuSeconds / static_cast<double>(sliding->steps);
  const double changes = changing->cpuSeconds - step * static_cast<double>(changing->steps);
  state.counters["events"] = changing->events;
  state.counters["steps"] = static_cast<double>(changing->steps);
  state.counters["step_us"] = 1e6 * step;
  state.counters["change_in_steps"] = changes / changing->events / step;
}
BENCHMARK(changeContact)
    ->Arg(1)
    ->Arg(2)
    ->Arg(4)
    ->ArgName("blocks")
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace clank
