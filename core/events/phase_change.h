// SPDX-License-Identifier: GPL-3.0-or-later
// Phase changes at which no stop is met: a joint lets go, takes hold, or becomes a joint of another kind.
//
// With G the rows of the mechanism in the new phase, at the position where the change happens:
//     merge:   M dv = G' L,  G (v + dv) = r      (r: speeds of the drives; theory (9b))
// is the plastic impact through all joints: L holds the impulse of every row. A phase that lets go has no row
// that v violates, so dv = 0. With the law "ignore" the velocities follow the new rows without regard to
// momentum. Parts that miss the rows of the new phase by no more than the tolerance of the change are moved
// into it first.
#pragma once

#include "core/events/change_guard.h"
#include "core/events/transition.h"

namespace clank {

// Carries out the event of a watch at state, as applyGuard() does for stops. Nothing is recorded when a
// change only becomes armed. Fails when the parts miss the new joint, when the new phase begins behind one of
// its stops, or when other joints and drives contradict it.
Result<std::vector<Transition>> applyChange(const ChangeWatch& watch, ForwardDynamics& dynamics,
                                            State& state);

}  // namespace clank
