// SPDX-License-Identifier: GPL-3.0-or-later
// Notes on the loop.
// - After each accepted step position and velocity are projected onto the constraints (drift control), unless
//   Baumgarte is asked for; the stepper takes its next derivative at the projected state, so this costs no
//   evaluation.
// - Guards are looked for on the dense output of the projected step; the state found is projected too, with
//   Baumgarte as well, so that the jump starts from a consistent state.
// - Events that are on at once (a second stop reached at the same instant, a pressed stop that is not pushed)
// are carried
//   out before the next step. A number of them without progress in time ends the run with a message instead
//   of a hang.
#include "core/simulation/run.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <utility>

#include "core/dynamics/consistency.h"
#include "core/dynamics/energy.h"
#include "core/dynamics/tolerances.h"
#include "core/events/curve_end.h"
#include "core/events/joint_grips.h"
#include "core/events/phase_change.h"
#include "core/events/phase_transition.h"
#include "core/math/largest.h"
#include "core/simulation/energy_account.h"
#include "core/simulation/event_search.h"
#include "core/simulation/receipt_writer.h"
#include "core/simulation/run_diagnosis.h"
#include "core/simulation/sampler.h"
#include "core/simulation/singular_search.h"
#include "core/simulation/step_guardian.h"
#include "core/support/overloaded.h"

namespace clank {
namespace {

constexpr int kMaxEventsWithoutProgress = 100;
constexpr int kMostEvents = 200'000;                           // receipts of more would fill the memory
constexpr const char* kIntegrator = "/simulation/integrator";  // where it is chosen in the file
constexpr double kOpenLedger = 1e-3;                           // of the energy that has been turned over

std::string describeFrozen(double t, const std::string& part) {
  return fmt::format(
      "at t = {:.9g} s {} changes back and forth without time passing; a limit or a law contradicts itself "
      "there",
      t, part);
}

class SystemRightHandSide final : public RightHandSide {
 public:
  SystemRightHandSide(const System& system, ForwardDynamics& dynamics, SingularSearch& singularSearch)
      : system_(system), dynamics_(dynamics), singularSearch_(singularSearch) {}
  void operator()(const std::vector<double>& y, std::vector<double>& dydt, double t) override {
    dynamics_.evaluate(t, y, dydt);
    if (const auto joint = dynamics_.findJam()) jam_ = joint;
    singularSearch_.note(dynamics_.assembler(), t);
    const auto outputs = dynamics_.forceOutputs();
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (!std::isfinite(outputs[i][0]) || !std::isfinite(outputs[i][1])) badLaw_ = &system_.forces[i].id;
    const Assembler& assembler = dynamics_.assembler();
    for (std::size_t d = 0; d < system_.drives.size(); ++d) {
      const auto row = static_cast<std::size_t>(assembler.driveRow(d));
      if (!std::isfinite(assembler.error()[row]) || !std::isfinite(assembler.gamma()[row]))
        badLaw_ = &system_.drives[d].id;
    }
  }
  // Id of a force element or drive whose law has given NaN or infinity; null: none.
  const std::string* findBadLaw() const { return badLaw_; }
  // The joint whose friction has let no motion be since the last call.
  std::optional<std::size_t> takeJam() { return std::exchange(jam_, std::nullopt); }

 private:
  const System& system_;
  ForwardDynamics& dynamics_;
  SingularSearch& singularSearch_;
  const std::string* badLaw_ = nullptr;
  std::optional<std::size_t> jam_;
};

class Run {
 public:
  Run(const System& system, const Observer& observer, const SimulationSettings& settings, const State& start,
      SampleSink& sink)
      : system_(system),
        settings_(settings),
        sink_(sink),
        s_(start),
        dynamics_(system, start.mode),
        rhs_(system, dynamics_, singularSearch_),
        integrator_(makeIntegrator({settings.integrator.value, settings.absoluteTolerance.value,
                                    settings.relativeTolerance.value, settings.maxStep.value},
                                   rhs_)),
        search_(system, dynamics_, *integrator_),
        account_(system, start),
        guardian_(system, settings),
        sampler_(system, observer, settings, dynamics_, account_, sink) {
    inside_.resize(system.layout.size());
    if (hasBaumgarte()) dynamics_.setBaumgarte({settings.baumgarteAlpha.value, settings.baumgarteBeta.value});
    dynamics_.evaluate(s_.t, s_.y);
    mobility_ = calcMobility(system_, dynamics_.assembler());
  }

