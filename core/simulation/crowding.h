// SPDX-License-Identifier: GPL-3.0-or-later
// Which events may crowd, so that steps of time lead over them (crossing.h).
#pragma once

#include <cstddef>
#include <optional>

#include "core/dynamics/state.h"
#include "core/simulation/event_search.h"

namespace clank {

// A stop, a rope or a rigid contact: steps of time take them.
bool isRigid(const System& system, const Watched& watched);
// Contacts decide together what becomes of it: those themselves, and friction of joints beside them.
bool isDecidedWithContacts(const System& system, const Mode& mode, const Watched& watched);
// What may change again and again in no time: a contact, or the friction of a joint beside closed contacts
// (counted on behind them).
std::optional<std::size_t> findFlickering(const System& system, const Mode& mode, const Watched& watched);
// So many contacts at once that forces between them may not be found although there are some.
bool isPile(const Mode& mode);

}  // namespace clank
