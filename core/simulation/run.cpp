// SPDX-License-Identifier: GPL-3.0-or-later
// Notes on the loop.
// - Samples inside a step come from the dense output and are not projected: their drift and residual tell the
// truth.
// - After each accepted step position and velocity are projected onto the constraints (drift control); the
// stepper takes
//   its next derivative at the projected state, so this costs no evaluation.
// - Guards are looked for on the dense output of the projected step; the state found is projected too, so
// that the jump
//   starts from a consistent state.
// - Events that are on at once (a second stop reached at the same instant, a pressed stop that is not pushed)
// are carried
//   out before the next step. A number of them without progress in time ends the run with a message instead
//   of a hang.
#include "core/simulation/run.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <optional>
#include <variant>

#include "core/dynamics/consistency.h"
#include "core/dynamics/energy.h"
#include "core/events/event_locator.h"
#include "core/events/phase_change.h"
#include "core/events/phase_transition.h"
#include "core/simulation/integrator.h"
#include "core/simulation/receipt_writer.h"

namespace clank {
namespace {

constexpr int kMaxEventsWithoutProgress = 100;
constexpr int kGrazes = 30;
// A contact is touched, not hit, below these: m or rad, also m/s or rad/s; and m/s2 or rad/s2.
constexpr double kTouch = 1e-12, kTouchAcceleration = 1e-9;

class SystemRightHandSide final : public RightHandSide {
 public:
  SystemRightHandSide(const System& system, ForwardDynamics& dynamics)
      : system_(system), dynamics_(dynamics) {}
  void operator()(const std::vector<double>& y, std::vector<double>& dydt, double t) override {
    dynamics_.evaluate(t, y, dydt);
    const auto outputs = dynamics_.forceOutputs();
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (!std::isfinite(outputs[i][0]) || !std::isfinite(outputs[i][1])) badForce_ = i;
  }
  // Id of a force element whose law has given NaN or infinity.
  std::optional<std::string> findBadForce() const {
    return badForce_ ? std::optional(system_.forces[*badForce_].id) : std::nullopt;
  }

 private:
  const System& system_;
  ForwardDynamics& dynamics_;
  std::optional<std::size_t> badForce_;
};

// What is watched: a stop, or a phase change without one.
using Watched = std::variant<Guard, ChangeWatch>;

struct Hit {
  Watched guard;
  double t = 0;
};

class Run {
 public:
  Run(const System& system, const Observer& observer, const SimulationSettings& settings, const State& start,
      SampleSink& sink)
      : system_(system),
        observer_(observer),
        settings_(settings),
        sink_(sink),
        s_(start),
        dynamics_(system, start.mode),
        rhs_(system, dynamics_),
        integrator_(makeIntegrator({settings.integrator.value, settings.absoluteTolerance.value,
                                    settings.relativeTolerance.value, settings.maxStep.value},
                                   rhs_)),
        row_(observer.channels().size()) {
    inside_.y.resize(system.stateSize());
    dynamics_.evaluate(s_.t, s_.y);
    mobility_ = calcMobility(system_, dynamics_.assembler());
    startEnergy_ = calcEnergy(system_, s_.y).total();
  }

  RunSummary execute(const std::stop_token& stop) {
    const auto begin = std::chrono::steady_clock::now();
    loop(stop);
    summary_.wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    summary_.t = s_.t;
    summary_.evaluations = dynamics_.evaluations();
    summary_.rejectedSteps = integrator_->rejectedSteps();
    summary_.mobilityEnd = mobility_;
    summary_.ledger = calcLedger(s_);
    summary_.finalRow = row_;
    return summary_;
  }

  std::span<const double> row(const State& state) {
    dynamics_.evaluate(state.t, state.y);
    observer_.measure(dynamics_, state, calcLedger(state), mobility_, row_);
    summary_.largestDrift = std::max(summary_.largestDrift, calcDrift(dynamics_.assembler()));
    summary_.largestResidual = std::max(summary_.largestResidual, std::abs(calcLedger(state).residual));
    return row_;
  }

 private:
  void loop(const std::stop_token& stop) {
    const double tEnd = settings_.duration.value;
    sink_.sample(row(s_));
    if (!handleEventsOn()) return;
    integrator_->start(s_.y, s_.t, 0);
    while (s_.t < tEnd) {
      if (stop.stop_requested()) {
        summary_.end = RunSummary::End::interrupted;
        break;
      }
      if (!integrator_->step(tEnd)) return fail(describeStepFailure());  // integrate
      ++summary_.steps;
      correctEnd();
      const auto hit = locate();  // detect
      emitSamples(hit ? hit->t : integrator_->end());
      moveTo(hit ? hit->t : integrator_->end());
      if (!hit) continue;
      if (!handle(hit->guard) || !handleEventsOn()) return;  // jump, change phase
      integrator_->start(s_.y, s_.t,
                         std::min(integrator_->nextStep(), integrator_->end() - integrator_->begin()));
    }
    if (lastSample_ < s_.t) emit(s_);
  }

