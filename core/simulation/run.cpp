// SPDX-License-Identifier: GPL-3.0-or-later
// Notes on the loop.
// - Samples inside a step come from the dense output and are not projected: their drift and residual tell the
// truth.
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
#include <limits>
#include <optional>
#include <variant>

#include "core/dynamics/consistency.h"
#include "core/dynamics/energy.h"
#include "core/events/curve_end.h"
#include "core/events/event_locator.h"
#include "core/events/phase_change.h"
#include "core/events/phase_transition.h"
#include "core/simulation/integrator.h"
#include "core/simulation/receipt_writer.h"

namespace clank {
namespace {

constexpr int kMaxEventsWithoutProgress = 100;
constexpr int kGrazes = 30;
// A contact is touched, not hit, below these: m or rad, also m/s or rad/s; and of the largest acceleration.
constexpr double kTouch = 1e-12, kTouchAcceleration = 1e-9;
constexpr double kTouchForce = 1e-10;  // of the largest reaction; less is rounding error
constexpr double kJam = 1e-6;          // m or rad left open by the projection
constexpr double kBehind = 1e-9;       // m; deeper is at the back of a surface, not in it
// Positions and velocities are consistent when rows err by no more than rounding: this part of the largest
// coordinate, or of 1.
constexpr double kClosed = 4 * std::numeric_limits<double>::epsilon();

constexpr int kProjections = 6;

double findLargest(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

class SystemRightHandSide final : public RightHandSide {
 public:
  SystemRightHandSide(const System& system, ForwardDynamics& dynamics)
      : system_(system), dynamics_(dynamics) {}
  void operator()(const std::vector<double>& y, std::vector<double>& dydt, double t) override {
    dynamics_.evaluate(t, y, dydt);
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

 private:
  const System& system_;
  ForwardDynamics& dynamics_;
  const std::string* badLaw_ = nullptr;
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
    if (hasBaumgarte()) dynamics_.setBaumgarte({settings.baumgarteAlpha.value, settings.baumgarteBeta.value});
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
      const double drift = correctEnd();
      if (const auto jam = describeJam()) {
        if (tryShorter()) continue;
        return fail(*jam);
      }
      summary_.largestDrift = std::max(summary_.largestDrift, drift);
      const auto hit = locate();  // detect
      const double reached = hit ? hit->t : integrator_->end();
      const auto end = locateCurveEnd(system_, s_.mode, stateAt(), integrator_->begin(), reached);
      emitSamples(end ? end->t : reached);
      moveTo(end ? end->t : reached);
      if (end) {
        emit(s_);
        return fail(describeCurveEnd(system_, s_.mode, *end));
      }
      if (!hit) continue;
      if (const auto* guard = std::get_if<Guard>(&hit->guard)) polish(*guard);
      if (!handle(hit->guard) || !handleEventsOn()) return;  // jump, change phase
      integrator_->start(s_.y, s_.t, calcFirstStep());
    }
    if (lastSample_ < s_.t) emit(s_);
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
    inside_.y = integrator_->state();
    if (hasBaumgarte()) return calcDriftOf(integrator_->end(), inside_.y);
    const double drift = project(integrator_->end(), inside_.y);
    integrator_->correct(inside_.y);
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

  // The constraints cannot be met any more: a drive pushes a linkage past where it can go.
  std::optional<std::string> describeJam() const {
    const Assembler& assembler = dynamics_.assembler();
    if (hasBaumgarte() || calcDrift(assembler) < kJam) return std::nullopt;
    std::size_t worst = 0;
    for (std::size_t r = 1; r < assembler.rowCount(); ++r)
      if (std::abs(assembler.error()[r]) > std::abs(assembler.error()[worst])) worst = r;
    return fmt::format(
        "at t = {:.9g} s the linkage jams: {} cannot be kept, it is off by {:.3g} m (or rad), and nothing "
        "else can give way{}",
        integrator_->end(), describeRow(worst), std::abs(assembler.error()[worst]), describeDrives());
  }

  std::string describeRow(std::size_t row) const {
    const Assembler& assembler = dynamics_.assembler();
    for (std::size_t d = 0; d < system_.drives.size(); ++d)
      if (static_cast<std::size_t>(assembler.driveRow(d)) == row) return "drive " + system_.drives[d].id;
    for (std::size_t c = 0; c < system_.contacts.size(); ++c)
      if (assembler.gapRow(c) == static_cast<int>(row))
        return "contact " + system_.contactPairs[system_.contacts[c].pair].id;
    std::size_t joint = 0;
    while (joint + 1 < system_.joints.size() && assembler.firstRow(joint + 1) <= static_cast<int>(row))
      ++joint;
    return "joint " + system_.joints[joint].id;
  }

  double calcDriftOf(double t, const std::vector<double>& y) {
    dynamics_.assembler().updRows(t, y.data(), y.data() + 3 * system_.bodies.size());
    return calcDrift(dynamics_.assembler());
  }

  // Returns the drift before it.
  double project(double t, std::vector<double>& y) {
    const std::size_t n = 3 * system_.bodies.size();
    const std::span<double> q = std::span(y).first(n), v = std::span(y).subspan(n, n);
    Assembler& assembler = dynamics_.assembler();
    assembler.update(t, q.data(), v.data());
    const double drift = calcDrift(assembler);
    projection_.projectPosition(assembler, t, q, v, kClosed * (1 + findLargest(q)), kProjections);
    projection_.projectVelocity(assembler, v, kClosed * (1 + findLargest(v)));
    return drift;
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
    const std::size_t u = guard.unilateral;
    function.rate = [&](double t) { return calcGapRate(system_, u, at(t).data(), speeds(inside_.y)); };
    function.ignoreUntil = std::max(begin, s_.mode.unilaterals[u].ignoreUntil);
    if (isBehind(u, at(begin))) return std::nullopt;
    auto t = locateFirst(function, begin, last);
    // A gap that has just been let go opens with the cube of time: at first it is rounding error of either
    // sign. A fall without speed that does not accelerate into the contact is none, nor is one behind the end
    // of a surface; the search goes on after it.
    for (int i = 0; t && isFalse(u, *t, at(*t)); ++i) {
      if (i == kGrazes) return std::nullopt;
      function.ignoreUntil = *t + std::ldexp(last - *t, i - kGrazes);
      t = locateFirst(function, begin, last);
    }
    return t;
  }

  const double* speeds(const std::vector<double>& y) const { return y.data() + 3 * system_.bodies.size(); }

  bool isFalse(std::size_t unilateral, double t, const std::vector<double>& y) {
    if (isBehind(unilateral, y)) return true;
    if (calcGapRate(system_, unilateral, y.data(), speeds(y)) < -kTouch) return false;
    dynamics_.evaluate(t, y);
    return calcGapAcceleration(unilateral, dynamics_, y.data(), speeds(y)) > -calcNoAcceleration();
  }

  // A contact whose foot comes onto a piece from beyond its end, at its back.
  bool isBehind(std::size_t unilateral, const std::vector<double>& y) const {
    const SystemUnilateral& u = system_.unilaterals[unilateral];
    if (u.isStop()) return false;
    const SystemContact& contact = system_.contacts[static_cast<std::size_t>(u.contact)];
    return calcContactKinematics(contact, y.data(), speeds(y)).at.gap < -kBehind;
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
    const double gap = calcGap(system_, guard.unilateral, s_.y.data(), speeds(s_.y));
    const double rate = calcGapRate(system_, guard.unilateral, s_.y.data(), speeds(s_.y));
    constexpr double kLate = 1e-13;  // s, and of the time
    if (std::abs(gap) > kLate * (1 + s_.t) * std::abs(rate)) return;
    dynamics_.evaluate(s_.t, s_.y, inside_.y);
    for (std::size_t i = 0; i < s_.y.size(); ++i) s_.y[i] -= gap / rate * inside_.y[i];
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
        fail(
            fmt::format("at t = {:.9g} s {} changes back and forth without time passing; a limit or a law "
                        "contradicts itself there",
                        s_.t, describeWatched(*guard)));
        return false;
      }
      if (!handle(*guard)) return false;
    }
    return true;
  }

