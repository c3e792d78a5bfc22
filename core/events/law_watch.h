// SPDX-License-Identifier: GPL-3.0-or-later
// Finds where the laws of a run change their branches: times that are known beforehand, and edges that the
// motion comes to inside a step.
#pragma once

#include <optional>

#include "core/dynamics/forward_dynamics.h"
#include "core/events/change_guard.h"

namespace clank {

// A switch of System::switches that is at the end of its branch.
struct SwitchWatch {
  std::size_t index = 0;
};

// The next time from t on at which a switch changes whose argument is a straight line in time, s; infinity:
// none.
double findNextSwitchTime(const System& system, const Mode& mode, double t);

// A switch that is beyond the end of its branch at a state.
std::optional<SwitchWatch> findDueSwitch(ForwardDynamics& dynamics, const State& state);

// Time of the first event of a switch in [begin, end]. A switch of time alone is looked at once a resolution
// (s) at least, which costs no state.
std::optional<double> locateSwitch(const SwitchWatch& watch, ForwardDynamics& dynamics, const StateAt& at,
                                   double begin, double end, double resolution);

}  // namespace clank
