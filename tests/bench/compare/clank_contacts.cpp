// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/simulation/simulator.h"
#include "tests/bench/compare/contact_scenes.h"
#include "tests/support/pile.h"

namespace clank::compare {
namespace {

constexpr double kSlope = std::numbers::pi / 6;

Mechanism makeBall() {
  Mechanism m;
  m.bodies = {test::makeBody("b", 1, kBallInertia, {0.0, kBallHeight, 0.0, {}})};
  m.bodies[0].velocity.vx = 1;
  m.bodies[0].velocity.omega = kBallSpin;
  m.contacts = {test::makeContact("k", "b", test::makeFloor(), kBallRestitution, kBallFriction)};
  m.contacts[0].radius = kBallRadius;
  m.simulation.duration = kBallTime;
  return m;
}

Mechanism makeBlock() {
  Mechanism m;
  m.bodies = {
      test::makeBody("b", 1, 0.05 / 12, {-std::sin(kSlope) * 0.1, std::cos(kSlope) * 0.1, kSlope, {}})};
  for (const double x : {-0.2, 0.2}) {
    m.contacts.push_back(
        test::makeContact(x < 0 ? "l" : "r", "b", test::makeFloor(kSlope), 0, kSlopeFriction));
    m.contacts.back().atB = {x, -0.1};
  }
  m.simulation.duration = 1;
  return m;
}

// Energies and gaps of all rows.
class Watch final : public SampleSink {
 public:
  explicit Watch(const std::vector<Channel>& channels) {
    for (std::size_t i = 0; i < channels.size(); ++i) {
      const std::string& name = channels[i].name;
      if (name == "energy.kinetic" || name == "energy.gravity") energies_.push_back(i);
      if (name.ends_with(".gap")) gaps_.push_back(i);
    }
  }
  void sample(std::span<const double> row) override {
    double energy = 0;
    for (const std::size_t i : energies_) energy += row[i];
    if (rows_++ == 0) start_ = energy;
    made = std::max(made, energy - start_);
    for (const std::size_t i : gaps_) deepest = std::max(deepest, -row[i]);
  }
  void event(const Receipt&) override {}
  double made = 0, deepest = 0;

 private:
  std::vector<std::size_t> energies_, gaps_;
  double start_ = 0;
  int rows_ = 0;
};

ContactResult solve(ContactScene scene, double step, IntegratorKind integrator) {
  Mechanism m = scene == ContactScene::ball    ? makeBall()
                : scene == ContactScene::block ? makeBlock()
                                               : test::makePile(20, 3);
  m.gravity = {0.0, -kGravity};
  m.simulation.integrator = integrator;
  m.simulation.timeStep = step;
  m.simulation.outputInterval = scene == ContactScene::pile ? 0.01 : m.simulation.duration.value;
  const auto simulator = Simulator::create(m);
  if (!simulator) return {};
  Watch watch(simulator->channels());
  const RunSummary summary = simulator->run(watch);
  const double* const pose = summary.finalRow.data() + 1;
  if (scene == ContactScene::ball) return {calcBallError({pose[0], pose[1], pose[2]})};
  if (scene == ContactScene::block)
    return {calcBlockError(-(pose[0] + std::sin(kSlope) * 0.1) / std::cos(kSlope))};
  return {0, watch.made, watch.deepest, summary.ledger.kinetic};
}

}  // namespace

std::vector<ContactEngine> listClank() {
  return {{"Clank", "event-driven",
           [](ContactScene s, double h) { return solve(s, h, IntegratorKind::dop853); }, false},
          {"Clank", "Moreau-Jean",
           [](ContactScene s, double h) { return solve(s, h, IntegratorKind::moreauJean); }}};
}

}  // namespace clank::compare