  RunSummary execute(const std::stop_token& stop) {
    const auto begin = std::chrono::steady_clock::now();
    loop(stop);
    summary_.wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    summary_.t = s_.t;
    summary_.evaluations = dynamics_.evaluations();
    summary_.rejectedSteps = integrator_->rejectedSteps();
    summary_.mobilityEnd = mobility_;
    summary_.ledger = account_.calcLedger(s_);
    summary_.finalRow = sampler_.row();
    summary_.largestDrift = std::max(summary_.largestDrift, sampler_.largestDrift());
    summary_.largestResidual = sampler_.largestResidual();
    if (summary_.end == RunSummary::End::finished &&
        sampler_.largestResidual() > kOpenLedger * sampler_.turnover())
      summary_.problems.push_back(
          {describeOpenLedger(sampler_.largestResidual(), sampler_.turnover()), "", Severity::warning});
    if (isCrowded(contactEvents_, s_.t))
      summary_.problems.push_back({describeCrowd(contactEvents_, s_.t), kIntegrator, Severity::note});
    summary_.singularPositions = singular_.count;
    if (singular_.count > 0)
      summary_.problems.push_back({describeSingularPasses(singular_), "", Severity::note});
    return summary_;
  }

 private:
  void loop(const std::stop_token& stop) {
    const double tEnd = settings_.duration.value;
    emit();
    if (!handleEventsOn()) return;
    integrator_->start(s_.y, s_.t, 0);
    while (s_.t < tEnd) {
      if (stop.stop_requested()) {
        summary_.end = RunSummary::End::interrupted;
        break;
      }
      if (!integrator_->step(tEnd))  // integrate
        return fail(describeStop());
      rhs_.takeJam();
      ++summary_.steps;
      const std::int64_t tried = summary_.steps + integrator_->rejectedSteps();
      if (const auto stall = guardian_.findStall(tried, s_.t, integrator_->end() - integrator_->begin()))
        return fail(*stall);
      const double drift = correctEnd();
      if (const auto fault = guardian_.findFault(dynamics_.assembler(), integrator_->end(), drift)) {
        if (tryShorter()) continue;
        return fail(*fault);
      }
      summary_.largestDrift = std::max(summary_.largestDrift, drift);
      singularSearch_.noteEnd(dynamics_.assembler());
      const auto hit = search_.findFirst(s_.mode);  // detect
      const double reached = hit ? hit->t : integrator_->end();
      const auto end = locateCurveEnd(system_, s_.mode, search_.stateAt(), integrator_->begin(), reached);
      sampler_.emitInside(*integrator_, end ? end->t : reached, s_.mode, mobility_);
      moveTo(end ? end->t : reached);
      if (end) {
        emit();
        return fail(describeCurveEnd(system_, s_.mode, *end));
      }
      noteSingularPosition();
      if (const auto undefined = search_.findUndefined(s_); !hit && undefined)
        return fail(fmt::format("at t = {:.9g} s the guard of {} is not a finite number", s_.t,
                                describeWatched(system_, *undefined)));
      if (!hit) continue;
      if (const auto* guard = std::get_if<Guard>(&hit->watched)) polish(*guard);
      if (!noteProgress(hit->watched)) return;
      if (!handle(hit->watched) || !handleEventsOn()) return;  // jump, change phase
      integrator_->start(s_.y, s_.t, calcFirstStep());
    }
    if (sampler_.last() < s_.t) emit();
  }

  std::string describeStop() {
    if (const auto joint = rhs_.takeJam())
      return fmt::format("at t = {:.9g} s: {}", s_.t, describeSelfLocking(system_, *joint));
    return describeStepFailure(system_, settings_, s_.t, rhs_.findBadLaw());
  }

  // After an event: not longer than the step that led to it, nor much longer than a flight that has begun:
  // the dense output of a step that runs far below the ground loses digits near it.
  double calcFirstStep() const {
    constexpr double kBeyondFlight = 1.25;
    double step = std::min(integrator_->nextStep(), integrator_->end() - integrator_->begin());
    for (const Mode::UnilateralMode& unilateral : s_.mode.unilaterals)
      if (const double half = unilateral.ignoreUntil - s_.t; half > 0)
        step = std::min(step, 2 * kBeyondFlight * half);
    return step;
  }

  bool hasBaumgarte() const { return settings_.driftControl.value == DriftControl::baumgarte; }

  // Drift control on the end of the step. With Baumgarte it is in the equations already.
  // Returns the drift before it, m or rad.
  double correctEnd() {
    inside_ = integrator_->state();
    if (hasBaumgarte()) return calcDriftOf(integrator_->end(), inside_);
    const double drift = project(integrator_->end(), inside_);
    integrator_->correct(inside_);
    return drift;
  }

  // A step may leap over a dead point without noticing. False when it was too short for that.
  bool tryShorter() {
    constexpr double kShortest = 1e-10;  // s
    const double step = integrator_->end() - integrator_->begin();
    if (step < kShortest) return false;
    integrator_->start(s_.y, s_.t, step / 4);
    return true;
  }

  double calcDriftOf(double t, const std::vector<double>& y) {
    dynamics_.assembler().updRows(t, y.data(), system_.layout.speeds(y).data());
    return calcDrift(dynamics_.assembler());
  }

