// SPDX-License-Identifier: GPL-3.0-or-later
// Joints that rest by their friction. Several of a loop rest at once, and one row holds them all: rows that
// depend on others are left out, and how the joints share what they hold is told by dynamics/contact_share.h.
#pragma once

#include <string>

#include "core/events/event_context.h"

namespace clank {

// Puts the rows of the resting joints into the mode: one after the other those that the others leave most
// free.
void chooseGrips(EventContext& context);

// "joint knee locks itself by friction: ..."
std::string describeSelfLocking(const System& system, std::size_t joint);
// JSON pointer of what makes a joint rub.
std::string findPlaceOfFriction(const System& system, std::size_t joint);

}  // namespace clank
