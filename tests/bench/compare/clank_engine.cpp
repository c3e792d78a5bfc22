// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <cstdio>
#include <memory>

#include "core/simulation/simulator.h"
#include "tests/bench/compare/problems.h"
#include "tests/support/ball.h"
#include "tests/support/benchmarks.h"

namespace clank::compare {
namespace {

class NoSink final : public SampleSink {
 public:
  void sample(std::span<const double>) override {}
  void event(const Receipt&) override {}
};

Mechanism makeMechanism(const Problem& problem) {
  switch (problem.kind) {
    case Problem::Kind::chain:
      return test::makeChainOfRods(problem.size);
    case Problem::Kind::fourBars:
      return test::makeFourBars(problem.size);
    case Problem::Kind::ball:
      return test::makeBall(problem.duration);
  }
  return {};
}

// Channels of body i stand behind t, nine a body: x, y, angle come first.
std::vector<End> solve(const Simulator& simulator, const Problem& problem) {
  NoSink sink;
  const RunSummary summary = simulator.run(sink);
  const double* pose = summary.finalRow.data() + 1;
  if (problem.kind == Problem::Kind::ball) return {{pose[1], 0}};
  std::vector<End> ends;
  const int count = problem.kind == Problem::Kind::chain ? problem.size : 1;
  for (int i = 0; i < count; ++i, pose += 9)
    ends.push_back({pose[0] + std::cos(pose[2]), pose[1] + std::sin(pose[2])});
  return ends;
}

}  // namespace

std::vector<Setting> makeClank(const Problem& problem) {
  Mechanism mechanism = makeMechanism(problem);
  mechanism.simulation.outputInterval = mechanism.simulation.duration;
  std::vector<Setting> settings;
  for (const double tolerance : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10}) {
    mechanism.simulation.relativeTolerance = mechanism.simulation.absoluteTolerance = tolerance;
    const auto resolved = resolve(mechanism);
    if (!resolved) return {};
    auto created = Simulator::create(*resolved);
    if (!created) return {};
    const auto simulator = std::make_shared<Simulator>(std::move(*created));
    char name[40];
    std::snprintf(name, sizeof name, "DOP853, tolerance %g", tolerance);
    settings.push_back({name, [=] { return solve(*simulator, problem); }});
  }
  return settings;
}

}  // namespace clank::compare
