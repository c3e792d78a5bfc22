// SPDX-License-Identifier: GPL-3.0-or-later
// From what was drawn to a consistent start.
#pragma once

#include "core/dynamics/forward_dynamics.h"

namespace clank {

// The drawn start, closed in all joints (the nearest position in the mass metric) and with velocities that
// the joints allow. Fails when no closed position is near (naming the joint that stays open), or when a joint
// starts beyond a limit.
Result<State> assembleStart(const System& system);

}  // namespace clank
