// SPDX-License-Identifier: GPL-3.0-or-later
// One move of the mouse while a mechanism is dragged by hand: a point of its last body follows a circle in
// steps of a tenth of the length of a rod, as a quick hand would.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>

#include "core/kinematics/kinematics.h"
#include "tests/support/benchmarks.h"

namespace clank::test {
namespace {

void drag(benchmark::State& state, const Mechanism& mechanism) {
  constexpr double kStep = 0.1, kRadius = 0.5;  // m
  const auto resolved = resolve(mechanism);
  auto kinematics = resolved ? Kinematics::compile(*resolved) : tl::unexpected(resolved.error());
  if (!kinematics) return state.SkipWithError("the mechanism does not assemble");
  const std::size_t last = mechanism.bodies.size() - 1;
  const BodyPose start = kinematics->poses()[last];
  const long before = kinematics->factorisations();
  double angle = 0, farthest = 0;
  for (auto _ : state) {
    angle += kStep / kRadius;
    const Pull pull{last, 0, 0, start.x - kRadius + kRadius * std::cos(angle),
                    start.y + kRadius * std::sin(angle)};
    farthest = std::max(farthest, kinematics->pull(pull).distance);
  }
  state.counters["bodies"] = static_cast<double>(mechanism.bodies.size());
  state.counters["factorisations_a_move"] = benchmark::Counter(
      static_cast<double>(kinematics->factorisations() - before), benchmark::Counter::kAvgIterations);
  state.counters["farthest_m"] = farthest;
  state.counters["closure_error"] = kinematics->calcClosureError();
}

void dragChain(benchmark::State& state) {
  drag(state, makeChainOfRods(static_cast<int>(state.range(0))));
}
BENCHMARK(dragChain)->ArgName("rods")->Arg(3)->Arg(10)->Arg(50)->Unit(benchmark::kMillisecond);

void dragFourBars(benchmark::State& state) {
  drag(state, makeFourBars(static_cast<int>(state.range(0))));
}
BENCHMARK(dragFourBars)->ArgName("windows")->Arg(1)->Arg(10)->Arg(25)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace clank::test
