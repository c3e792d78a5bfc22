// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/time_stepping.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "core/dynamics/tolerances.h"
#include "core/events/drive_jump.h"
#include "core/events/event_context.h"
#include "core/events/friction_watch.h"
#include "core/events/joint_grips.h"
#include "core/events/phase_change.h"
#include "core/events/phase_transition.h"
#include "core/math/largest.h"
#include "core/simulation/deepest_inside.h"
#include "core/simulation/energy_account.h"
#include "core/simulation/event_search.h"
#include "core/simulation/hands.h"
#include "core/simulation/places.h"
#include "core/simulation/receipt_writer.h"
#include "core/simulation/run_diagnosis.h"
#include "core/simulation/sampler.h"
#include "core/simulation/step_description.h"
#include "core/simulation/step_receipts.h"
#include "core/simulation/struck_joints.h"
#include "core/simulation/thread_clock.h"
#include "core/support/overloaded.h"

namespace clank {
namespace {

constexpr int kEstimate = 16;
constexpr int kMostChanges = 100;       // of phases at one instant
constexpr int kMostReceipts = 200'000;  // more would fill the memory
constexpr double kStepLedger = 1e-2;    // of the energy that has been turned over
constexpr double kMostMade = 0.5;       // of it: then the motion is that of the error
constexpr double kLooksInside = 5e-2;   // m, for parts that are inside each other

// A step asks no law where it changes its branch: laws go by their arguments.
State withoutBranches(State state) {
  state.mode.branches.clear();
  state.mode.held.clear();
  return state;
}

class TimeStepping {
 public:
  TimeStepping(const System& system, const Observer& observer, const SimulationSettings& settings,
               const State& start, SampleSink& sink, LiveHand* live)
      : system_(system),
        settings_(settings),
        sink_(sink),
        s_(withoutBranches(start)),
        rubs_(hasDryJoints(system)),
        stepper_(system, s_.mode, settings.captureSpeed.value),
        dynamics_(system, s_.mode),
        account_(system, start),
        sampler_(system, observer, settings, dynamics_, account_, sink),
        hands_(system, live) {
    hands_.update(s_, s_.mode.hands);
    stepper_.assembler().update(s_.t, s_.y.data(), system.layout.speeds(s_.y).data());
    mobility_ = calcMobility(system, stepper_.assembler());
    // Switches of laws go by their arguments, whatever the step leaps over.
    std::fill(s_.mode.branches.begin(), s_.mode.branches.end(), std::numeric_limits<double>::quiet_NaN());
    s_.mode.held.clear();
    summary_.stepError.emplace();
  }

  const State& state() const { return s_; }

  RunSummary execute(const std::stop_token& stop) {
    const auto begin = std::chrono::steady_clock::now();
    const double cpuBegin = readThreadClock();
    loop(stop);
    hands_.finish();
    if (summary_.steps == 0) sampler_.emit(s_);
    summary_.cpuSeconds = readThreadClock() - cpuBegin;
    summary_.wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    summary_.t = s_.t;
    summary_.mobilityEnd = mobility_;
    summary_.ledger = account_.calcLedger(s_);
    summary_.finalRow = sampler_.row();
    summary_.largestResidual = sampler_.largestResidual();
    addNotes();
    return summary_;
  }

 private:
  void loop(const std::stop_token& stop) {
    const double tEnd = settings_.duration.value;
    if (!changePhases()) return;
    while (s_.t < tEnd) {
      if (stop.stop_requested()) {
        summary_.end = RunSummary::End::interrupted;
        break;
      }
      const double h = calcStep(tEnd);
      if (summary_.steps % kEstimate == 0) estimateError(h);
      const State before = summary_.steps == 0 ? s_ : State();
      const MoreauStep step = stepper_.advance(s_, h);
      if (const auto fault = findFault(step)) return fail(*fault);
      ++summary_.steps;
      s_.t = std::min(static_cast<double>(summary_.steps) * settings_.timeStep.value, tEnd);
      note(step);
      bool changed = false;
      Mode phases;  // before the step
      phases.joints = s_.mode.joints;
      const std::vector<Receipt> receipts =
          settleStep(system_, step, stepper_.assembler(), mobility_, s_, changed);
      if (summary_.steps == 1) emitStart(before, step);
      for (const Receipt& receipt : receipts) {
        markStruck(system_, receipt, phases, s_);
        if (summary_.events++ < kMostReceipts) sink_.event(receipt);
      }
      account_.addImpactLoss(step.impactLoss);
      if (isDue(tEnd)) {
        emit(step);
        if (const auto fault = findMadeEnergy()) return fail(*fault);
      }
      if (!receipts.empty() && rubs_) chooseRests();
      if (changed) beginPhases(phases);
      if (!changePhases()) return;
      if (hands_.wants() || hands_.isDue(s_.t)) hands_.update(s_, s_.mode.hands);
    }
  }

