// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that a metamorphic joint holds in a phase.
#pragma once

#include "core/dynamics/system.h"

namespace clank {

// The joint as it is in a mode: as drawn, or in the shape of its phase. Not of a released joint, which has no
// rows.
const JointShape& getShape(const SystemJoint& joint, const Mode::JointMode& mode);

bool isReleased(const SystemJoint& joint, const Mode::JointMode& mode);

// The stop that a joint is pressed against (index of its limit), or -1.
int findPressedStop(const SystemJoint& joint, const Mode& mode);
// Is the joint coordinate held: locked, or pressed against a stop?
bool isHeld(const System& system, const Mode& mode, std::size_t joint);

// Does a drive lead the joint coordinate, which has not been switched off?
bool isDriven(const System& system, const Mode& mode, std::size_t joint);

// Is a contact there in the phases in force? Those of a loose joint are, in its loose phase.
bool isInForce(const SystemContactPair& pair, const Mode& mode);

// Puts the joint into a phase at position q (theory (9a)) (v is only passed through to the kinematics). What
// the phase does not give is taken over as it is there: the coordinate of a locked phase, the angle of a
// prismatic joint or a weld, the length of a rod, where gears mesh, and the whole pose of merged parts. Given
// angles are met at the nearest turn.
void enterPhase(const SystemJoint& joint, int phase, const double* q, const double* v, Mode::JointMode& mode);

// Every joint in its first phase, as drawn.
Mode makeStartMode(const System& system);

}  // namespace clank
