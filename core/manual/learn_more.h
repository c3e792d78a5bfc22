// SPDX-License-Identifier: GPL-3.0-or-later
// Which page of the manual tells more about what the program has said. One table; the rule is in the .cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/events/event_kind.h"
#include "core/support/result.h"

namespace clank {

// "lock.md#hysteresis", or empty where the manual has no more to say than the message.
std::string findLearnMore(const Problem& problem);
std::string findLearnMore(EventKind kind);

inline constexpr const char* kLampPage = "lamp.md";  // of the energy ledger

std::vector<std::string> listLearnMore();  // every target of the table

}  // namespace clank
