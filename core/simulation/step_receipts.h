// SPDX-License-Identifier: GPL-3.0-or-later
// What has begun and ended in a step of time: contacts and stops that close, open, stick and slip.
#pragma once

#include <vector>

#include "core/record/receipt.h"
#include "core/simulation/moreau_step.h"

namespace clank {

// Brings the mode of a state at the end of a step up to what happened in it: which contacts are closed and
// whether they stick, which stops hold, and so the phases of their joints. Returns the receipts, in the order
// of unilaterals. changed: a joint has other rows from now on.
std::vector<Receipt> settleStep(const System& system, const MoreauStep& step, Assembler& assembler,
                                int mobility, State& state, bool& changed);

}  // namespace clank
