// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/phase_transition.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/consistency.h"
#include "core/events/impact.h"

namespace clank {
namespace {

// Carries one event through; state and dynamics are changed in place.
class TransitionAtLimit {
 public:
  TransitionAtLimit(const Guard& guard, ForwardDynamics& dynamics, State& state)
      : guard_(guard),
        dynamics_(dynamics),
        state_(state),
        system_(dynamics.assembler().system()),
        joint_(system_.joints[guard.joint]),
        limit_(joint_.limits[guard.limit]) {}

  Result<std::vector<Transition>> apply(double captureSpeed) {
    if (guard_.kind == Guard::Kind::push) return release();
    if (guard_.kind == Guard::Kind::settle) return settle();
    openStops();
    switch (limit_.law) {
      case TransitionLaw::ignore:
        doSwitch();
        break;
      case TransitionLaw::merge:
        jump(limit_.latched ? EventKind::merge : EventKind::contactBegin, 0, limit_.latched);
        hold();
        break;
      case TransitionLaw::restitution:
        bounce(captureSpeed);
        break;
      case TransitionLaw::restitutionThenLock:
        jump(EventKind::impact, limit_.restitution, false);
        jump(EventKind::lock, 0, true);
        hold();
        break;
    }
    if (!problems_.empty()) return tl::unexpected(problems_);
    releaseOpenedStops();
    return finish();
  }

 private:
  std::size_t bodyVariables() const { return 3 * system_.bodies.size(); }
  std::span<double> v() { return std::span(state_.y).subspan(bodyVariables(), bodyVariables()); }
  Mode::JointMode& jointMode() { return state_.mode.joints[guard_.joint]; }

  void updateAssembler(const Mode& mode) {
    dynamics_.setMode(mode);
    dynamics_.assembler().update(state_.t, state_.y.data(), v().data());
  }

  // The event is solved with every pressed stop open, as a contact that can only push.
  void openStops() {
    mobilityBefore_ = calcMobility(system_, dynamics_.assembler());
    open_ = state_.mode;
    for (std::size_t j = 0; j < system_.joints.size(); ++j) {
      Mode::JointMode& joint = open_.joints[j];
      if (joint.pressing < 0) continue;
      const auto limit = static_cast<std::size_t>(joint.pressing);
      joint.phase = system_.joints[j].limits[limit].from;
      joint.pressing = -1;
      pressed_.push_back({Guard::Kind::gap, j, limit});
    }
    updateAssembler(open_);
    stop_ = calcStopRow(joint_, limit_, dynamics_.assembler().kinematics(guard_.joint), state_.y.data());
  }

  double rateOf(const SaddlePoint::Row& row) {
    double rate = 0;
    multiply(std::span(&row, 1), v().data(), std::span(&rate, 1));
    return rate;
  }

  Transition describe(EventKind kind) {
    Transition t;
    t.kind = kind;
    t.joint = guard_.joint;
    t.limit = guard_.limit;
    t.point = stop_.point;
    t.normal = stop_.normal;
    t.rateBefore = t.rateAfter = rateOf(stop_.row);
    t.vBefore.assign(v().begin(), v().end());
    t.vAfter = t.vBefore;
    t.jointImpulses.resize(system_.joints.size());
    t.phaseBefore = t.phaseAfter = limit_.from;
    t.mobilityBefore = t.mobilityAfter = mobilityBefore_;
    t.modeAfter = state_.mode;
    return t;
  }

  void jump(EventKind kind, double restitution, bool pulls) {
    if (!problems_.empty()) return;
    std::vector<ImpactContact> contacts{{stop_.row, restitution, pulls}};
    for (const Guard& stop : pressed_) {
      const SystemJoint& joint = system_.joints[stop.joint];
      contacts.push_back({calcStopRow(joint, joint.limits[stop.limit],
                                      dynamics_.assembler().kinematics(stop.joint), state_.y.data())
                              .row,
                          0, false});
    }
    const auto result = calcJump(dynamics_.assembler(), v(), contacts);
    if (!result) {
      problems_.push_back(
          {"joint " + joint_.id +
               ": the stop is reached with speed, but the other joints leave no way to stop it",
           "", Severity::error});
      return;
    }
    Transition t = describe(kind);
    for (std::size_t k = 0; k < v().size(); ++k) v()[k] += result->dv[k];
    t.impulse = result->impulse(0);
    t.restitution = restitution;
    t.rateAfter = rateOf(stop_.row);
    t.vAfter.assign(v().begin(), v().end());
    for (std::size_t j = 0; j < system_.joints.size(); ++j)
      t.jointImpulses[j] = calcJointLoad(dynamics_.assembler(), j, result->rowImpulse);
    for (std::size_t d = 0; d < system_.drives.size(); ++d) {
      const auto row = static_cast<std::size_t>(dynamics_.assembler().driveRow(d));
      t.driveImpulses.push_back(result->rowImpulse[row]);
      t.driveWork += result->rowImpulse[row] * dynamics_.assembler().rate()[row];
    }
    transitions_.push_back(std::move(t));
  }