  // Drift control on the end of the step.
  void correctEnd() {
    inside_.y = integrator_->state();
    project(integrator_->end(), inside_.y);
    integrator_->correct(inside_.y);
  }

  void project(double t, std::vector<double>& y) {
    const std::size_t n = 3 * system_.bodies.size();
    const std::span<double> q = std::span(y).first(n), v = std::span(y).subspan(n, n);
    Assembler& assembler = dynamics_.assembler();
    assembler.update(t, q.data(), v.data());
    summary_.largestDrift = std::max(summary_.largestDrift, calcDrift(assembler));
    projectPosition(assembler, t, q, v, 1e-14, 3);
    projectVelocity(assembler, v);
  }

  std::optional<Hit> locate() {
    std::optional<Hit> first;
    for (const Guard& guard : listGuards(system_, s_.mode)) {
      const double last = first ? first->t : integrator_->end();
      if (const auto t = locate(guard, last); t && (!first || *t < first->t)) first = Hit{guard, *t};
    }
    for (const ChangeWatch& watch : listChangeWatches(system_, s_.mode)) {
      const double last = first ? first->t : integrator_->end();
      const auto t = locateChange(watch, dynamics_, stateAt(), integrator_->begin(), last);
      if (t && (!first || *t < first->t)) first = Hit{watch, *t};
    }
    return first;
  }

  // States inside the last step.
  StateAt stateAt() {
    return [this](double t) -> const std::vector<double>& {
      integrator_->interpolate(t, inside_.y);
      return inside_.y;
    };
  }

  std::optional<double> locate(const Guard& guard, double last) {
    const StateAt at = stateAt();
    GuardFunction function;
    function.value = [&](double t) { return calcGuard(guard, dynamics_, t, at(t)); };
    const double begin = integrator_->begin();
    if (guard.kind != Guard::Kind::gap) return locateFirst(function, begin, last);
    function.rate = [&](double t) { return calcGuardRate(guard, dynamics_, at(t)); };
    const Mode::JointMode& joint = s_.mode.joints[guard.joint];
    if (joint.bounced == static_cast<int>(guard.limit)) function.ignoreUntil = joint.ignoreUntil;
    auto t = locateFirst(function, begin, last);
    // A gap that has just been let go opens with the cube of time: at first it is rounding error of either
    // sign. A fall without speed that does not accelerate into the contact is none; the search goes on behind
    // it.
    for (int i = 0; t && i < kGrazes && isGraze(guard, *t, at(*t)); ++i) {
      function.ignoreUntil = *t + std::ldexp(last - *t, i - kGrazes);
      t = locateFirst(function, begin, last);
    }
    return t;
  }

  bool isGraze(const Guard& guard, double t, const std::vector<double>& y) {
    if (calcGuardRate(guard, dynamics_, y) < -kTouch) return false;
    dynamics_.evaluate(t, y);
    return calcGapAcceleration(guard, dynamics_) > -kTouchAcceleration;
  }

  void moveTo(double t) {
    if (t < integrator_->end()) {
      integrator_->interpolate(t, s_.y);
      project(t, s_.y);
    } else {
      s_.y = integrator_->state();
    }
    s_.t = t;
  }

  void emitSamples(double until) {
    const double dt = settings_.outputInterval.value;
    for (double next = static_cast<double>(nextSample_) * dt; next < until;
         next = static_cast<double>(++nextSample_) * dt) {
      if (next <= lastSample_) continue;
      inside_.mode = s_.mode;
      inside_.t = next;
      integrator_->interpolate(next, inside_.y);
      emit(inside_);
    }
  }

  void emit(const State& state) {
    sink_.sample(row(state));
    lastSample_ = state.t;
  }

  // Carries out the event of a guard at the present state. False when the run has failed.
  bool handle(const Watched& guard) {
    const auto* watch = std::get_if<ChangeWatch>(&guard);
    if (watch && watch->rearms) return rearm(*watch);
    if (lastSample_ < s_.t || summary_.events == 0) emit(s_);
    State after = s_;
    auto transitions =
        watch ? applyChange(*watch, dynamics_, after)
              : applyGuard(std::get<Guard>(guard), dynamics_, after, settings_.captureSpeed.value);
    if (!transitions) {
      fail(fmt::format("at t = {:.9g} s: {}", s_.t, transitions.error().front().what));
      return false;
    }
    const State before = s_;
    for (const Transition& transition : *transitions) {
      s_.mode = transition.modeAfter;
      dynamics_.setMode(s_.mode);
      const Receipt receipt = makeReceipt(system_, before, transition);
      ++summary_.events;
      addToLedger(receipt);
      sink_.event(receipt);
      std::copy(transition.qAfter.begin(), transition.qAfter.end(), s_.y.begin());
      switchChange_ += transition.energyShift;
      std::copy(transition.vAfter.begin(), transition.vAfter.end(),
                s_.y.begin() + static_cast<std::ptrdiff_t>(3 * system_.bodies.size()));
      mobility_ = transition.mobilityAfter;
      emit(s_);
    }
    armChanges(&before.mode, dynamics_, after);
    s_ = std::move(after);
    project(s_.t, s_.y);
    return true;
  }

