// SPDX-License-Identifier: GPL-3.0-or-later
// The events of compliant contacts. Nothing jumps in them; the equations change.
#pragma once

#include "core/events/event_context.h"

namespace clank {

// The surface is reached: from now on the law pushes, with this speed of approach.
void beginPress(EventContext& context, std::size_t unilateral);
// The parts have come apart, or the foot runs off the end of the piece: onto the next one where that is as
// deep.
void endPress(EventContext& context, std::size_t unilateral);
// The law begins to pull: no force until it would push again.
void turnPress(EventContext& context, std::size_t unilateral);

// A pair that is pressed, as it is now, where it is deepest: contactOpen.
Transition describeOpen(EventContext& context, std::size_t pair);

// Presses the contacts that a state begins inside of: all, or those of the play of a joint, whose phase
// begins.
void pressAtStart(const System& system, State& state);
void pressAtPhase(const System& system, std::size_t joint, State& state);

}  // namespace clank
