// SPDX-License-Identifier: GPL-3.0-or-later
// Discs with friction that settle in a box: the event-driven run and the one with a fixed step, side by side.
#include <benchmark/benchmark.h>

#include "core/simulation/simulator.h"
#include "tests/bench/null_sink.h"
#include "tests/support/pile.h"

namespace clank {
namespace {

// range(0): discs; range(1): time step in us, 0: event-driven.
void settlePile(benchmark::State& state) {
  const auto discs = static_cast<int>(state.range(0));
  Mechanism pile = test::makePile(discs, discs > 50 ? 5 : 3);
  if (state.range(1) > 0) {
    pile.simulation.integrator = IntegratorKind::moreauJean;
    pile.simulation.timeStep = 1e-6 * static_cast<double>(state.range(1));
  }
  const auto simulator = Simulator::create(pile);
  if (!simulator) return state.SkipWithError("the pile does not assemble");
  NullSink sink;
  RunSummary summary;
  for (auto _ : state) summary = simulator->run(sink);
  state.counters["t"] = summary.t;
  state.counters["steps"] = static_cast<double>(summary.steps);
  state.counters["events"] = summary.events;
  state.counters["residual_J"] = summary.largestResidual;
  state.counters["kinetic_J"] = summary.ledger.kinetic;
}

BENCHMARK(settlePile)
    ->ArgsProduct({{20, 100}, {0, 500, 1000, 2000}})
    ->ArgNames({"discs", "step_us"})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace clank
