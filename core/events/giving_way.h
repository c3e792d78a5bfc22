// SPDX-License-Identifier: GPL-3.0-or-later
// What holds by friction comes to the end of what it can hold.
#pragma once

#include "core/dynamics/contact_share.h"
#include "core/events/event_context.h"

namespace clank {

// Contacts and joints that hold together come to the end of what they can hold. Where the accelerations see
// no change yet, those at their bounds give way, all at this instant.
void giveWay(EventContext& context, const ContactShare& share);

}  // namespace clank
