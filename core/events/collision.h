// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/events/event_context.h"

namespace clank {

// The gap of a unilateral has closed: jump, then bounce, capture, lock or switch, as its law says. Adds
// transitions to the context and changes its state.
void collide(EventContext& context, std::size_t unilateral, double captureSpeed);

}  // namespace clank