  // Returns the drift before it.
  double project(double t, std::vector<double>& y) {
    return projection_.projectState(dynamics_.assembler(), t, y);
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

  // The time of an impact is known to its last digit only, and always a little late: over many impacts the
  // energy of that digit adds up. The state is taken back by what the gap says is left, to first order.
  void polish(const Guard& guard) {
    if (guard.kind != Guard::Kind::gap) return;
    const double* const v = system_.layout.speeds(s_.y).data();
    const double gap = calcGap(system_, guard.unilateral, s_.y.data(), v);
    const double rate = calcGapRate(system_, guard.unilateral, s_.y.data(), v);
    constexpr double kLate = 1e-13;  // s, and of the time
    if (std::abs(gap) > kLate * (1 + s_.t) * std::abs(rate)) return;
    dynamics_.evaluate(s_.t, s_.y, inside_);
    for (std::size_t i = 0; i < s_.y.size(); ++i) s_.y[i] -= gap / rate * inside_[i];
  }

  void noteSingularPosition() {
    Assembler& assembler = dynamics_.assembler();
    const auto found = singularSearch_.find(assembler, search_.stateAt(), integrator_->begin(), s_.t);
    if (!found) return;
    if (singular_.count++ == 0)
      singular_ = {1, found->t, found->t, describeRow(assembler, static_cast<std::size_t>(found->row))};
    singular_.last = found->t;
  }

  void emit() { sampler_.emit(s_, mobility_); }

  // Carries out the event of a guard at the present state. False when the run has failed.
  bool handle(const Watched& watched) {
    if (const auto* watch = std::get_if<ChangeWatch>(&watched); watch && watch->rearms) return rearm(*watch);
    const bool isContact = std::holds_alternative<Guard>(watched);
    if (isContact) ++contactEvents_;
    if (summary_.events >= kMostEvents) {
      fail(describeTooManyEvents(s_.t, summary_.events, describeWatched(system_, watched)) +
               (isContact ? offerTimeStepping() : ""),
           isContact ? kIntegrator : "");
      return false;
    }
    if (sampler_.last() < s_.t || summary_.events == 0) emit();
    State after = s_;
    const Overloaded apply{[&](const ChangeWatch& watch) { return applyChange(watch, dynamics_, after); },
                           [&](const FrictionWatch& watch) { return applyFriction(watch, dynamics_, after); },
                           [&](const Guard& guard) {
                             return applyGuard(guard, dynamics_, after, settings_.captureSpeed.value);
                           }};
    const auto transitions = std::visit(apply, watched);
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
      account_.add(receipt);
      sink_.event(receipt);
      std::copy(transition.qAfter.begin(), transition.qAfter.end(), s_.y.begin());
      account_.addSwitch(transition.energyShift);
      std::copy(transition.vAfter.begin(), transition.vAfter.end(), system_.layout.speeds(s_.y).begin());
      mobility_ = transition.mobilityAfter;
      emit();
    }
    armChanges(&before.mode, dynamics_, after);
    singularSearch_.restart();
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

  // Events follow each other in the digits of one time. False when there are so many that the run has failed.
  bool noteProgress(const Watched& watched) {
    constexpr double kSameTime = 4e-16;  // relative
    const bool moved = s_.t - frozenSince_ > kSameTime * (1 + s_.t);
    frozenEvents_ = moved ? 0 : frozenEvents_ + 1;
    if (moved) frozenSince_ = s_.t;
    if (frozenEvents_ < kMaxEventsWithoutProgress) return true;
    failFrozen(watched);
    return false;
  }

  // Events that are on at the present state.
  bool handleEventsOn() {
    for (int count = 0; const auto watched = search_.findOn(s_); ++count) {
      if (count == kMaxEventsWithoutProgress) {
        failFrozen(*watched);
        return false;
      }
      if (!handle(*watched)) return false;
    }
    return true;
  }

  void failFrozen(const Watched& watched) {
    const bool isContact = std::holds_alternative<Guard>(watched);
    fail(describeFrozen(s_.t, describeWatched(system_, watched)) + (isContact ? offerTimeStepping() : ""),
         isContact ? kIntegrator : "");
  }

  void fail(std::string what, std::string where = {}) {
    summary_.end = RunSummary::End::failed;
    summary_.problems.push_back({std::move(what), std::move(where), Severity::error});
  }

  const System& system_;
  const SimulationSettings& settings_;
  SampleSink& sink_;
  State s_;
  std::vector<double> inside_;  // scratch of a state
  ForwardDynamics dynamics_;
  Projection projection_;
  SingularSearch singularSearch_;
  SystemRightHandSide rhs_;
  std::unique_ptr<Integrator> integrator_;
  EventSearch search_;
  EnergyAccount account_;
  StepGuardian guardian_;
  Sampler sampler_;
  RunSummary summary_;
  SingularPasses singular_;
  double frozenSince_ = -1;  // s
  int frozenEvents_ = 0;
  int mobility_ = 0, contactEvents_ = 0;
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
  dynamics.shareReactions();
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
