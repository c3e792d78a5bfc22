// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/law_branches.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/largest.h"

namespace clank {
namespace {

// A switch that was crossed or held is on its edge so far: tolerances and projections move it a little.
constexpr double kCrossedZero = 1e-6;
constexpr double kNoRate = 1e-10;  // of the largest acceleration and of 1

// Chooses the branches of switches that read the state.
class BranchChoice {
 public:
  BranchChoice(ForwardDynamics& dynamics, State& state, std::optional<std::size_t> crossed)
      : dynamics_(dynamics),
        state_(state),
        system_(dynamics.assembler().system()),
        switches_(system_),
        crossed_(crossed),
        before_(state.mode.branches) {}

  void run() {
    collectEdges();
    dynamics_.setMode(state_.mode);
    const std::size_t most = 3 * edges_.size() + 3;  // passes; what is held changes the rates of the others
    for (std::size_t pass = 0; !edges_.empty() && pass < most; ++pass) {
      const bool changed = decideAll();
      if (!followInner() && !changed) break;
    }
  }

 private:
  // The branches of what is off its edge; the others are left to be decided.
  void collectEdges() {
    const std::vector<Mode::HeldSwitch> held = std::exchange(state_.mode.held, {});
    switches_.read(state_.t, state_.y);
    for (std::size_t i = 0; i < system_.switches.size(); ++i) {
      if (system_.switches[i].isOfTime) continue;
      const double x = switches_.calcArgument(i, state_.mode.branches);
      const bool wasHeld = std::any_of(held.begin(), held.end(), [&](const auto& h) { return h.index == i; });
      const double zero = crossed_ == i || wasHeld ? kCrossedZero : kSwitchZero;
      if (switches_.isThere(i, state_.mode.branches) && calcDistanceFromEdge(system_.switches[i], x) <= zero)
        edges_.push_back(i);
      else
        state_.mode.branches[i] = findBranchAt(system_.switches[i], x);
    }
  }

  // The branches of what is off its edge go by switches inside their arguments. True when one has changed.
  bool followInner() {
    bool changed = false;
    switches_.read(state_.t, state_.y);
    for (std::size_t i = 0; i < system_.switches.size(); ++i) {
      if (system_.switches[i].isOfTime || std::find(edges_.begin(), edges_.end(), i) != edges_.end())
        continue;
      const double branch =
          findBranchAt(system_.switches[i], switches_.calcArgument(i, state_.mode.branches));
      changed = changed || branch != state_.mode.branches[i];
      state_.mode.branches[i] = branch;
    }
    if (changed) dynamics_.setMode(state_.mode);
    return changed;
  }

  // True when a branch has changed.
  bool decideAll() {
    bool changed = false;
    for (const std::size_t i : edges_) changed = decide(i) || changed;
    return changed;
  }

  // A switch with its argument, and the branches on both sides.
  struct Edge {
    std::size_t index = 0;
    double argument = 0;
    BranchPair around;
    bool wasHeld = false;
  };
  struct Choice {
    double branch = 0;
    std::optional<double> other{};
  };

  bool decide(std::size_t i) {
    const auto heldAt = [&](auto& held) {
      return std::find_if(held.begin(), held.end(), [&](const auto& h) { return h.index == i; });
    };
    const bool wasHeld = heldAt(state_.mode.held) != state_.mode.held.end();
    const double branch = state_.mode.branches[i];
    if (wasHeld) state_.mode.held.erase(heldAt(state_.mode.held));
    switches_.read(state_.t, state_.y);
    const double x = switches_.calcArgument(i, state_.mode.branches);
    const Edge edge{i, x, findBranchesAround(system_.switches[i], x), wasHeld};
    const Rate above = calcRate(i, edge.around.above), below = calcRate(i, edge.around.below);
    const Choice choice = choose(edge, above, below);
    state_.mode.branches[i] = choice.branch;
    if (choice.other) state_.mode.held.push_back({i, *choice.other});
    dynamics_.setMode(state_.mode);
    return wasHeld != choice.other.has_value() || branch != choice.branch;
  }

  // Rates of the argument on a branch, and how large one is that is not rounding.
  struct Rate {
    double first = 0, second = 0, leaving = 0, none = 0;
  };
  Rate calcRate(std::size_t i, double branch) {
    state_.mode.branches[i] = branch;
    dynamics_.setMode(state_.mode);
    dynamics_.evaluate(state_.t, state_.y);
    switches_.read(state_.t, state_.y, dynamics_.acceleration());
    const Jet x = switches_.calcMotion(i, state_.mode.branches);
    return {x.d, x.dd, calcLeavingRate(system_.switches[i], x),
            kNoRate * std::max(1.0, findLargest(dynamics_.acceleration()))};
  }

