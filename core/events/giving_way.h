// SPDX-License-Identifier: GPL-3.0-or-later
// What holds by friction or rolling resistance comes to the end of what it can hold.
#pragma once

#include "core/dynamics/contact_share.h"
#include "core/events/event_context.h"

namespace clank {

// Contacts and joints that hold together come to the end of what they can hold. Where the accelerations see
// no change yet, those at their bounds give way, all at this instant.
void giveWay(EventContext& context, const ContactShare& share);

// Notes of receipts of slip and stick that are about rolling.
inline constexpr const char *kRolls = "it rolls against its rolling resistance",
                            *kRollsNoMore = "its rolling resistance holds it";

// A closed contact begins to slide, or to roll, in a direction (1 or -1).
void beginSlip(EventContext& context, std::size_t unilateral, int slip);
void beginRoll(EventContext& context, std::size_t unilateral, int roll);
// Tells where a closed contact slides, sticks or rolls otherwise than before. False for nowhere.
bool tellRubbing(EventContext& context, std::size_t unilateral, const UnilateralMode& before);

}  // namespace clank