  // Nothing jumps, and nothing is recorded.
  bool rearm(const ChangeWatch& watch) {
    const bool armed = applyChange(watch, dynamics_, s_).has_value();
    dynamics_.setMode(s_.mode);
    return armed;
  }

  // Events that are on at the present state.
  bool handleEventsOn() {
    for (int count = 0; const auto guard = findGuardOn(); ++count) {
      if (count == kMaxEventsWithoutProgress) {
        fail(fmt::format(
            "at t = {:.9g} s joint {} changes back and forth without time passing; a limit or a law "
            "contradicts itself there",
            s_.t, system_.joints[std::visit([](const auto& on) { return on.joint; }, *guard)].id));
        return false;
      }
      if (!handle(*guard)) return false;
    }
    return true;
  }

  std::optional<Watched> findGuardOn() {
    for (const Guard& guard : listGuards(system_, s_.mode)) {
      const double value = calcGuard(guard, dynamics_, s_.t, s_.y);
      if (guard.kind == Guard::Kind::push && value < 0) return guard;
      if (guard.kind != Guard::Kind::gap || value > kTouch) continue;
      const Mode::JointMode& joint = s_.mode.joints[guard.joint];
      if (joint.bounced == static_cast<int>(guard.limit) && joint.ignoreUntil > s_.t) continue;
      const double rate = calcGuardRate(guard, dynamics_, s_.y);
      if (rate < -kTouch) return guard;
      if (rate > kTouch) continue;
      dynamics_.evaluate(s_.t, s_.y);
      if (calcGapAcceleration(guard, dynamics_) < -kTouchAcceleration) return guard;
    }
    for (const ChangeWatch& watch : listChangeWatches(system_, s_.mode))
      if (isOn(watch, dynamics_, s_.t, s_.y)) return watch;
    return std::nullopt;
  }

  void addToLedger(const Receipt& receipt) {
    const double loss = receipt.energyLoss();
    driveWork_ += receipt.driveWork;
    if (!receipt.momentumConserved)
      switchChange_ -= loss;
    else if (receipt.kind == EventKind::lock)
      lockLoss_ += loss;
    else
      impactLoss_ += loss;
  }

  EnergyLedger calcLedger(const State& state) const {
    const MechanicalEnergy energy = calcEnergy(system_, state.y);
    const double* z = state.y.data() + 6 * system_.bodies.size();
    EnergyLedger ledger;
    ledger.kinetic = energy.kinetic;
    ledger.gravity = energy.gravity;
    ledger.elastic = energy.elastic;
    ledger.work = z[kWork] + driveWork_;
    ledger.damping = z[kDampingLoss];
    ledger.impactLoss = impactLoss_;
    ledger.lockLoss = lockLoss_;
    ledger.switchChange = switchChange_;
    ledger.residual = energy.total() + ledger.damping + impactLoss_ + lockLoss_ - switchChange_ -
                      startEnergy_ - ledger.work;
    return ledger;
  }

  std::string describeStepFailure() const {
    if (const auto bad = rhs_.findBadForce())
      return fmt::format("at t = {:.9g} s the law of {} is not a finite number", s_.t, *bad);
    return fmt::format(
        "at t = {:.9g} s no step size meets the tolerances ({:.3g} relative, {:.3g} absolute): loosen them, "
        "or look for "
        "a law that jumps or grows without bound there",
        s_.t, settings_.relativeTolerance.value, settings_.absoluteTolerance.value);
  }

  void fail(std::string what) {
    summary_.end = RunSummary::End::failed;
    summary_.problems.push_back({std::move(what), "", Severity::error});
  }

  const System& system_;
  const Observer& observer_;
  const SimulationSettings& settings_;
  SampleSink& sink_;
  State s_;
  State inside_;  // a state inside the last step
  ForwardDynamics dynamics_;
  SystemRightHandSide rhs_;
  std::unique_ptr<Integrator> integrator_;
  RunSummary summary_;
  std::vector<double> row_;
  std::int64_t nextSample_ = 1;
  double lastSample_ = 0;
  int mobility_ = 0;
  double startEnergy_ = 0, impactLoss_ = 0, lockLoss_ = 0, switchChange_ = 0, driveWork_ = 0;
};

}  // namespace

RunSummary runSystem(const System& system, const Observer& observer, const SimulationSettings& settings,
                     const State& start, SampleSink& sink, const std::stop_token& stop) {
  return Run(system, observer, settings, start, sink).execute(stop);
}

std::vector<double> calcRow(const System& system, const Observer& observer, const State& state,
                            int mobility) {
  ForwardDynamics dynamics(system, state.mode);
  dynamics.evaluate(state.t, state.y);
  const MechanicalEnergy energy = calcEnergy(system, state.y);
  EnergyLedger ledger;
  ledger.kinetic = energy.kinetic;
  ledger.gravity = energy.gravity;
  ledger.elastic = energy.elastic;
  std::vector<double> row(observer.channels().size());
  observer.measure(dynamics, state, ledger, mobility, row);
  return row;
}

}  // namespace clank