  // Ends of steps are multiples of the step, the last one is the end of the run.
  double calcStep(double tEnd) const {
    const double h = settings_.timeStep.value;
    return std::min(static_cast<double>(summary_.steps + 1) * h, tEnd) - s_.t;
  }

  bool isDue(double tEnd) {
    const double interval = settings_.outputInterval.value;
    if (s_.t < tEnd && s_.t < static_cast<double>(nextRow_) * interval * (1 - 1e-12)) return false;
    nextRow_ = static_cast<std::int64_t>(std::floor(s_.t / interval * (1 + 1e-12))) + 1;
    return true;
  }

  // One step against two of half its length, from the same state.
  void estimateError(double h) {
    stepper_.mark();
    State once = s_, twice = s_;
    stepper_.advance(once, h);
    stepper_.goBack();
    stepper_.mark();
    stepper_.advance(twice, h / 2);
    stepper_.advance(twice, h / 2);
    stepper_.goBack();
    double error = 0;
    for (std::size_t k = 0; k < system_.layout.coordinates(); ++k)
      error = std::max(error, std::abs(once.y[k] - twice.y[k]));
    if (!std::isfinite(error)) return;
    StepErrorEstimate& estimate = *summary_.stepError;
    estimate.largest = std::max(estimate.largest, error);
    estimate.mean += (error - estimate.mean) / static_cast<double>(++estimate.samples);
    summary_.evaluations += 3;
  }

  std::optional<Problem> findFault(const MoreauStep& step) {
    if (step.badLaw)
      return Problem{
          fmt::format("at t = {:.9g} s the law of {} is not a finite number", step.begin, *step.badLaw),
          findPlaceOfChannel(system_, *step.badLaw), Severity::error};
    if (step.penetration > system_.tolerances.leap)
      return Problem{
          fmt::format("at t = {:.9g} s a step leaves parts {:.3g} m inside each other: they move too far "
                      "in a time step of {:.3g} s; take a shorter one",
                      step.begin, step.penetration, settings_.timeStep.value),
          "/simulation/time_step", Severity::error};
    if (std::isfinite(findLargest(s_.y))) return describeJam(stepper_.assembler(), s_.t);
    return Problem{
        fmt::format(
            "at t = {:.9g} s the motion grows without bound: a spring, damper or law is too stiff for "
            "a time step of {:.3g} s; take a shorter one",
            step.begin, settings_.timeStep.value),
        "/simulation/time_step", Severity::error};
  }

  // Losses of a step that is too long are reported at the end of the run; gains end it.
  std::optional<Problem> findMadeEnergy() const {
    const double made = account_.calcLedger(s_).residual;
    if (!(made > kMostMade * sampler_.turnover()) || !sampler_.isLedgerOpen(summary_.steps))
      return std::nullopt;
    return Problem{describeMadeEnergy(s_.t, made, sampler_.turnover(), settings_.timeStep.value, turn_),
                   "/simulation/time_step", Severity::error};
  }

  void note(const MoreauStep& step) {
    ++summary_.evaluations;
    for (std::size_t body = 0; body < system_.bodies.size(); ++body)
      turn_ = std::max(turn_, step.h * std::abs(step.vBefore[StateLayout::begin(body) + 2]));
    summary_.largestDrift = std::max(summary_.largestDrift, step.drift);
    penetration_ = std::max(penetration_, step.penetration);
    if (!step.report.boundsSettled) ++locked_;
    if (!step.report.settled) ++unsolved_;
    lowered_ = std::min(lowered_, step.report.loweredRestitution);
  }

  void describe(const State& state, const MoreauStep& step) {
    dynamics_.setMode(state.mode);
    if (!description_.describe(dynamics_, stepper_.assembler(), state, system_.layout.speeds(s_.y), step))
      heaped_ = true;
  }

  void emit(const MoreauStep& step) {
    describe(s_, step);
    mobility_ = calcMobility(system_, stepper_.assembler());
    sampler_.emitDescribed(s_, mobility_);
    noteDepth();
  }