  std::string describeWatched(const Watched& watched) const {
    if (const auto* guard = std::get_if<Guard>(&watched))
      return describeUnilateral(system_, guard->unilateral);
    return "joint " + system_.joints[std::get<ChangeWatch>(watched).joint].id;
  }

  std::optional<Watched> findGuardOn() {
    for (const Guard& guard : listGuards(system_, s_.mode)) {
      const double value = calcGuard(guard, dynamics_, s_.t, s_.y);
      switch (guard.kind) {
        case Guard::Kind::gap:
          if (isGapOn(guard.unilateral, value)) return guard;
          break;
        case Guard::Kind::settle:
          if (value <= 0) return guard;
          break;
        case Guard::Kind::push:
        case Guard::Kind::grip:
          if (value < -kTouchForce * calcLargestReaction()) return guard;
          break;
        case Guard::Kind::slip:
        case Guard::Kind::edge:
          break;
      }
    }
    for (const ChangeWatch& watch : listChangeWatches(system_, s_.mode))
      if (isOn(watch, dynamics_, s_.t, s_.y)) return watch;
    return std::nullopt;
  }

  bool isGapOn(std::size_t unilateral, double gap) {
    if (gap > kTouch || s_.mode.unilaterals[unilateral].ignoreUntil > s_.t) return false;
    const double rate = calcGapRate(system_, unilateral, s_.y.data(), speeds(s_.y));
    if (rate > kTouch || isBehind(unilateral, s_.y) || isLeaving(unilateral)) return false;
    if (rate < -kTouch) return true;
    dynamics_.evaluate(s_.t, s_.y);
    return calcGapAcceleration(unilateral, dynamics_, s_.y.data(), speeds(s_.y)) < -calcNoAcceleration();
  }

