// SPDX-License-Identifier: GPL-3.0-or-later
// Carries events out: velocities jump, phases change, contacts begin and end.
#pragma once

#include <vector>

#include "core/events/guard.h"
#include "core/events/transition.h"
#include "core/support/result.h"

namespace clank {

// Carries out the event of a guard at state (position and velocity consistent with its mode): changes the
// velocities and the mode of state, leaves dynamics in the new mode. Several transitions can share the
// instant (impact, then lock).
//
// An impact is solved with all closed and all touching, approaching unilaterals as contacts that only push.
// Afterwards the accelerations decide which of the closed ones stay closed, stick or slide.
//
// Chatter: a bounce below captureSpeed (m/s, rad/s without a pin) whose free motion leads back into the
// contact is the tail of a geometric series of flights dt, e dt, e^2 dt... with dt = 2 v+/a; it is replaced
// by contact from now on, and the accumulation point t + dt/(1 - e) is when the contact begins or the phase
// changes.
//
// Fails when the contact approaches but joints give it no mobility, or when no impulses or forces obey the
// laws of contact.
Result<std::vector<Transition>> applyGuard(const Guard& guard, ForwardDynamics& dynamics, State& state,
                                           double captureSpeed);

}  // namespace clank
