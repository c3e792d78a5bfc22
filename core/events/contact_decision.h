// SPDX-License-Identifier: GPL-3.0-or-later
// What contacts and joints with friction do from an event on.
#pragma once

#include <vector>

#include "core/events/event_context.h"

namespace clank {

// Decides by the accelerations which of the closed unilaterals stay closed, stick and slide, and which joints
// with friction rest; where sliding cannot go on with any forces, after a tangential impact
// (tangential_impact.h). False when the laws of contact have no solution.
bool decideContacts(EventContext& context);

// The transitions of the event, with its mode in force and rows for the joints that rest.
Result<std::vector<Transition>> finishEvent(EventContext& context);

// The impact of a state from which no step leads on since its contacts are at the border of the paradox; none
// where they are not. They are pressed on, if by their own friction alone.
Result<std::vector<Transition>> stopAtBorder(ForwardDynamics& dynamics, State& state);

}  // namespace clank
