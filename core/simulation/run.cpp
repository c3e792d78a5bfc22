// SPDX-License-Identifier: GPL-3.0-or-later
// Notes on the loop.
// - After each accepted step position and velocity are projected onto the constraints (drift control), unless
//   Baumgarte is asked for; the stepper takes its next derivative at the projected state, so this costs no
//   evaluation.
// - Guards are looked for on the dense output of the projected step; the state found is projected too, with
//   Baumgarte as well, so that the jump starts from a consistent state.
// - Events that are on at once (a second stop reached at the same instant, a pressed stop that is not pushed)
//   are carried out before the next step. Where contacts go on changing without time passing, or in next to
//   none, a few fixed steps lead across (crossing.h); where these cannot, the run ends with a message instead
//   of a hang.
#include "core/simulation/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "core/dynamics/consistency.h"
#include "core/dynamics/energy.h"
#include "core/dynamics/redundancy.h"
#include "core/dynamics/tolerances.h"
#include "core/events/compliant_contact.h"
#include "core/events/contact_modes.h"
#include "core/events/contact_problem.h"
#include "core/events/drive_jump.h"
#include "core/events/joint_grips.h"
#include "core/events/law_branches.h"
#include "core/events/phase_change.h"
#include "core/events/phase_transition.h"
#include "core/events/tangential_impact.h"
#include "core/events/way_end.h"
#include "core/math/largest.h"
#include "core/record/flicker_filter.h"
#include "core/simulation/contact_log.h"
#include "core/simulation/crossing.h"
#include "core/simulation/drive_jam.h"
#include "core/simulation/energy_account.h"
#include "core/simulation/event_pace.h"
#include "core/simulation/event_search.h"
#include "core/simulation/knot_stops.h"
#include "core/simulation/places.h"
#include "core/simulation/press_steps.h"
#include "core/simulation/receipt_writer.h"
#include "core/simulation/repetition.h"
#include "core/simulation/run_diagnosis.h"
#include "core/simulation/sampler.h"
#include "core/simulation/singular_search.h"
#include "core/simulation/step_guardian.h"
#include "core/simulation/thread_clock.h"
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
      : system_(system),
        dynamics_(dynamics),
        singularSearch_(singularSearch),
        hasBristles_(system.hasBristles()) {}
  void operator()(const std::vector<double>& y, std::vector<double>& dydt, double t) override {
    dynamics_.evaluate(t, y, dydt);
    if (const auto joint = dynamics_.findJam()) {  // nothing else is a number then
      jam_ = joint;
      return;
    }
    singularSearch_.note(dynamics_.assembler(), t);
    const auto outputs = dynamics_.forceOutputs();
    for (std::size_t i = 0; i < outputs.size(); ++i)
      if (!std::isfinite(outputs[i][0]) || !std::isfinite(outputs[i][1])) badForce_ = &system_.forces[i];
    const Assembler& assembler = dynamics_.assembler();
    for (std::size_t d = 0; d < system_.drives.size(); ++d) {
      const auto row = static_cast<std::size_t>(assembler.driveRow(d));
      if (!std::isfinite(assembler.error()[row]) || !std::isfinite(assembler.gamma()[row]))
        badDrive_ = &system_.drives[d];
    }
  }
  // Of the states of contacts the bristles alone.
  std::size_t countRead(std::size_t size) const override {
    return hasBristles_ ? size - kWorkIntegrals : 2 * system_.layout.coordinates();
  }
  void forgetBadLaws() {
    badForce_ = nullptr;
    badDrive_ = nullptr;
  }
  // A force element or drive whose law has given NaN or infinity.
  std::optional<Problem> findBadLaw(double t) const {
    if (badForce_) return describeBadLaw(*badForce_, t);
    if (badDrive_) return describeBadLaw(*badDrive_, t);
    return std::nullopt;
  }
  // The joint whose friction has let no motion be since the last call.
  std::optional<std::size_t> takeJam() { return std::exchange(jam_, std::nullopt); }

 private:
  const System& system_;
  ForwardDynamics& dynamics_;
  SingularSearch& singularSearch_;
  const bool hasBristles_;
  const SystemForce* badForce_ = nullptr;
  const SystemDrive* badDrive_ = nullptr;
  std::optional<std::size_t> jam_;
};

