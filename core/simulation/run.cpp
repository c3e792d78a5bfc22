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
#include <chrono>
#include <cmath>
#include <utility>

#include "core/coulomb/contact_modes.h"
#include "core/coulomb/contact_problem.h"
#include "core/coulomb/solve_contacts.h"
#include "core/dynamics/consistency.h"
#include "core/dynamics/energy.h"
#include "core/dynamics/redundancy.h"
#include "core/dynamics/tolerances.h"
#include "core/events/compliant_contact.h"
#include "core/events/contact_decision.h"
#include "core/events/drive_jump.h"
#include "core/events/joint_grips.h"
#include "core/events/law_branches.h"
#include "core/events/phase_change.h"
#include "core/events/phase_transition.h"
#include "core/events/way_end.h"
#include "core/record/flicker_filter.h"
#include "core/simulation/contact_log.h"
#include "core/simulation/crossing.h"
#include "core/simulation/crowding.h"
#include "core/simulation/drive_jam.h"
#include "core/simulation/energy_account.h"
#include "core/simulation/event_pace.h"
#include "core/simulation/event_search.h"
#include "core/simulation/hands.h"
#include "core/simulation/links_in_line.h"
#include "core/simulation/places.h"
#include "core/simulation/receipt_writer.h"
#include "core/simulation/repetition.h"
#include "core/simulation/run_diagnosis.h"
#include "core/simulation/run_notes.h"
#include "core/simulation/sampler.h"
#include "core/simulation/singular_search.h"
#include "core/simulation/step_guardian.h"
#include "core/simulation/stepping.h"
#include "core/simulation/struck_joints.h"
#include "core/simulation/system_right_hand_side.h"
#include "core/simulation/thread_clock.h"
#include "core/support/overloaded.h"

namespace clank {
namespace {

constexpr int kMaxEventsWithoutProgress = 100;
constexpr int kMostEvents = 200'000;  // receipts of more would fill the memory

std::string describeFrozen(double t, const std::string& part) {
  return fmt::format(
      "at t = {:.9g} s {} changes back and forth without time passing; a limit or a law contradicts itself "
      "there",
      t, part);
}

// Laws of time are looked at so often in a run, and twice between two samples.
double calcResolution(const SimulationSettings& settings) {
  constexpr double kLooks = 2e4;
  return std::min(settings.duration.value / kLooks, settings.outputInterval.value / 2);
}

// What counts as one in each number of the state: angles in rad, what else bodies and contacts have by the
// unit of length, energies by its square.
std::vector<double> listStateUnits(const System& system) {
  const double unit = system.tolerances.unit;
  if (unit == 1) return {};
  std::vector<double> units(system.layout.size(), unit);
  for (std::size_t b = 0; b < system.bodies.size(); ++b) {
    const std::size_t angle = StateLayout::angle(static_cast<int>(b));
    system.layout.positions(units)[angle] = system.layout.speeds(units)[angle] = 1;
  }
  for (double& energy : system.layout.integrals(units)) energy = unit * unit;
  return units;
}

class Run {
 public:
  Run(const System& system, const Observer& observer, const SimulationSettings& settings, const State& start,
      SampleSink& sink, LiveHand* live)
      : system_(system),
        settings_(settings),
        sink_(sink),
        s_(start),
        dynamics_(system, start.mode),
        rhs_(system, dynamics_, singularSearch_),
        integrator_(
            makeIntegrator({settings.integrator.value, settings.absoluteTolerance.value,
                            settings.relativeTolerance.value, settings.maxStep.value, listStateUnits(system)},
                           rhs_)),
        search_(system, dynamics_, *integrator_, calcResolution(settings)),
        account_(system, start),
        crossing_(system, settings.captureSpeed.value, settings.timeStep.value),
        contactLog_(system, start),
        guardian_(system, settings),
        repetition_(system, settings),
        endlessBounces_(settings.captureSpeed.value),
        breakingBlows_(system),
        eventPace_(settings.captureSpeed.value / system.tolerances.unit),
        stepping_(system, settings, dynamics_, *integrator_, search_),
        sampler_(system, observer, settings, dynamics_, account_, sink),
        hands_(system, live) {
    hands_.update(s_, s_.mode.hands);
    dynamics_.setMode(s_.mode);
    if (settings.driftControl.value == DriftControl::baumgarte)
      dynamics_.setBaumgarte({settings.baumgarteAlpha.value, settings.baumgarteBeta.value});
    dynamics_.evaluate(s_.t, s_.y);
  }

