// SPDX-License-Identifier: GPL-3.0-or-later
// What makes the phase of a joint change where no stop is met: a coordinate that passes a value, a force or
// moment above a threshold, a speed, a time, a law that passes zero.
//
// Guards: theory (9c). Thresholds of force and moment are levels: they act whenever they are exceeded; so do
// those of an impulse once an impact has sent it through the joint, which the mode remembers (struck). The
// others are crossings: found met when their phase begins they wait, unarmed, until their guard is positive
// again, by more than the hysteresis if the change has fired before. Within the dead time after it has fired
// a change is not looked at.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/dynamics/forward_dynamics.h"

namespace clank {

struct ChangeWatch {
  std::size_t joint = 0, change = 0;  // index into SystemJoint::changes
  bool rearms = false;                // watched for becoming armed, not for firing
};

// Does the guard act whenever it is exceeded, and not only when it is crossed?
bool isLevel(const SystemChange& change);

// Changes that lead out of the phases in force, in the order of joints and changes.
std::vector<ChangeWatch> listChangeWatches(const System& system, const Mode& mode);

// Positive while nothing happens, at a state y in the mode of dynamics, in the unit of the guard. Evaluates
// the dynamics for forces and moments.
double calcChangeWatch(const ChangeWatch& watch, ForwardDynamics& dynamics, double t,
                       std::span<const double> y);

// Is the event of a watch on at the present state?
bool isOn(const ChangeWatch& watch, ForwardDynamics& dynamics, double t, std::span<const double> y);

// Time of the first event in [begin, end], at(t) giving the state inside a step. A guard that dips below zero
// between two looks is found by the change of its slope; an expression that is no straight line in t is
// looked at once a resolution (s) at least.
using StateAt = std::function<const std::vector<double>&(double)>;
std::optional<double> locateChange(const ChangeWatch& watch, ForwardDynamics& dynamics, const StateAt& at,
                                   double begin, double end, double resolution);

// For every joint that has come into another phase (all of them without before): notes the time and arms the
// changes that lead out of it. Leaves dynamics in the mode of state.
void armChanges(const Mode* before, ForwardDynamics& dynamics, State& state);

}  // namespace clank