  // Smaller ones are rounding error of the last evaluation.
  double calcNoAcceleration() const {
    double largest = 1;
    for (const double a : dynamics_.acceleration()) largest = std::max(largest, std::abs(a));
    return kTouchAcceleration * largest;
  }

  // A contact whose foot runs off the end of a piece: the next piece takes over.
  bool isLeaving(std::size_t unilateral) const {
    const SystemUnilateral& u = system_.unilaterals[unilateral];
    if (u.isStop()) return false;
    const SystemContact& contact = system_.contacts[static_cast<std::size_t>(u.contact)];
    const ContactKinematics k = calcContactKinematics(contact, s_.y.data(), speeds(s_.y));
    return k.at.past > -kTouch && k.at.pastSign * k.alongRate > 0;
  }

  double calcLargestReaction() const {
    double largest = 0;
    for (const double lambda : dynamics_.lambda()) largest = std::max(largest, std::abs(lambda));
    return largest;
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
    ledger.friction = z[kFrictionLoss];
    ledger.impactLoss = impactLoss_;
    ledger.lockLoss = lockLoss_;
    ledger.switchChange = switchChange_;
    ledger.residual = energy.total() + ledger.damping + ledger.friction + impactLoss_ + lockLoss_ -
                      switchChange_ - startEnergy_ - ledger.work;
    return ledger;
  }

  std::string describeStepFailure() const {
    if (const std::string* bad = rhs_.findBadLaw())
      return fmt::format("at t = {:.9g} s the law of {} is not a finite number", s_.t, *bad);
    return fmt::format(
        "at t = {:.9g} s no step size meets the tolerances ({:.3g} relative, {:.3g} absolute): loosen them, "
        "or look for "
        "a law that jumps or grows without bound there{}",
        s_.t, settings_.relativeTolerance.value, settings_.absoluteTolerance.value, describeDrives());
  }

  std::string describeDrives() const {
    std::string text;
    for (const SystemDrive& drive : system_.drives)
      text += fmt::format("{} drive {} on joint {}", text.empty() ? ";" : " or", drive.id,
                          system_.joints[drive.joint].id);
    return text.empty() ? text : text + " may ask for more than the joints allow: a dead centre or a stop";
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
  Projection projection_;
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
