// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/change_guard.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/events/event_locator.h"
#include "core/support/overloaded.h"

namespace clank {
namespace {

const SystemChange& getChange(const System& system, const ChangeWatch& watch) {
  return system.joints[watch.joint].changes[watch.change];
}

int findSign(Direction direction) {
  return direction == Direction::rising ? 1 : -1;
}

// Value of a guard: positive while it is not met.
struct GuardValue {
  const ChangeWatch& watch;
  ForwardDynamics& dynamics;
  double t;
  std::span<const double> y;

  const System& system() const { return dynamics.assembler().system(); }
  const SystemJoint& joint() const { return system().joints[watch.joint]; }
  JointKinematics kinematics() const {
    return calcJointKinematics(joint(), y.data(), system().layout.speeds(y).data());
  }
  JointLoad load() const {
    dynamics.evaluate(t, y);
    dynamics.shareReactions();
    return calcJointLoad(dynamics, watch.joint);
  }

  double operator()(const Limit& limit) const {
    return findSign(limit.direction.value) * (limit.value.value - calcCoordinate(joint(), kinematics()));
  }
  double operator()(const ForceGuard& guard) const {
    const JointLoad l = load();
    const Eigen::Vector2d force(l.x, l.y);
    const bool axial = guard.part.value == ForcePart::axial;
    const Eigen::Vector2d axis = dynamics.assembler().calcShapeKinematics(watch.joint).axis;
    return guard.above.value - (axial ? std::abs(axis.dot(force)) : force.norm());
  }
  double operator()(const MomentGuard& guard) const { return guard.above.value - std::abs(load().moment); }
  double operator()(const ImpulseGuard&) const { return isStruck() ? -1 : 1; }
  double operator()(const AngularImpulseGuard&) const { return isStruck() ? -1 : 1; }
  double operator()(const SpeedGuard& guard) const {
    const double speed = std::abs(calcCoordinateRate(joint(), kinematics()));
    return findSign(guard.direction.value) * (guard.value.value - speed);
  }
  double operator()(const TimeGuard&) const { return due() - t; }
  double operator()(const ExpressionGuard& guard) const {
    std::vector<double> slots = system().lawConstants;
    updLawSlots(system(), t, y.data(), system().layout.speeds(y).data(), slots);
    return -findSign(guard.direction.value) *
           getChange(system(), watch).expression.evaluate(slots, dynamics.assembler().mode().branches);
  }

  bool isStruck() const {
    return dynamics.assembler().mode().joints[watch.joint].changes[watch.change].struck;
  }

  // Time of a time guard.
  double due() const {
    const auto& guard = std::get<TimeGuard>(getChange(system(), watch).guard);
    const double since = dynamics.assembler().mode().joints[watch.joint].since;
    return guard.at.value + (guard.since.value == TimeOrigin::phase ? since : 0);
  }
};

// How far the guard has to go back: by more than rounding makes of zero.
double findArming(const SystemChange& change, const Mode::ChangeMode& mode) {
  constexpr double kRounding = 1e-12;
  return mode.fired ? std::max(change.hysteresis, kRounding) : kRounding;
}

const Mode::ChangeMode& getMode(const ChangeWatch& watch, const Mode& mode) {
  return mode.joints[watch.joint].changes[watch.change];
}

}  // namespace

bool isLevel(const SystemChange& change) {
  const Overloaded ask{[](const Limit&) { return false; },
                       [](const ForceGuard&) { return true; },
                       [](const MomentGuard&) { return true; },
                       [](const ImpulseGuard&) { return true; },
                       [](const AngularImpulseGuard&) { return true; },
                       [](const SpeedGuard&) { return false; },
                       [](const TimeGuard&) { return false; },
                       [](const ExpressionGuard&) { return false; }};
  return std::visit(ask, change.guard);
}

std::vector<ChangeWatch> listChangeWatches(const System& system, const Mode& mode) {
  std::vector<ChangeWatch> watches;
  for (std::size_t j = 0; j < system.joints.size(); ++j)
    for (std::size_t c = 0; c < system.joints[j].changes.size(); ++c) {
      const SystemChange& change = system.joints[j].changes[c];
      const Mode::ChangeMode& state = mode.joints[j].changes[c];
      if (!change.leadsFrom(mode.joints[j].phase) || (change.once && state.fired)) continue;
      watches.push_back({j, c, !state.armed});
    }
  return watches;
}

double calcChangeWatch(const ChangeWatch& watch, ForwardDynamics& dynamics, double t,
                       std::span<const double> y) {
  const Assembler& assembler = dynamics.assembler();
  const SystemChange& change = getChange(assembler.system(), watch);
  const double value = std::visit(GuardValue{watch, dynamics, t, y}, change.guard);
  return watch.rearms ? findArming(change, getMode(watch, assembler.mode())) - value : value;
}

bool isOn(const ChangeWatch& watch, ForwardDynamics& dynamics, double t, std::span<const double> y) {
  if (getMode(watch, dynamics.assembler().mode()).deadUntil > t) return false;
  const double value = calcChangeWatch(watch, dynamics, t, y);
  return watch.rearms ? value < 0 : value <= 0;
}

std::optional<double> locateChange(const ChangeWatch& watch, ForwardDynamics& dynamics, const StateAt& at,
                                   double begin, double end, double resolution) {
  const double start = std::max(begin, getMode(watch, dynamics.assembler().mode()).deadUntil);
  if (start > end) return std::nullopt;
  if (std::holds_alternative<TimeGuard>(getChange(dynamics.assembler().system(), watch).guard)) {
    const double due = GuardValue{watch, dynamics, start, {}}.due();
    if (watch.rearms || due > end) return std::nullopt;
    return std::max(due, start);
  }
  if (isOn(watch, dynamics, start, at(start))) return start;
  const bool bends = getChange(dynamics.assembler().system(), watch).bendsInTime;
  const double fine = bends ? resolution : end - begin, nearby = 1e-4 * std::min(fine, end - begin);
  GuardFunction function;
  function.value = [&](double t) { return calcChangeWatch(watch, dynamics, t, at(t)); };
  function.rate = [&](double t) {
    const double before = std::max(t - nearby, begin), after = std::min(t + nearby, end);
    return (function.value(after) - function.value(before)) / (after - before);
  };
  return locateFirst(function, start, end, fine);
}

void armChanges(const Mode* before, ForwardDynamics& dynamics, State& state) {
  const System& system = dynamics.assembler().system();
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    Mode::JointMode& joint = state.mode.joints[j];
    if (!before || before->joints[j].phase != joint.phase) joint.since = state.t;
  }
  dynamics.setMode(state.mode);
  bool anyBegins = false;
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    Mode::JointMode& joint = state.mode.joints[j];
    if (before && before->joints[j].phase == joint.phase) continue;
    anyBegins = true;
    for (std::size_t c = 0; c < joint.changes.size(); ++c) {
      const SystemChange& change = system.joints[j].changes[c];
      if (!change.leadsFrom(joint.phase)) continue;
      joint.changes[c].struck = false;
      const double value = calcChangeWatch({j, c, false}, dynamics, state.t, state.y);
      joint.changes[c].armed = isLevel(change) || value > findArming(change, joint.changes[c]);
    }
  }
  if (anyBegins) dynamics.setMode(state.mode);
}

}  // namespace clank
