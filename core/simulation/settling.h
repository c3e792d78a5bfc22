// SPDX-License-Identifier: GPL-3.0-or-later
// How a position moves to the static equilibrium near it.
#pragma once

#include "core/support/result.h"

namespace clank {

class System;
struct State;

// Moves a closed state at rest to a stable equilibrium near it, theory (15b): drives where their laws have
// them, without friction, with the joints that are in force, and bounded by stops, ropes and contacts;
// speeds become zero. Fails where there is none within reach, or where nothing holds a body.
Result<void> settle(const System& system, State& state);

}  // namespace clank