  // Steps tell what their projection has left of the contacts that they know of.
  void noteDepth() {
    const double depth = calcDeepestInside(dynamics_, s_, kLooksInside);
    if (!(depth > inside_.value_or(Inside{}).depth)) return;
    inside_ = {depth, s_.t};
  }

  // The row of the start tells the forces of the first step.
  void emitStart(State before, const MoreauStep& step) {
    before.mode = s_.mode;
    describe(before, step);
    sampler_.emitDescribed(before, mobility_);
  }

  // Joints that rest by their friction: the rows of channels and guards hold them.
  void chooseRests() {
    dynamics_.setMode(s_.mode);
    EventContext context(dynamics_, s_);
    chooseGrips(context);
  }

  // A stop has taken hold or let go.
  void beginPhases(const Mode& before) {
    dynamics_.setMode(s_.mode);
    armChanges(&before, dynamics_, s_);
    finishChange();
  }

  // Rows of joints have changed: the state is put onto them, and mobility is counted anew.
  void finishChange() {
    for (std::size_t j = 0; j < system_.joints.size(); ++j)
      if (!canGrip(system_, s_.mode, j)) releaseGrip(s_.mode.joints[j]);
    stepper_.setMode(s_.mode);
    projection_.projectState(stepper_.assembler(), s_.t, s_.y);
    mobility_ = calcMobility(system_, stepper_.assembler());
  }

  // Phase changes that are met where a step ends, and stops that ignore impacts. False when the run has
  // failed.
  bool changePhases() {
    if (system_.joints.empty()) return true;
    for (int count = 0;; ++count) {
      const auto watched = findChange();
      if (!watched) return true;
      if (count == kMostChanges) {
        fail({fmt::format("at t = {:.9g} s {} changes back and forth without time passing", s_.t,
                          describeWatched(system_, *watched)),
              findPlace(system_, *watched), Severity::error});
        return false;
      }
      if (!change(*watched)) return false;
    }
  }

  std::optional<Watched> findChange() {
    dynamics_.setMode(s_.mode);
    for (const ChangeWatch& watch : listChangeWatches(system_, s_.mode))
      if (isOn(watch, dynamics_, s_.t, s_.y)) return watch;
    const double* const v = system_.layout.speeds(s_.y).data();
    for (std::size_t u = 0; u < system_.firstContact(); ++u)
      if (const SystemLimit* limit = findLimit(system_, u);
          limit && limit->law == TransitionLaw::ignore && isInForce(system_, s_.mode, u) &&
          calcGap(system_, u, s_.y.data(), v) <= getTolerances(system_, u).closed &&
          calcGapRate(system_, u, s_.y.data(), v) < -getTolerances(system_, u).rest)
        return Guard{Guard::Kind::gap, u};
    return std::nullopt;
  }

  // Contacts are left to the next step: the change sees joints alone.
  bool change(const Watched& watched) {
    const State before = s_;
    State after = s_;
    for (std::size_t u = system_.firstContact(); u < system_.unilaterals.size(); ++u)
      after.mode.unilaterals.reset(u);
    dynamics_.setMode(after.mode);
    const Overloaded apply{
        [&](const ChangeWatch& watch) { return applyChange(watch, dynamics_, after); },
        [&](const Guard& guard) { return applyGuard(guard, dynamics_, after, settings_.captureSpeed.value); },
        [&](const FrictionWatch& watch) { return applyFriction(watch, dynamics_, after); },
        [&](const SwitchWatch& watch) { return applySwitch(watch, dynamics_, after); }};
    const auto transitions = std::visit(apply, watched);
    if (!transitions) {
      const Problem& problem = transitions.error().front();
      fail({fmt::format("at t = {:.9g} s: {}", s_.t, problem.what),
            problem.where.empty() ? findPlace(system_, watched) : problem.where, Severity::error});
      return false;
    }
    for (const Transition& transition : *transitions) {
      const Receipt receipt = makeReceipt(system_, before, transition);
      ++summary_.events;
      account_.add(receipt);
      account_.addSwitch(transition.energyShift);
      sink_.event(receipt);
    }
    armChanges(&before.mode, dynamics_, after);
    for (const auto& [u, mode] : before.mode.unilaterals.entries())
      if (u >= system_.firstContact()) after.mode.unilaterals.upd(u) = mode;
    openWhatIsNotInForce(system_, after.mode);
    s_ = std::move(after);
    finishChange();
    return true;
  }

