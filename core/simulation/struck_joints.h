// SPDX-License-Identifier: GPL-3.0-or-later
// Joints that let go at a blow. An impact of rigid parts is over in no time: the impulse through a joint is
// found with the joint holding, and only then is it known whether it was too much. So it is marked in the
// mode, and the phase change follows at the same time, after the event.
#pragma once

#include "core/dynamics/system.h"
#include "core/record/receipt.h"

namespace clank {

// after: the state behind the event of the receipt; before: the mode in which its impulses were found.
void markStruck(const System& system, const Receipt& receipt, const Mode& before, State& after);

}  // namespace clank
