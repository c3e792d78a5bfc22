// SPDX-License-Identifier: GPL-3.0-or-later
// A drive is switched off by its guard: the joint that it has led is free.
#pragma once

#include "core/events/change_guard.h"
#include "core/events/transition.h"

namespace clank {

// Carries out the change of a joint that ends its drive. The row of the drive is out, all others stay, and
// none of them is violated by the velocities as they are: nothing jumps but accelerations, by which contacts
// and friction, that of the joint itself among them, decide anew.
Result<std::vector<Transition>> switchDriveOff(const ChangeWatch& watch, ForwardDynamics& dynamics,
                                               State& state);

}  // namespace clank
