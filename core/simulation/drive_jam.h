// SPDX-License-Identifier: GPL-3.0-or-later
// Drives that ask for what no position of the parts gives, found from geometry alone, without masses, forces
// and integration.
#pragma once

#include <span>
#include <string>

#include "core/dynamics/assembler.h"
#include "core/dynamics/state.h"

namespace clank {

// Is there a closed position at t within all stops, ropes and rigid bearings, and before the drawn surfaces
// that are touched in the mode, as far as it is found from q? Those that are passed at the nearest position
// of the joints are kept closed, until none is or no position is left. Compliant contacts give way.
bool hasPosition(const System& system, Mode mode, std::span<const double> q, double t);

// Why a run must end at a state from which it has not found a way on, where its drives are to blame: a little
// later there is no position. Empty where there is one, or nothing is driven.
std::string describeDriveJam(const System& system, const State& state);

}  // namespace clank
