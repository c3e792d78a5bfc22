// SPDX-License-Identifier: GPL-3.0-or-later
// From what was drawn to a consistent start.
#pragma once

#include <vector>

#include "core/dynamics/forward_dynamics.h"
#include "core/model/body_pose.h"

namespace clank {

// The drawn start of a system compiled from resolved: closed in all joints at the nearest position in the
// mass metric, on the branches asked for, with velocities that joints and drives allow. Fails when no closed
// position is found (naming loop or drive, and what is missing), when a branch cannot be reached, when drives
// contradict each other, when a joint starts beyond a limit, or when parts start inside each other by more
// than can be pushed out (start_contacts.h); what has been is told in notes.
Result<State> assembleStart(const System& system, const Mechanism& resolved, Problems* notes = nullptr);

// The positions of that start alone, one a body of the system: also where its speeds, limits or laws do not
// let a run start.
Result<std::vector<BodyPose>> placeAtStart(const System& system, const Mechanism& resolved);

}  // namespace clank
