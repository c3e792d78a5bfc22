// SPDX-License-Identifier: GPL-3.0-or-later
// What is watched in a mode. A guard is positive while nothing happens.
#pragma once

#include <vector>

#include "core/dynamics/forward_dynamics.h"

namespace clank {

struct Guard {
  enum class Kind {
    gap,    // m (rad without a pin): distance to a limit
    push,   // N (N m without a pin): force of a pressed stop; it lets go when it turns
    settle  // s: time left until chatter has died out
  };
  Kind kind = Kind::gap;
  std::size_t joint = 0, limit = 0;
};

// Guards of a mode, in the order of joints and limits.
std::vector<Guard> listGuards(const System& system, const Mode& mode);

double calcGap(const SystemLimit& limit, double coordinate);
double calcGapRate(const SystemLimit& limit, double coordinateRate);

// Value of a guard at a state y in the mode of dynamics; push evaluates the dynamics.
double calcGuard(const Guard& guard, ForwardDynamics& dynamics, double t, std::span<const double> y);
// Rate of a gap; other kinds have none.
double calcGuardRate(const Guard& guard, const ForwardDynamics& dynamics, std::span<const double> y);
// Second rate of a gap with the accelerations of the last evaluation of dynamics.
double calcGapAcceleration(const Guard& guard, const ForwardDynamics& dynamics);

}  // namespace clank
