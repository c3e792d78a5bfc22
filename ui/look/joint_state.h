// SPDX-License-Identifier: GPL-3.0-or-later
// What state a joint or a contact is seen to be in. Board, scene, timeline and plots all ask here, so that
// they agree; each state also has a shape or dash of its own where it is drawn.
#pragma once

#include <optional>
#include <vector>

#include "core/model/mechanism.h"
#include "ui/look/palette.h"

namespace clank {

enum class JointState { free, locked, contact, impact, clearance };

const QColor& colourOf(JointState state, const Palette& palette);

// Of a phase while it lasts: locked when the joint lets nothing move (a locked coordinate, parts that have
// merged, a weld), contact when a stop only pushes, else free.
JointState findState(const Joint& joint, const Phase& phase);
// One a phase; for an ideal joint one, of the joint itself; a loose one has clearance while nothing touches.
std::vector<JointState> listStates(const Joint& joint);

// What a phase makes of the joint, as a picture shows it; the state gives the picture its colour.
enum class PhaseShape { pin, slider, slot, rod, gear, curve, locked, merged, pushed, released, loose };
PhaseShape findShape(const Joint& joint, const Phase& phase);
PhaseShape findShape(const JointKind& kind);

// Of several joints together: impact before locked before contact before clearance before free.
JointState findStrongest(const std::vector<JointState>& states);

}  // namespace clank