  void addNotes() {
    const auto add = [&](std::string what, Severity severity) {
      summary_.problems.push_back({std::move(what), "", severity});
    };
    summary_.bends = sampler_.mostBent();
    for (Problem& problem : describeBends(system_, summary_.bends))
      summary_.problems.push_back(std::move(problem));
    summary_.notUnique = sampler_.notUnique();
    if (!summary_.notUnique.empty()) add(describeShares(summary_.notUnique), Severity::note);
    if (heaped_) add(kHeapedShares, Severity::note);
    if (summary_.end == RunSummary::End::finished &&
        sampler_.largestResidual() > kStepLedger * sampler_.turnover()) {
      summary_.openLedger = describeStepLedger(sampler_.largestResidual(), sampler_.turnover(),
                                               settings_.timeStep.value, turn_);
      add(summary_.openLedger, Severity::warning);
    }
    if (unsolved_ > 0)
      add(fmt::format("in {} of {} steps the impulses of many contacts were not found to the last digit; "
                      "energy and rest "
                      "of what is piled up are a little off there",
                      unsolved_, summary_.steps),
          Severity::note);
    if (locked_ > 0)
      add(fmt::format(
              "in {} of {} steps friction in joints and their reactions were not found to the last digit: "
              "joints that lock each other",
              locked_, summary_.steps),
          Severity::note);
    if (inside_ && inside_->depth > std::max(system_.tolerances.jam, penetration_))
      add(fmt::format("parts come up to {:.3g} m inside each other (at t = {:.6g} s): the motion is not "
                      "right from there "
                      "on; compare with another time step than {:.3g} s",
                      inside_->depth, inside_->t, settings_.timeStep.value),
          Severity::warning);
    else if (penetration_ > system_.tolerances.open)
      add(fmt::format("parts that are wedged stay up to {:.3g} m inside each other", penetration_),
          Severity::warning);
    if (summary_.events > kMostReceipts)
      add(fmt::format("{} events: receipts are kept of the first {}", summary_.events, kMostReceipts),
          Severity::note);
    if (lowered_ < 1)
      add("where several contacts or friction would have made energy, restitution was lowered",
          Severity::note);
    const auto uses = [&](auto asks) {
      return std::any_of(system_.contactPairs.begin(), system_.contactPairs.end(),
                         [&](const SystemContactPair& pair) { return asks(pair.law); });
    };
    if (uses([](const SystemContactLaw& law) { return law.normal == ContactLaw::energetic; }))
      add("moreau_jean takes energetic restitution as that of Poisson: they differ where a slip reverses",
          Severity::note);
    if (uses([](const SystemContactLaw& law) { return law.tangentialRestitution > 0; }))
      add("moreau_jean has no tangential restitution: slips do not come back", Severity::note);
    if (settings_.impacts.value == ImpactOrder::sequential && !system_.contactPairs.empty())
      add("moreau_jean takes the impacts of a step together, not one after the other", Severity::note);
    if (settings_.driftControl.value == DriftControl::baumgarte)
      add("moreau_jean projects joints and contacts after every step; drift_control has no effect",
          Severity::note);
  }

  void fail(Problem problem) {
    summary_.end = RunSummary::End::failed;
    summary_.problems.push_back(std::move(problem));
  }

  const System& system_;
  const SimulationSettings& settings_;
  SampleSink& sink_;
  State s_;
  const bool rubs_;
  MoreauStepper stepper_;
  ForwardDynamics dynamics_;  // in the mode of rows
  Projection projection_;
  EnergyAccount account_;
  Sampler sampler_;
  Hands hands_;
  RunSummary summary_;
  StepDescription description_;
  std::int64_t nextRow_ = 1;
  int mobility_ = 0, unsolved_ = 0, locked_ = 0;
  struct Inside {
    double depth = 0, t = 0;  // m, s
  };
  std::optional<Inside> inside_;  // the deepest of all rows
  double penetration_ = 0, lowered_ = 1;
  double turn_ = 0;      // rad, of the fastest part in a step
  bool heaped_ = false;  // too many reactions to ask which are unique
};

}  // namespace

RunSummary runTimeStepping(const System& system, const Observer& observer, const SimulationSettings& settings,
                           const State& start, SampleSink& sink, const std::stop_token& stop, State* end,
                           LiveHand* hand) {
  State free = start;  // laws go by their arguments: a step may leap over where they change
  free.mode.branches.clear();
  free.mode.held.clear();
  TimeStepping run(system, observer, settings, free, sink, hand);
  RunSummary summary = run.execute(stop);
  if (end) *end = run.state();
  return summary;
}

}  // namespace clank