  const State& state() const { return s_; }

  RunSummary execute(const std::stop_token& stop) {
    const auto begin = std::chrono::steady_clock::now();
    const double cpuBegin = readThreadClock();
    stop_ = &stop;
    loop();
    hands_.finish();
    reportOpenContacts();
    summary_.cpuSeconds = readThreadClock() - cpuBegin;
    summary_.wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    summary_.t = s_.t;
    summary_.evaluations = dynamics_.evaluations();
    summary_.rejectedSteps = integrator_->rejectedSteps();
    summary_.mobilityEnd = sampler_.mobility();
    summary_.ledger = account_.calcLedger(s_);
    summary_.finalRow = sampler_.row();
    summary_.largestDrift = std::max(summary_.largestDrift, sampler_.largestDrift());
    summary_.largestResidual = sampler_.largestResidual();
    addNotes({system_, sampler_, crossing_, contactLog_, singular_, contactEvents_, heaped_}, summary_);
    return summary_;
  }

 private:
  // On; with another step from here; on from where a hand takes hold; ended; ended with a problem.
  enum class Next { go, again, hold, stop, fail };

  void loop() {
    const double tEnd = settings_.duration.value;
    emit();
    if (!handleEventsOn()) return;
    noteSeveralMotions();
    integrator_->start(s_.y, s_.t, 0);
    Next next = Next::go;
    while (s_.t < tEnd && next != Next::stop) {
      if (stop_->stop_requested()) {
        summary_.end = RunSummary::End::interrupted;
        break;
      }
      double nextSwitch = std::min(
          {findNextSwitchTime(system_, s_.mode, s_.t), stepping_.findStop(s_), hands_.findNextStop()});
      // One that is the end of the run but for rounding: there is no room for a step between them.
      if (nextSwitch < tEnd && tEnd - nextSwitch <= calcTimeRounding(tEnd)) nextSwitch = tEnd;
      next = takeStep(std::min(tEnd, nextSwitch));
      if (next == Next::again) continue;
      if (next == Next::go) next = reach(nextSwitch);
      if (next == Next::fail) return;
    }
    if (sampler_.last() < s_.t) emit();
    if (sampler_.notFinite() && summary_.end == RunSummary::End::finished)
      fail(describeNotFinite(system_, *sampler_.notFinite(), s_.t));
  }

  void noteSeveralMotions() {
    for (const std::size_t u : listSeveral(dynamics_, s_))
      summary_.problems.push_back(
          {fmt::format("at the start, {}: {}", describeUnilateral(system_, u), kSeveralMotions),
           findPlace(system_, Guard{Guard::Kind::gap, u}), Severity::note});
  }

