// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/events/transition.h"
#include "core/record/receipt.h"

namespace clank {

// The receipt of a transition at a state (only its time and position are used).
Receipt makeReceipt(const System& system, const State& state, const Transition& transition);

}  // namespace clank