// Laws of time are looked at so often in a run, and twice between two samples.
double calcResolution(const SimulationSettings& settings) {
  constexpr double kLooks = 2e4;
  return std::min(settings.duration.value / kLooks, settings.outputInterval.value / 2);
}

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
        search_(system, dynamics_, *integrator_, calcResolution(settings)),
        account_(system, start),
        crossing_(system, settings.captureSpeed.value, settings.timeStep.value),
        contactLog_(system, start),
        guardian_(system, settings),
        repetition_(system, settings),
        pressSteps_(system),
        knotStops_(system),
        sampler_(system, observer, settings, dynamics_, account_, sink) {
    inside_.resize(system.layout.size());
    if (hasBaumgarte()) dynamics_.setBaumgarte({settings.baumgarteAlpha.value, settings.baumgarteBeta.value});
    dynamics_.evaluate(s_.t, s_.y);
    mobility_ = calcMobility(system_, dynamics_.assembler());
  }

  const State& state() const { return s_; }

  RunSummary execute(const std::stop_token& stop) {
    const auto begin = std::chrono::steady_clock::now();
    const double cpuBegin = readThreadClock();
    stop_ = &stop;
    loop(stop);
    reportOpenContacts();
    summary_.cpuSeconds = readThreadClock() - cpuBegin;
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
    if (crossing_.steps() > 0)
      summary_.problems.push_back(
          {describeCrossings(crossing_.steps(), crossing_.duration()), "", Severity::note});
    if (isCrowded(contactEvents_, s_.t))
      summary_.problems.push_back({describeCrowd(contactEvents_, s_.t), kIntegrator, Severity::note});
    if (const auto& open = sampler_.openMotion())
      summary_.problems.push_back({describeOpenMotion(open->first, open->second), "", Severity::note});
    summary_.notUnique = sampler_.notUnique();
    if (!summary_.notUnique.empty())
      summary_.problems.push_back({describeShares(summary_.notUnique), "", Severity::note});
    if (heaped_) summary_.problems.push_back({kHeapedShares, "", Severity::note});
    for (const Sampler::SlackBelt& slack : sampler_.slackBelts())
      summary_.problems.push_back({describeSlackBelt(slack.belt->id, slack.since, slack.least,
                                                     std::get<SystemBelt>(slack.belt->kind).tension),
                                   "", Severity::warning});
    if (const auto& sunk = contactLog_.sunk())
      summary_.problems.push_back(
          {describeSunk(system_, sunk->pair, sunk->depth, sunk->radius), "", Severity::warning});
    summary_.bends = sampler_.mostBent();
    for (Problem& problem : describeBends(system_, summary_.bends))
      summary_.problems.push_back(std::move(problem));
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
    for (const std::size_t u : listSeveral(dynamics_, s_))
      summary_.problems.push_back(
          {fmt::format("at the start, {}: {}", describeUnilateral(system_, u), kSeveralMotions),
           findPlace(system_, Guard{Guard::Kind::gap, u}), Severity::note});
    integrator_->start(s_.y, s_.t, 0);
    while (s_.t < tEnd) {
      if (stop.stop_requested()) {
        summary_.end = RunSummary::End::interrupted;
        break;
      }
      wantedStep_ = integrator_->nextStep();
      const double nextSwitch =
          std::min(findNextSwitchTime(system_, s_.mode, s_.t), knotStops_.find(dynamics_, s_, wantedStep_));
      const double most = std::min({tEnd, nextSwitch, again_ ? again_->t : tEnd});
      if (!integrator_->step(most))  // integrate
      {
        again_.reset();
        const Problem cause = explainStepFailure();
        if (!isFrozen() && leaveBorder()) {
          if (!handleEventsOn()) return;
          integrator_->start(s_.y, s_.t, 0);
          continue;
        }
        if (!mayCross()) return fail(cause);
        if (!cross()) return;
        integrator_->start(s_.y, s_.t, 0);
        continue;
      }
      rhs_.takeJam();
      rhs_.forgetBadLaws();
      ++summary_.steps;
      if (integrator_->end() < most) knotStops_.noteStep(integrator_->end() - integrator_->begin());
      const std::int64_t tried = summary_.steps + integrator_->rejectedSteps();
      if (const auto stall = guardian_.findStall(tried, s_.t, integrator_->end() - integrator_->begin()))
        return fail(repetition_.explain(s_.t).value_or(Problem{*stall, "/simulation", Severity::error}));
      const double drift = correctEnd();
      if (const auto fault = guardian_.findFault(dynamics_.assembler(), integrator_->end(), drift)) {
        if (tryShorter()) continue;
        return fail(*fault);
      }
      if (isOtherMotion() && tryShorter()) continue;
      if (!hasBaumgarte()) integrator_->correct(inside_);
      summary_.largestDrift = std::max(summary_.largestDrift, drift);
      singularSearch_.noteEnd(dynamics_.assembler());
      const auto again = std::exchange(again_, std::nullopt);
      const bool isAgain = again && isReached(std::get<Guard>(again->watched));
      const auto hit =
          isAgain ? Hit{again->watched, integrator_->end()} : search_.findFirst(s_.mode);  // detect
      if (!again && takeAgain(hit)) continue;
      pressSteps_.noteStep(integrator_->end() - integrator_->begin(), integrator_->error());
      const double reached = hit ? hit->t : integrator_->end();
      const auto end = locateWayEnd(system_, s_.mode, search_.stateAt(), integrator_->begin(), reached);
      if (!sampler_.emitInside(*integrator_, end ? end->t : reached, s_.mode, mobility_, stop)) {
        if (sampler_.last() > s_.t) moveTo(sampler_.last());
        summary_.end = RunSummary::End::interrupted;
        break;
      }
      moveTo(end ? end->t : reached);
      contactLog_.follow(search_, integrator_->begin(), s_.t, s_.mode);
      if (sampler_.notFinite()) return fail(describeNotFinite(system_, *sampler_.notFinite(), s_.t));
      if (end) {
        emit();
        return fail(describeWayEnd(system_, s_.mode, *end));
      }
      sampler_.noteEnergy(s_);
      noteSingularPosition();
      if (const auto undefined = search_.findUndefined(s_); !hit && undefined)
        return fail({fmt::format("at t = {:.9g} s the guard of {} is not a finite number", s_.t,
                                 describeWatched(system_, *undefined)),
                     findPlace(system_, *undefined), Severity::error});
      if (!hit && s_.t < nextSwitch - calcTimeRounding(s_.t)) continue;
      if (hit) {
        if (const auto* guard = std::get_if<Guard>(&hit->watched)) polish(*guard, isAgain);
        const bool crosses = isCrowd(hit->watched) && canCross(hit->watched);
        if (!crosses && isFrozen()) return failFrozen(hit->watched);
        // jump, change phase, go on with another branch of a law
        if (!(crosses ? cross() : handle(hit->watched))) return;
        if (const auto* guard = std::get_if<Guard>(&hit->watched)) noteEvent(*guard);
      }
      if (!handleEventsOn()) return;
      integrator_->start(s_.y, s_.t, calcFirstStep(!hit, again.has_value()));
    }
    if (sampler_.last() < s_.t) emit();
    if (sampler_.notFinite() && summary_.end == RunSummary::End::finished)
      fail(describeNotFinite(system_, *sampler_.notFinite(), s_.t));
  }

  // Beyond the end of a compliant contact, or of its push, a step has a force with a kink, and its dense
  // output loses digits on this side too: the step is taken again, up to there.
  bool takeAgain(const std::optional<Hit>& hit) {
    const auto* guard = hit ? std::get_if<Guard>(&hit->watched) : nullptr;
    const bool ends = guard && (guard->kind == Guard::Kind::depth || guard->kind == Guard::Kind::pull);
    if (!ends || hit->t <= s_.t + calcTimeRounding(s_.t) || hit->t >= integrator_->end()) return false;
    again_ = hit;
    wholeStep_ = integrator_->end() - integrator_->begin();
    integrator_->start(s_.y, s_.t, hit->t - s_.t);
    return true;
  }

  // Has the step that was taken again come to the event that it was cut at? It is the motion in which that
  // was the first, so that nobody has to search; the time that is left to the end of a contact is nothing
  // beside the step, and polish() takes it away.
  bool isReached(const Guard& guard) {
    constexpr double kOfStep = 1e-4, kOfForce = 1e-6;
    const double t = integrator_->end(), length = t - integrator_->begin();
    const std::vector<double>& y = integrator_->state();
    const double after = calcGuard(guard, dynamics_, t, y);
    const double allowed =
        guard.kind == Guard::Kind::depth
            ? kOfStep * length *
                  calcGapRate(system_, guard.unilateral, y.data(), system_.layout.speeds(y).data())
            : kOfForce * calcGuard(guard, dynamics_, s_.t, s_.y);
    if (!(std::abs(after) <= allowed)) return false;
    search_.beginStep();
    return true;
  }

  Problem explainStepFailure() {
    if (const auto joint = rhs_.takeJam())
      return {fmt::format("at t = {:.9g} s: {}", s_.t, describeSelfLocking(system_, *joint)),
              fmt::format("/joints/{}/friction", *joint), Severity::error};
    if (const auto law = rhs_.findBadLaw(s_.t)) return *law;
    if (const auto joint = findPointInCusp(system_, s_.mode, s_.y))
      return {describePointInCusp(system_, *joint, s_.t), fmt::format("/joints/{}", *joint), Severity::error};
    if (const auto cause = repetition_.explain(s_.t)) return *cause;
    if (const auto jam = explainDriveJam()) return *jam;
    return describeStepFailure(system_, settings_, s_.t);
  }

  std::optional<Problem> explainDriveJam() const {
    const std::string jam = describeDriveJam(system_, s_);
    if (jam.empty()) return std::nullopt;
    return Problem{fmt::format("at t = {:.9g} s the linkage jams: {}", s_.t, jam),
                   fmt::format("/drives/{}", system_.drives.front().index), Severity::error};
  }

  // After an event: not longer than the step that led to it, nor much longer than a flight that has begun:
  // the dense output of a step that runs far below the ground loses digits near it. A step that was cut short
  // for a law that changes says nothing of the motion, and one that was taken again what it was before.
  double calcFirstStep(bool wasCut, bool wasAgain) const {
    constexpr double kBeyondFlight = 1.25;
    double step = std::min(integrator_->nextStep(), integrator_->end() - integrator_->begin());
    if (wasCut) step = std::max(step, wantedStep_);
    if (wasAgain) step = wholeStep_;
    if (const auto last = pressSteps_.find()) step = *last;
    for (const auto& [u, unilateral] : s_.mode.unilaterals.entries())
      if (const double half = unilateral.ignoreUntil - s_.t; half > calcTimeRounding(s_.t))
        step = std::min(step, 2 * kBeyondFlight * half);
    return step;
  }

  void noteEvent(const Guard& guard) {
    if (!findCompliance(system_, guard.unilateral)) return pressSteps_.noteOther();
    const double* const v = system_.layout.speeds(s_.y).data();
    pressSteps_.noteEvent(guard, calcGapRate(system_, guard.unilateral, s_.y.data(), v));
  }

  bool hasBaumgarte() const { return settings_.driftControl.value == DriftControl::baumgarte; }

  // Drift control on the end of the step, left in inside_. With Baumgarte it is in the equations already.
  // Returns the drift before it, m or rad.
  double correctEnd() {
    inside_ = integrator_->state();
    if (hasBaumgarte()) return calcDriftOf(integrator_->end(), inside_);
    return project(integrator_->end(), inside_);
  }

  // Where the constraints nearly leave two ways (a parallelogram with a link that bends, lying flat), a drift
  // of positions that is none for the tolerances is the difference between them: drift control would stop the
  // parts as an impact does that nobody has drawn. Of rigid links the residual stays small there without
  // it, and near dead points they would pay for it dearly: a search took eleven times as long.
  // True while shorter steps make that less.
  bool isOtherMotion() {
    constexpr double kMany = 100;  // tolerances
    const double last = std::exchange(shift_, std::numeric_limits<double>::infinity());
    if (system_.bends.empty() || hasBaumgarte() || s_.mode.unilaterals.hasClosed()) return false;
    const auto before = system_.layout.speeds(integrator_->state());
    const auto after = system_.layout.speeds(inside_);
    double shift = 0;
    for (std::size_t k = 0; k < after.size(); ++k) shift = std::max(shift, std::abs(after[k] - before[k]));
    const double allowed =
        settings_.absoluteTolerance.value + settings_.relativeTolerance.value * findLargest(after);
    if (!(shift > kMany * allowed) || shift > last / 2) return false;
    shift_ = shift;
    return true;
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
    dynamics_.update(t, y);
    return projection_.projectUpdated(dynamics_.assembler(), t, y);
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
  // Of a step that was taken again to the end of a contact the time is what has an error, and moves with it.
  void polish(const Guard& guard, bool isAgain) {
    const bool isDepth = isAgain && guard.kind == Guard::Kind::depth;
    if (guard.kind != Guard::Kind::gap && !isDepth) return;
    const double* const v = system_.layout.speeds(s_.y).data();
    const Gap at = calcGapAndPlane(system_, guard.unilateral, s_.y.data(), v);
    const double gap = at.value, rate = at.rate;
    constexpr double kLate = 1e-13;                                                  // s, and of the time
    if (!isDepth && !(std::abs(gap) < kLate * (1 + s_.t) * std::abs(rate))) return;  // nor without speed
    if (isDepth && !(rate > 0 && s_.t - gap / rate < settings_.duration.value)) return;
    dynamics_.evaluate(s_.t, s_.y, inside_);
    for (std::size_t i = 0; i < s_.y.size(); ++i) s_.y[i] -= gap / rate * inside_[i];
    if (isDepth) s_.t -= gap / rate;
  }

  void noteSingularPosition() {
    Assembler& assembler = dynamics_.assembler();
    const auto found = singularSearch_.find(assembler, search_.stateAt(), integrator_->begin(), s_.t);
    // In a step of no length there is no time to be found.
    if (!found || !std::isfinite(found->t) || isShrinkingTouch(static_cast<std::size_t>(found->row))) return;
    if (singular_.count++ == 0)
      singular_ = {1, found->t, found->t, describeRow(assembler, static_cast<std::size_t>(found->row))};
    singular_.last = found->t;
  }

  // Two corners on which one part lies on another come to one point where it slides off: both end there, and
  // nothing could go on in another way.
  bool isShrinkingTouch(std::size_t row) const {
    const Assembler& assembler = dynamics_.assembler();
    const auto contact = findContactOfRow(assembler, row);
    return contact && std::ranges::count_if(assembler.closedContacts(), [&](std::size_t other) {
                        return &system_.getPair(other) == &system_.getPair(*contact);
                      }) > 1;
  }

  void emit() { sampler_.emit(s_, mobility_); }

  // Carries out the event of a guard at the present state. False when the run has failed.
  bool handle(const Watched& watched) {
    if (const auto* watch = std::get_if<ChangeWatch>(&watched); watch && watch->rearms) return rearm(*watch);
    const bool isContact = isRigid(watched);
    if (isContact) ++contactEvents_;
    const auto* const switched = std::get_if<SwitchWatch>(&watched);
    if (switched && repetition_.noteSwitch(switched->index, s_.t)) {
      fail(*repetition_.explain(s_.t));
      return false;
    }
    if (summary_.events >= kMostEvents) {
      const Problem many{describeTooManyEvents(s_.t, summary_.events, describeWatched(system_, watched)) +
                             (isContact ? offerTimeStepping() : ""),
                         isContact ? kIntegrator : findPlace(system_, watched), Severity::error};
      fail(repetition_.explain(s_.t).value_or(many));
      return false;
    }
    if (isPile() && crossing_.wasJustBefore(s_.t) && canCross(watched) && s_.t < settings_.duration.value)
      return cross();
    if (!switched && (sampler_.last() < s_.t || summary_.events == 0)) emit();
    after_ = s_;
    const Overloaded apply{
        [&](const ChangeWatch& watch) { return applyChange(watch, dynamics_, after_); },
        [&](const FrictionWatch& watch) { return applyFriction(watch, dynamics_, after_); },
        [&](const Guard& guard) {
          return applyGuard(guard, dynamics_, after_, settings_.captureSpeed.value);
        },
        [&](const SwitchWatch& watch) { return applySwitch(watch, dynamics_, after_); }};
    const auto transitions = std::visit(apply, watched);
    if (!transitions && isPile() && canCross(watched)) {
      dynamics_.setMode(s_.mode);
      return cross();
    }
    if (!transitions) {
      const Problem& problem = transitions.error().front();
      const std::string jam = describeDriveJam(system_, s_);
      fail(Problem{fmt::format("at t = {:.9g} s: {}{}{}", s_.t, problem.what, jam.empty() ? "" : "; ", jam),
                   problem.where.empty() ? findPlace(system_, watched) : problem.where, Severity::error});
      return false;
    }
    if (switched && !transitions->empty()) {  // what jumps has a row before it
      dynamics_.setMode(s_.mode);
      emit();
      dynamics_.setMode(after_.mode);
    }
    record(*transitions);
    return true;
  }

  // Writes transitions down and goes on from the state after them, after_.
  void record(const std::vector<Transition>& transitions) {
    before_ = s_;
    for (const Transition& transition : transitions) {
      s_.mode = findModeAfter(transitions, transition);
      dynamics_.setMode(s_.mode);
      Receipt receipt = makeReceipt(system_, before_, transition);
      receipt.contact = contactLog_.note(transition, before_);
      ++summary_.events;
      account_.add(receipt);
      repetition_.note(receipt);
      noteBounce(receipt);
      sink_.event(receipt);
      std::copy(transition.qAfter.begin(), transition.qAfter.end(), s_.y.begin());
      account_.addSwitch(transition.energyShift);
      std::copy(transition.vAfter.begin(), transition.vAfter.end(), system_.layout.speeds(s_.y).begin());
      mobility_ = transition.mobilityAfter;
      emit();
    }
    moveOn(before_.mode, after_, !transitions.empty());
    project(s_.t, s_.y);
  }

  // In force in the row after a transition. What is decided by one set of forces happens together: with some
  // of the contacts still closed that these forces let go there would be others, that pull.
  static const Mode& findModeAfter(const std::vector<Transition>& all, const Transition& transition) {
    const bool isLast =
        std::ranges::all_of(&transition, all.data() + all.size(),
                            [&](const Transition& next) { return next.vAfter == transition.vAfter; });
    return isLast ? all.back().modeAfter : transition.modeAfter;
  }

  // Said once of a part that comes to rest by bounces that nothing has captured.
  void noteBounce(const Receipt& receipt) {
    if (settings_.captureSpeed.value >= kCreep) return;
    if (receipt.kind == EventKind::impact) bounces_[receipt.element] = receipt.normalVelocityAfter;
    if (receipt.kind != EventKind::contactBegin || receipt.impulse != 0) return;
    constexpr double kTail = 100 * kCreep;  // of a series of bounces with any restitution worth the name
    const auto last = bounces_.find(receipt.element);
    if (last == bounces_.end() || !(last->second > 0 && last->second < kTail)) return;
    bounces_[receipt.element] = std::numeric_limits<double>::infinity();
    summary_.problems.push_back(
        {describeEndlessBounces(receipt.element, receipt.t, settings_.captureSpeed.value),
         "/simulation/capture_speed", Severity::note});
  }

  // Compliant contacts that last beyond the end of the run.
  void reportOpenContacts() {
    for (const auto& [pair, report] : contactLog_.listOpen(s_)) {
      dynamics_.setMode(s_.mode);
      EventContext context(dynamics_, s_);
      Receipt receipt = makeReceipt(system_, s_, describeOpen(context, pair));
      receipt.contact = report;
      ++summary_.events;
      sink_.event(receipt);
      emit();  // every event has a row after it
    }
  }

  // To a state that is on its constraints; the present one is left in its place.
  void moveOn(const Mode& before, State& after, bool hasJumped) {
    armChanges(&before, dynamics_, after);
    if (hasJumped) chooseBranches(dynamics_, after);
    if (hasJumped) singularSearch_.restart();
    std::swap(s_, after);
    s_.mode.unilaterals.forgetBefore(s_.t);
  }

  // Nothing jumps, and nothing is recorded.
  bool rearm(const ChangeWatch& watch) {
    const bool armed = applyChange(watch, dynamics_, s_).has_value();
    dynamics_.setMode(s_.mode);
    return armed;
  }

  // Contacts whose forces have grown so much that no step can be taken; false where it is not they.
  bool leaveBorder() {
    if (rhs_.findBadLaw(s_.t) || !s_.mode.unilaterals.hasClosed()) return false;
    after_ = s_;
    const auto transitions = stopAtBorder(dynamics_, after_);
    if (!transitions || transitions->empty()) {
      dynamics_.setMode(s_.mode);
      return false;
    }
    if (sampler_.last() < s_.t) emit();
    record(*transitions);
    return true;
  }

  // So many events follow each other that time as good as stands still.
  bool isCrowd(const Watched& watched) {
    const bool crowds = eventPace_.noteEvent(s_.t, s_.mode.unilaterals.listClosed().size());
    const auto flickering = findFlickering(watched);
    return (flickering && eventPace_.noteChange(*flickering, s_.t)) || crowds;
  }
  // What may change again and again in no time: a contact, or the friction of a joint beside closed contacts
  // (counted on behind them).
  std::optional<std::size_t> findFlickering(const Watched& watched) const {
    const auto* guard = std::get_if<Guard>(&watched);
    if (guard && guard->unilateral >= system_.firstContact()) return guard->unilateral;
    const auto* friction = std::get_if<FrictionWatch>(&watched);
    if (friction && hasClosedContact()) return system_.unilaterals.size() + friction->joint;
    return std::nullopt;
  }
  // Not a stop: what its joint does is told event by event.
  bool hasClosedContact() const {
    return std::ranges::any_of(s_.mode.unilaterals.entries(), [&](const UnilateralModes::Entry& entry) {
      return entry.unilateral >= system_.firstContact() && entry.mode.closed;
    });
  }
  bool isFrozen() { return eventPace_.isFrozen(s_.t, kMaxEventsWithoutProgress); }

  // Events that are on at the present state.
  bool handleEventsOn() {
    if (isUnderWay_) return true;
    for (int count = 0; const auto watched = search_.findOn(s_); ++count) {
      if (count > 0 && s_.t >= settings_.duration.value && isPile()) break;  // nothing follows from it
      const bool isFrozen = count == kMaxEventsWithoutProgress;
      if (!(isFrozen ? crossOrFail(*watched) : handle(*watched))) return false;
      if (isFrozen) count = 0;
      if (isFrozen && (s_.t >= settings_.duration.value || stop_->stop_requested())) break;
    }
    return true;
  }

  // Contacts change without time passing: steps of time lead on, where they can.
  bool crossOrFail(const Watched& watched) {
    if (canCross(watched)) return cross();
    failFrozen(watched);
    return false;
  }
  bool canCross(const Watched& watched) const {
    const bool isDecided = std::holds_alternative<Guard>(watched) ||
                           (std::holds_alternative<FrictionWatch>(watched) &&
                            hasClosedContact());  // friction of joints with that of contacts
    return isDecided && crossing_.isPossible();
  }

  // So many contacts at once that forces between them may not be found although there are some.
  bool isPile() const { return s_.mode.unilaterals.listClosed().size() + 1 >= kMostPivoted; }

  // No step can be taken, and contacts are in force that may be why.
  bool mayCross() const {
    return crossing_.isPossible() && !rhs_.findBadLaw(s_.t) && s_.mode.unilaterals.hasClosed();
  }

  bool cross() {
    if (sampler_.last() < s_.t) emit();
    if (auto jam = explainDriveJam()) {
      fail(std::move(*jam));
      return false;
    }
    double end = crossing_.plan(s_.t, eventPace_.taken());
    for (bool isClear = false;
         s_.t < settings_.duration.value && (!isClear || s_.t < end) && !stop_->stop_requested();) {
      if (s_.t >= end) end = crossing_.plan(s_.t, eventPace_.taken());
      const State before = s_;
      State after = s_;
      const double until = std::min({settings_.duration.value, findNextSwitchTime(system_, s_.mode, s_.t),
                                     sampler_.calcNext(s_.t), end});
      const Crossing::Passage passage = crossing_.cross(dynamics_, after, until, end, mobility_);
      isClear = passage.isClear;
      isUnderWay_ = passage.isDescribed;
      for (const Receipt& receipt : passage.receipts) sink_.event(receipt);
      summary_.events += static_cast<int>(passage.receipts.size());
      account_.addImpactLoss(passage.loss);
      heaped_ = heaped_ || passage.isHeaped;
      if (passage.isDescribed) {
        moveOn(before.mode, after, true);
        sampler_.emitDescribed(s_, mobility_);
        continue;
      }
      moveOn(before.mode, after, true);
      project(s_.t, s_.y);
      mobility_ = calcMobility(system_, dynamics_.assembler());
      emit();
    }
    eventPace_.restart(s_.t, isPile());
    return true;
  }

  // A stop, a rope or a rigid contact: steps of time take them.
  bool isRigid(const Watched& watched) const {
    const auto* guard = std::get_if<Guard>(&watched);
    return guard && !findCompliance(system_, guard->unilateral);
  }

  void failFrozen(const Watched& watched) {
    if (auto jam = explainDriveJam()) return fail(std::move(*jam));
    const bool isContact = isRigid(watched);
    const Problem frozen{
        describeFrozen(s_.t, describeWatched(system_, watched)) + (isContact ? offerTimeStepping() : ""),
        isContact ? kIntegrator : findPlace(system_, watched), Severity::error};
    fail(repetition_.explain(s_.t).value_or(frozen));
  }

  void fail(Problem problem) {
    summary_.end = RunSummary::End::failed;
    summary_.problems.push_back(std::move(problem));
  }

  const System& system_;
  const SimulationSettings& settings_;
  SampleSink& sink_;
  const std::stop_token* stop_ = nullptr;
  State s_, before_, after_;    // now; at an event, kept to be written anew
  bool isUnderWay_ = false;     // the run ends within a crossing, whose contacts are a little way off
  std::vector<double> inside_;  // scratch of a state
  ForwardDynamics dynamics_;
  Projection projection_;
  SingularSearch singularSearch_;
  SystemRightHandSide rhs_;
  std::unique_ptr<Integrator> integrator_;
  EventSearch search_;
  EnergyAccount account_;
  Crossing crossing_;
  bool heaped_ = false;  // too many reactions at once to ask which are unique
  ContactLog contactLog_;
  StepGuardian guardian_;
  Repetition repetition_;
  EventPace eventPace_;
  PressSteps pressSteps_;
  KnotStops knotStops_;
  Sampler sampler_;
  RunSummary summary_;
  SingularPasses singular_;
  std::map<std::string, double> bounces_;                   // m/s, after the last impact of each part
  double shift_ = std::numeric_limits<double>::infinity();  // of speeds by drift control in the last try
  double wantedStep_ = 0;                                   // s, of the last step before it was cut
  std::optional<Hit> again_;                                // where the present step is to end
  double wholeStep_ = 0;                                    // s, of the last step that was taken again
  int mobility_ = 0, contactEvents_ = 0;
};

}  // namespace

RunSummary runSystem(const System& system, const Observer& observer, const SimulationSettings& settings,
                     const State& start, SampleSink& sink, const std::stop_token& stop, State* end) {
  FlickerFilter filter(sink, settings.duration.value);
  Run run(system, observer, settings, start, filter);
  RunSummary summary = run.execute(stop);
  filter.flush();
  summary.events -= filter.leftOut();
  if (end) *end = run.state();
  return summary;
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
  ledger.contact = calcContactEnergy(system, state.mode, state.y);
  std::vector<double> row(observer.channels().size());
  observer.measure(dynamics, state, ledger, mobility, row);
  return row;
}

}  // namespace clank
