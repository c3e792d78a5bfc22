// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/sampler.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>

#include "core/dynamics/applied_forces.h"
#include "core/dynamics/axial_force.h"
#include "core/events/law_branches.h"

namespace clank {
namespace {

constexpr double kOpenLedger = 1e-3;  // of the energy that has been turned over
constexpr double kMisses = 10;        // tolerances in a step: with its projection, and the restarts at events
constexpr double kLargestShare = 1e-7;

}  // namespace

Sampler::Sampler(const System& system, const Observer& observer, const SimulationSettings& settings,
                 ForwardDynamics& dynamics, const EnergyAccount& account, SampleSink& sink)
    : system_(system),
      observer_(observer),
      interval_(settings.outputInterval.value),
      projects_(settings.driftControl.value != DriftControl::baumgarte),
      dynamics_(dynamics),
      account_(account),
      sink_(sink),
      row_(observer.channels().size()) {
  tolerance_ = std::max(settings.absoluteTolerance.value, settings.relativeTolerance.value);
  inside_.y.resize(system.layout.size());
  for (const BentLink& link : system.bends)
    mostBent_.push_back({system.bodies[static_cast<std::size_t>(link.body)].id});
  for (const RodChain& chain : system.chains) mostBent_.push_back({system.bodies[chain.first].id});
}

void Sampler::emit(const State& state) {
  dynamics_.evaluate(state.t, state.y);
  if (dynamics_.findJam()) return;
  dynamics_.shareReactions();
  emitDescribed(state, calcMobility(system_, dynamics_.assembler()));
}

void Sampler::emitDescribed(const State& state, int mobility) {
  mobility_ = mobility;
  noteShares(state.t);
  const EnergyLedger ledger = account_.calcLedger(state);
  observer_.measure(dynamics_, state, ledger, mobility, row_, &contactRow_);
  // Zero times a number is zero, and it is quicker than to ask each whether it is one.
  if (!notFinite_ && !((Eigen::Map<const Eigen::ArrayXd>(row_.data(), std::ssize(row_)) * 0).sum() == 0)) {
    const auto bad = std::find_if_not(row_.begin(), row_.end(), [](double x) { return std::isfinite(x); });
    notFinite_ = observer_.channels()[static_cast<std::size_t>(bad - row_.begin())].name;
  }
  largestDrift_ = std::max(largestDrift_, calcDrift(dynamics_.assembler()));
  largestResidual_ = std::max(largestResidual_, std::abs(ledger.residual));
  turnover_ = std::max(turnover_, account_.calcTurnover(ledger));
  if (std::abs(ledger.residual) > kOpenLedger * turnover_) noteAllowance(state);
  noteBelts(state.t);
  noteBends(state);
  if (sink_.wantsTouches()) {
    observer_.listTouches(dynamics_, state, touches_);
    sink_.touches(touches_);
  }
  sink_.sample(row_);
  last_ = state.t;
}

void Sampler::noteShares(double t) {
  if (dynamics_.choosesMotion()) openMotion_ = {openMotion_.value_or(std::pair(t, t)).first, t};
  if (!dynamics_.shared().any()) return;
  for (std::string& part : nameParts(dynamics_.assembler(), dynamics_.shared())) {
    const auto known = std::find_if(notUnique_.begin(), notUnique_.end(),
                                    [&](const SharedPart& shared) { return shared.part == part; });
    if (known == notUnique_.end())
      notUnique_.push_back({std::move(part), t, t});
    else
      known->last = t;
  }
}

// What is at rest turns over nothing, and any residual is much of that. But each step may miss a coordinate
// by tol (1 + |q|), along which the forces f at work do work that no ledger explains:
//   dE = sum |f_i| tol (1 + |q_i|)   [J] a step,
// and n steps with all that belongs to them kMisses n times that. With a loose tolerance, or many steps, that
// would excuse anything: no more than kLargestShare of f (1 + |q|) is taken.
void Sampler::noteAllowance(const State& state) {
  const StateLayout& layout = system_.layout;
  std::vector<double> f(layout.coordinates()), powers(kWorkIntegrals);
  ForceWorkspace workspace(system_);
  workspace.hands = state.mode.hands;
  updAppliedForces(system_, state.t, state.y.data(), layout.speeds(state.y).data(), workspace, f, powers);
  double sum = 0;
  for (std::size_t i = 0; i < f.size(); ++i) sum += std::abs(f[i]) * (1 + std::abs(state.y[i]));
  atWork_ = std::max(atWork_, sum);
}

bool Sampler::isLedgerOpen(std::int64_t steps) const {
  const double share = std::min(kMisses * static_cast<double>(steps) * tolerance_, kLargestShare);
  return largestResidual_ > kOpenLedger * turnover_ + share * atWork_;
}

void Sampler::noteEnergy(const State& state) {
  turnover_ = std::max(turnover_, account_.calcTurnover(account_.calcLedger(state)));
}

void Sampler::noteBends(const State& state) {
  const double* const q = state.y.data();
  std::size_t next = 0;
  const auto note = [&](double deflection, const GreatestStress& stress) {
    BentPeak& most = mostBent_[next++];
    if (deflection > most.deflection) {
      most.deflection = deflection;
      most.deflectionTime = state.t;
    }
    if (stress.stress > most.stress) {
      most.stress = stress.stress;
      most.stressTime = state.t;
      most.stressPlace = stress.at;
    }
  };
  if (mostBent_.empty()) return;
  const AxialForces axial(dynamics_, state.y);
  for (const BentLink& link : system_.bends)
    note(calcGreatestDeflection(link, q), findGreatestStress(link, q, axial.calc(link)));
  for (const RodChain& chain : system_.chains) {
    const RodBends bends = calcRodBends(chain, q);
    note(calcGreatestDeflection(chain, bends), findGreatestStress(chain, bends, axial));
  }
}

void Sampler::noteBelts(double t) {
  for (const SystemForce& force : system_.forces) {
    const auto* belt = std::get_if<SystemBelt>(&force.kind);
    if (!belt) continue;
    const Strands strands = calcStrands(dynamics_, *belt);
    const double least = std::min(strands.left, strands.right);
    if (least >= 0) continue;
    const auto noted = std::find_if(slackBelts_.begin(), slackBelts_.end(),
                                    [&](const SlackBelt& slack) { return slack.belt == &force; });
    if (noted == slackBelts_.end())
      slackBelts_.push_back({&force, t, least});
    else
      noted->least = std::min(noted->least, least);
  }
}

Sampler::Emitted Sampler::emitInside(Integrator& integrator, double until, const Mode& mode,
                                     const std::stop_token& stop, const Hands& hands) {
  using End = Emitted::End;
  const double begin = integrator.begin();
  for (double t = static_cast<double>(next_) * interval_; t < until;
       t = static_cast<double>(++next_) * interval_) {
    if (t <= last_) continue;
    if (stop.stop_requested()) return {End::stopped, t};
    // At the begin of the step the state is that of the end of the one before.
    if (t > begin + calcTimeRounding(begin) && hands.wants()) return {End::held, t};
    inside_.mode = mode;
    inside_.t = t;
    integrator.interpolate(t, inside_.y);
    if (projects_) projection_.projectState(dynamics_.assembler(), t, inside_.y);
    emit(inside_);
  }
  return {};
}

}  // namespace clank