  void doSwitch() {
    Transition t = describe(EventKind::kinematicSwitch);
    const auto switched =
        calcSwitchedVelocity(system_, dynamics_.assembler(), v(), guard_.joint, std::span(&stop_.row, 1));
    std::copy(switched.begin(), switched.end(), v().begin());
    t.rateAfter = rateOf(stop_.row);
    t.vAfter = switched;
    t.momentumConserved = false;
    transitions_.push_back(std::move(t));
    hold();
  }

  void bounce(double captureSpeed) {
    const double approach = -rateOf(stop_.row), rebound = limit_.restitution * approach;
    if (rebound < captureSpeed && limit_.restitution < 1) {
      const std::vector<double> before(v().begin(), v().end());
      jump(EventKind::impact, 0, false);
      if (const double a = calcFreeGapAcceleration(); a < 0) {
        const double flight = 2 * rebound / -a;
        press(true, state_.t + flight / (1 - limit_.restitution));
        return;
      }
      std::copy(before.begin(), before.end(), v().begin());
      if (problems_.empty()) transitions_.pop_back();
    }
    jump(EventKind::impact, limit_.restitution, false);
    Mode::JointMode& joint = jointMode();
    joint.bounced = static_cast<int>(guard_.limit);
    joint.ignoreUntil = state_.t;
    if (const double a = calcFreeGapAcceleration(); a < 0)
      joint.ignoreUntil += rebound / -a;  // half of the flight
  }

  double calcFreeGapAcceleration() {
    dynamics_.evaluate(state_.t, state_.y);
    return calcGapAcceleration(guard_, dynamics_);
  }

  void press(bool settling, double settlesAt) {
    Mode::JointMode& joint = jointMode();
    joint.pressing = static_cast<int>(guard_.limit);
    joint.held = limit_.value;
    joint.settling = settling;
    joint.settlesAt = settlesAt;
    joint.bounced = -1;
    if (!settling) joint.phase = limit_.to;
  }

  // The phase changes: locked when latched, pressed otherwise.
  void hold() {
    if (!problems_.empty()) return;
    press(false, 0);
    if (limit_.latched) jointMode().pressing = -1;
    transitions_.back().phaseAfter = limit_.to;
  }

  void releaseOpenedStops() {
    for (const Guard& stop : pressed_) {
      const SystemJoint& joint = system_.joints[stop.joint];
      const double rate =
          calcGapRate(joint.limits[stop.limit],
                      calcCoordinateRate(joint, calcJointKinematics(joint, state_.y.data(), v().data())));
      if (rate <= 1e-12) continue;
      open(stop);
      Transition t = describe(EventKind::contactEnd);
      t.joint = stop.joint;
      t.limit = stop.limit;
      t.phaseBefore = joint.limits[stop.limit].to;
      t.phaseAfter = joint.limits[stop.limit].from;
      t.rateBefore = 0;
      t.rateAfter = rate;
      transitions_.push_back(std::move(t));
    }
  }

  void open(const Guard& stop) {
    Mode::JointMode& joint = state_.mode.joints[stop.joint];
    joint.phase = system_.joints[stop.joint].limits[stop.limit].from;
    joint.pressing = -1;
    joint.settling = false;
    joint.bounced = static_cast<int>(stop.limit);
    joint.ignoreUntil = state_.t;
  }

  Result<std::vector<Transition>> release() {
    mobilityBefore_ = calcMobility(system_, dynamics_.assembler());
    stop_ = calcStopRow(joint_, limit_, dynamics_.assembler().kinematics(guard_.joint), state_.y.data());
    const bool announced = !jointMode().settling;  // a contact that never settled was never announced
    Transition t = describe(EventKind::contactEnd);
    t.phaseBefore = jointMode().phase;
    open(guard_);
    if (announced) transitions_.push_back(std::move(t));
    return finish();
  }

  Result<std::vector<Transition>> settle() {
    mobilityBefore_ = calcMobility(system_, dynamics_.assembler());
    stop_ = calcStopRow(joint_, limit_, dynamics_.assembler().kinematics(guard_.joint), state_.y.data());
    transitions_.push_back(describe(limit_.latched ? EventKind::lock : EventKind::contactBegin));
    hold();
    return finish();
  }

  Result<std::vector<Transition>> finish() {
    updateAssembler(state_.mode);
    if (!transitions_.empty()) {
      transitions_.back().mobilityAfter = calcMobility(system_, dynamics_.assembler());
      transitions_.back().modeAfter = state_.mode;
    }
    return std::move(transitions_);
  }

  const Guard guard_;
  ForwardDynamics& dynamics_;
  State& state_;
  const System& system_;
  const SystemJoint& joint_;
  const SystemLimit& limit_;
  Mode open_;
  std::vector<Guard> pressed_;
  StopRow stop_;
  int mobilityBefore_ = 0;
  std::vector<Transition> transitions_;
  Problems problems_;
};

}  // namespace

Result<std::vector<Transition>> applyGuard(const Guard& guard, ForwardDynamics& dynamics, State& state,
                                           double captureSpeed) {
  return TransitionAtLimit(guard, dynamics, state).apply(captureSpeed);
}

}  // namespace clank