  Choice choose(const Edge& edge, const Rate& above, const Rate& below) const {
    const double none = std::max(above.none, below.none);
    if (!system_.switches[edge.index].readsSpeeds && !edge.wasHeld) {
      const bool turns = above.second < -none && below.second > none;
      const double toward = above.first > 0 ? above.second : below.second;
      const bool backSoon = turns && 2 * std::abs(above.first) < kBackSoon * std::abs(toward);
      if (std::abs(above.first) > none && !backSoon)
        return {above.first > 0 ? edge.around.above : edge.around.below};
      return choose(edge, above.second, below.second, none);
    }
    return choose(edge, above.leaving, below.leaving, none);
  }

  Choice choose(const Edge& edge, double above, double below, double none) const {
    const BranchPair& around = edge.around;
    const double before = before_[edge.index];
    if (above < -none && below > none) return {around.above, around.below};
    const bool up = above > none, down = below < -none;
    if (up && !down) return {around.above};
    if (down && !up) return {around.below};
    if (!up && above < -none) return {around.below};
    if (!down && below > none) return {around.above};
    if (crossed_ != edge.index)
      return {up && down && !isOnEdge(system_.switches[edge.index], before) ? before : around.on};
    if (before == around.above) return {around.below};
    if (before == around.below) return {around.above};
    return {findBranchAt(system_.switches[edge.index], edge.argument)};
  }

  ForwardDynamics& dynamics_;
  State& state_;
  const System& system_;
  LawSwitches switches_;
  std::optional<std::size_t> crossed_;
  std::vector<double> before_;
  std::vector<std::size_t> edges_;
};

// t alone among the slots of laws, with its derivative.
std::vector<Jet> makeTimeSlots(const System& system, double t) {
  std::vector<Jet> slots;
  for (const double constant : system.lawConstants) slots.emplace_back(constant);
  slots[system.timeSlot] = Jet(t, 1);
  return slots;
}

// Of an argument that is zero at an edge.
double calcArgumentRounding(double t, double value, double rate) {
  return calcTimeRounding(t) * std::abs(rate) + 8 * std::numeric_limits<double>::epsilon() * std::abs(value);
}

double countPassed(const SystemSwitch& s, const Jet& x, double t, bool crossed, double before) {
  const std::vector<double>& edges = *s.edges;
  const auto isPassed = [&](double edge) { return x.v - edge >= -calcArgumentRounding(t, x.v - edge, x.d); };
  const auto passed =
      static_cast<double>(std::partition_point(edges.begin(), edges.end(), isPassed) - edges.begin());
  if (!crossed || passed != before || before == static_cast<double>(edges.size())) return passed;
  return std::abs(x.v - edges[static_cast<std::size_t>(before)]) <= kCrossedZero ? before + 1 : passed;
}

double chooseTimeBranch(const SystemSwitch& s, const Jet& x, double t, bool crossed, double before) {
  if (s.kind == ExpressionSwitch::Kind::passed) return countPassed(s, x, t, crossed, before);
  const double rounding = calcArgumentRounding(t, x.v, x.d);
  const double distance = calcDistanceFromEdge(s, x.v);
  if (distance > rounding && !(crossed && distance <= kCrossedZero)) return findBranchAt(s, x.v);
  const BranchPair around = findBranchesAround(s, x.v);
  if (crossed && before == around.above) return around.below;
  if (crossed && before == around.below) return around.above;
  const double rate = x.d != 0 ? x.d : x.dd;
  if (rate == 0) return around.on;
  return rate > 0 ? around.above : around.below;
}

}  // namespace

double calcTimeRounding(double t) {
  return 64 * std::numeric_limits<double>::epsilon() * std::max(1e-3, std::abs(t));
}

void chooseTimeBranches(const System& system, double t, std::optional<std::size_t> crossed, Mode& mode) {
  if (system.switches.empty()) return;
  const std::vector<Jet> slots = makeTimeSlots(system, t);
  for (std::size_t i = 0; i < system.switches.size(); ++i) {
    const SystemSwitch& s = system.switches[i];
    if (!s.isOfTime) continue;
    const Jet x = s.argument.evaluate(slots, mode.branches);
    mode.branches[i] = chooseTimeBranch(s, x, t, crossed == i, mode.branches[i]);
  }
}

void chooseBranches(ForwardDynamics& dynamics, State& state, std::optional<std::size_t> crossed) {
  const System& system = dynamics.assembler().system();
  if (system.switches.empty()) return;
  chooseTimeBranches(system, state.t, crossed, state.mode);
  BranchChoice(dynamics, state, crossed).run();
}

}  // namespace clank
