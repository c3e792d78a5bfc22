// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>

#include "core/model/mechanism.h"
#include "core/simulation/simulator.h"
#include "tests/bench/compare/problems.h"

namespace clank::compare {
namespace {

class NoSink final : public SampleSink {
 public:
  void sample(std::span<const double>) override {}
  void event(const Receipt&) override {}
};

// Channels of body i stand behind t, nine a body: x, y, angle come first.
std::vector<Pose> solve(const Simulator& simulator, std::size_t bodies) {
  NoSink sink;
  const RunSummary summary = simulator.run(sink);
  const double* pose = summary.finalRow.data() + 1;
  std::vector<Pose> ends;
  for (std::size_t i = 0; i < bodies; ++i, pose += 9) ends.push_back({pose[0], pose[1], pose[2]});
  return ends;
}

}  // namespace

std::vector<Method> makeClank(const Problem& problem) {
  Mechanism mechanism = problem.makeMechanism();
  mechanism.simulation.outputInterval = mechanism.simulation.duration;
  Method method{"Cartesian", "DOP853", {}};
  for (const double tolerance : {1e-4, 3e-5, 1e-5, 3e-6, 1e-6, 3e-7, 1e-7, 3e-8, 1e-8, 3e-9, 1e-9, 1e-10}) {
    mechanism.simulation.relativeTolerance = mechanism.simulation.absoluteTolerance = tolerance;
    auto created = Simulator::create(mechanism);
    if (!created) return {};
    const auto simulator = std::make_shared<Simulator>(std::move(*created));
    const std::size_t bodies = mechanism.bodies.size();
    method.settings.push_back(
        {fmt::format("tolerance {:g}", tolerance), [=] { return solve(*simulator, bodies); }});
  }
  return {method};
}

}  // namespace clank::compare
