// SPDX-License-Identifier: GPL-3.0-or-later
// Dry friction in joints: what is watched, and its events. A watch is positive while nothing happens.
//
// Joints that rest are watched together: they begin to slip where they do not hold what they hold any more,
// however they share it (theory (11c)). A joint that slips is watched for rest; then the accelerations decide
// together with all contacts whether it sticks or goes on in the other direction. A joint that rests without
// a row of its own, because the others hold its coordinate, is watched for being moved.
#pragma once

#include <vector>

#include "core/dynamics/forward_dynamics.h"
#include "core/events/transition.h"

namespace clank {

struct FrictionWatch {
  enum class Kind {
    grip,  // N m or N: what the joints that rest have left of their friction
    slip,  // rad/s or m/s: rate of a joint in the direction in which it slips
    wake   // rad/s or m/s: how far the rate of a joint is below what moves
  };
  Kind kind = Kind::grip;
  std::size_t joint = 0;  // grip: one of them
};

std::vector<FrictionWatch> listFrictionWatches(const System& system, const Mode& mode);

// At a state y in the mode of dynamics. Evaluates the dynamics for grip.
double calcFrictionWatch(const FrictionWatch& watch, ForwardDynamics& dynamics, double t,
                         std::span<const double> y);

// Is the event of a watch on at a state, beyond what rounding makes of the largest reaction?
bool isOn(const FrictionWatch& watch, ForwardDynamics& dynamics, double t, std::span<const double> y);

// Carries the event out, as applyGuard() does for contacts.
Result<std::vector<Transition>> applyFriction(const FrictionWatch& watch, ForwardDynamics& dynamics,
                                              State& state);

// At the start: joints at rest stick or begin to slip, without events.
Result<void> decideFriction(ForwardDynamics& dynamics, State& state);

}  // namespace clank