  // One step that stands, its end on the constraints; not beyond a time (s).
  Next takeStep(double tEnd) {
    if (!stepping_.step(tEnd))  // integrate
      return goAround() ? Next::again : Next::fail;
    rhs_.takeJam();
    rhs_.forgetBadLaws();
    ++summary_.steps;
    const std::int64_t tried = summary_.steps + integrator_->rejectedSteps();
    if (const auto stall = guardian_.findStall(tried, s_.t, integrator_->end() - integrator_->begin())) {
      fail(repetition_.explain(s_.t).value_or(Problem{*stall, "/simulation", Severity::error}));
      return Next::fail;
    }
    if (stepping_.endBeforeLaw(s_)) return Next::again;
    const double drift = stepping_.correctEnd();
    if (const auto fault = guardian_.findFault(dynamics_.assembler(), s_, integrator_->end(), drift)) {
      if (stepping_.tryShorter(s_)) return Next::again;
      fail(*fault);
      return Next::fail;
    }
    if (stepping_.isOtherMotion(s_.mode) && stepping_.tryShorter(s_)) return Next::again;
    stepping_.keepEnd();
    summary_.largestDrift = std::max(summary_.largestDrift, drift);
    singularSearch_.noteEnd(dynamics_.assembler());
    return Next::go;
  }

  // No step meets the tolerances: contacts that are why are left behind, or crossed. False when neither
  // helps.
  bool goAround() {
    const Problem cause = explainStepFailure();
    if (!isFrozen() && leaveBorder()) {
      if (!handleEventsOn()) return false;
    } else if (!mayCross()) {
      fail(cause);
      return false;
    } else if (!cross()) {
      return false;
    }
    integrator_->start(s_.y, s_.t, 0);
    return true;
  }

  // To the end of the last step, or to the first event in it, which is carried out.
  Next reach(double nextSwitch) {
    const auto cut = stepping_.findCut(s_);
    const bool isAgain = cut && cut->isReached;
    const auto hit = isAgain ? Hit{cut->guard, integrator_->end()} : search_.findFirst(s_.mode);  // detect
    if (!cut && stepping_.takeAgain(hit, s_)) return Next::again;
    stepping_.noteStep();
    const Next next = go(hit ? hit->t : integrator_->end());
    if (next == Next::hold) return goOnHeld(cut.has_value());
    if (next != Next::go) return next;
    const auto undefined = search_.findUndefined(s_);
    if (!hit && undefined) {
      fail({fmt::format("at t = {:.9g} s the guard of {} is not a finite number", s_.t,
                        describeWatched(system_, *undefined)),
            findPlace(system_, *undefined), Severity::error});
      return Next::fail;
    }
    const bool isPulled = hands_.isDue(s_.t);
    if (!hit && !isPulled && s_.t < nextSwitch - calcTimeRounding(s_.t)) return Next::go;
    if (hit && !carryOut(hit->watched, isAgain)) return Next::fail;
    if (isPulled) moveHands();
    if (!handleEventsOn()) return Next::fail;
    stepping_.goOn(s_, !hit, cut.has_value());
    return Next::go;
  }

  // Here a hand takes hold, inside a step, before what else there is in it.
  Next goOnHeld(bool wasAgain) {
    moveHands();
    if (!handleEventsOn()) return Next::fail;
    stepping_.goOn(s_, true, wasAgain);
    return Next::go;
  }

  // What hands do at this time. Where one begins or lets go its force jumps: rows at both sides.
  void moveHands() {
    std::vector<HandPiece> pieces;
    const bool jumps = hands_.update(s_, pieces);
    if (jumps && sampler_.last() < s_.t) emit();
    s_.mode.hands = std::move(pieces);
    dynamics_.setMode(s_.mode);
    if (jumps) emit();
  }

  // Moves to a time in the last step, with the rows on the way.
  Next go(double reached) {
    const auto end = locateWayEnd(system_, s_.mode, search_.stateAt(), integrator_->begin(), reached);
    const double most = end ? end->t : reached, begun = hands_.findBegin(integrator_->begin(), most);
    const auto emitted = sampler_.emitInside(*integrator_, std::min(begun, most), s_.mode, *stop_, hands_);
    if (emitted.end == Sampler::Emitted::End::stopped) {
      if (sampler_.last() > s_.t) stepping_.moveTo(sampler_.last(), s_);
      summary_.end = RunSummary::End::interrupted;
      return Next::stop;
    }
    const bool isHeld = emitted.end == Sampler::Emitted::End::held || begun < most;
    stepping_.moveTo(emitted.end == Sampler::Emitted::End::held ? emitted.t : std::min(begun, most), s_);
    contactLog_.follow(search_, integrator_->begin(), s_.t, s_.mode);
    if (sampler_.notFinite()) {
      fail(describeNotFinite(system_, *sampler_.notFinite(), s_.t));
      return Next::fail;
    }
    if (end && !isHeld) {
      emit();
      fail(describeWayEnd(system_, s_.mode, *end));
      return Next::fail;
    }
    sampler_.noteEnergy(s_);
    noteSingularPosition();
    return isHeld ? Next::hold : Next::go;
  }

