// SPDX-License-Identifier: GPL-3.0-or-later
// A switch of a law is carried out.
#pragma once

#include "core/events/law_watch.h"
#include "core/events/transition.h"

namespace clank {

// Chooses the branches after a switch has come to the end of its own, and leaves dynamics in the new mode.
// Nothing jumps, and no transition is returned, but where it makes the speed of a drive jump: then the parts
// take it up through all joints and closed contacts, as in an impact. Fails when the law of a drive moves on
// by itself or when the parts cannot follow; Problem.where is the pointer of the law.
Result<std::vector<Transition>> applySwitch(const SwitchWatch& watch, ForwardDynamics& dynamics,
                                            State& state);

}  // namespace clank