  // The event that has been found: jump, change phase, go on with another branch of a law.
  bool carryOut(const Watched& watched, bool isAgain) {
    const auto* guard = std::get_if<Guard>(&watched);
    if (guard) stepping_.polish(*guard, isAgain, s_);
    const bool crosses = isCrowd(watched) && canCross(watched);
    if (!crosses && isFrozen()) {
      failFrozen(watched);
      return false;
    }
    if (!(crosses ? cross() : handle(watched))) return false;
    if (guard) stepping_.noteEvent(*guard, s_);
    return true;
  }

  Problem explainStepFailure() {
    if (const auto joint = rhs_.takeJam())
      return {fmt::format("at t = {:.9g} s: {}", s_.t, describeSelfLocking(system_, *joint)),
              findPlaceOfFriction(system_, *joint), Severity::error};
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
    return Problem{
        fmt::format("at t = {:.9g} s the linkage jams: {}{}", s_.t, jam, describeLinksInLine(system_, s_)),
        fmt::format("/drives/{}", system_.drives.front().index), Severity::error};
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

  void emit() { sampler_.emit(s_); }

  // Carries out the event of a guard at the present state. False when the run has failed.
  bool handle(const Watched& watched) {
    if (const auto* watch = std::get_if<ChangeWatch>(&watched); watch && watch->rearms) return rearm(*watch);
    const bool isContact = isRigid(system_, watched);
    if (isContact) ++contactEvents_;
    const auto* const switched = std::get_if<SwitchWatch>(&watched);
    if (switched && repetition_.noteSwitch(switched->index, s_.t)) {
      fail(*repetition_.explain(s_.t));
      return false;
    }
    if (summary_.events >= kMostEvents) {
      const Problem many{describeTooManyEvents(s_.t, summary_.events, describeWatched(system_, watched)) +
                             (isContact ? offerTimeStepping() : ""),
                         isContact ? kIntegratorPlace : findPlace(system_, watched), Severity::error};
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
      Receipt receipt = makeReceipt(before_, transition);
      receipt.contact = contactLog_.note(transition, before_);
      ++summary_.events;
      account_.add(receipt);
      repetition_.note(receipt);
      if (auto endless = endlessBounces_.note(receipt)) summary_.problems.push_back(std::move(*endless));
      markStruck(system_, receipt, before_.mode, after_);
      breakingBlows_.add(receipt, before_.mode, after_.mode, summary_.problems);
      sink_.event(receipt);
      std::copy(transition.qAfter.begin(), transition.qAfter.end(), s_.y.begin());
      account_.addSwitch(transition.energyShift);
      std::copy(transition.vAfter.begin(), transition.vAfter.end(), system_.layout.speeds(s_.y).begin());
      emit();
    }
    moveOn(before_.mode, after_, !transitions.empty());
    stepping_.project(s_.t, s_.y);
  }

  // The error of each step is at most its tolerance; those of some hundred steps add up.
  Receipt makeReceipt(const State& state, const Transition& transition) const {
    constexpr double kSteps = 100;
    Receipt receipt = clank::makeReceipt(system_, state, transition);
    const double about = kSteps * settings_.absoluteTolerance.value;
    receipt.noise.along = std::max(receipt.noise.along, about * system_.tolerances.unit);
    receipt.noise.about = std::max(receipt.noise.about, about);
    return receipt;
  }

  // In force in the row after a transition. What is decided by one set of forces happens together: with some
  // of the contacts still closed that these forces let go there would be others, that pull.
  static const Mode& findModeAfter(const std::vector<Transition>& all, const Transition& transition) {
    const bool isLast =
        std::ranges::all_of(&transition, all.data() + all.size(),
                            [&](const Transition& next) { return next.vAfter == transition.vAfter; });
    return isLast ? all.back().modeAfter : transition.modeAfter;
  }

  // Compliant contacts that last beyond the end of the run.
  void reportOpenContacts() {
    for (const auto& [pair, report] : contactLog_.listOpen(s_)) {
      dynamics_.setMode(s_.mode);
      EventContext context(dynamics_, s_);
      Receipt receipt = makeReceipt(s_, describeOpen(context, pair));
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
    // When a captured series of bounces is over was known when it was captured.
    if (const auto* guard = std::get_if<Guard>(&watched); guard && guard->kind == Guard::Kind::settle)
      return false;
    const auto flickering = findFlickering(system_, s_.mode, watched);
    return (flickering && eventPace_.noteChange(*flickering, s_.t)) || crowds;
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
    return isDecidedWithContacts(system_, s_.mode, watched) && crossing_.isPossible();
  }

  bool isPile() const { return clank::isPile(s_.mode); }

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
                                     hands_.findNextStop(), hands_.findBegin(s_.t, settings_.duration.value),
                                     sampler_.calcNext(s_.t), end});
      const Crossing::Passage passage = crossing_.cross(dynamics_, after, until, end, sampler_.mobility());
      isClear = passage.isClear;
      isUnderWay_ = passage.isDescribed;
      for (const Receipt& receipt : passage.receipts) {
        markStruck(system_, receipt, before.mode, after);
        sink_.event(receipt);
      }
      summary_.events += static_cast<int>(passage.receipts.size());
      account_.addImpactLoss(passage.loss);
      heaped_ = heaped_ || passage.isHeaped;
      if (passage.isDescribed) {
        moveOn(before.mode, after, true);
        sampler_.emitDescribed(s_, sampler_.mobility());
        if (hands_.isDue(s_.t)) hands_.update(s_, s_.mode.hands);
        continue;
      }
      moveOn(before.mode, after, true);
      stepping_.project(s_.t, s_.y);
      emit();
      if (hands_.isDue(s_.t)) moveHands();
    }
    eventPace_.restart(s_.t, isPile());
    return true;
  }

  void failFrozen(const Watched& watched) {
    if (auto jam = explainDriveJam()) return fail(std::move(*jam));
    const bool isContact = isRigid(system_, watched);
    const Problem frozen{
        describeFrozen(s_.t, describeWatched(system_, watched)) + (isContact ? offerTimeStepping() : ""),
        isContact ? kIntegratorPlace : findPlace(system_, watched), Severity::error};
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
  State s_, before_, after_;  // now; at an event, kept to be written anew
  bool isUnderWay_ = false;   // the run ends within a crossing, whose contacts are a little way off
  ForwardDynamics dynamics_;
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
  EndlessBounces endlessBounces_;
  BreakingBlows breakingBlows_;
  EventPace eventPace_;
  Stepping stepping_;
  Sampler sampler_;
  Hands hands_;
  RunSummary summary_;
  SingularPasses singular_;
  int contactEvents_ = 0;
};

}  // namespace

RunSummary runSystem(const System& system, const Observer& observer, const SimulationSettings& settings,
                     const State& start, SampleSink& sink, const std::stop_token& stop, State* end,
                     LiveHand* hand) {
  FlickerFilter filter(sink, settings.duration.value);
  Run run(system, observer, settings, start, filter, hand);
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
