// SPDX-License-Identifier: GPL-3.0-or-later
// Where sliding contacts cannot go on sliding with any finite forces: the paradox of Painleve.
//
// A contact that slides with s has the column N' - mu s T' in place of N', and its own entry of the matrix
// W_nn - mu s W_nt need not be positive: friction then presses the contact on more than the normal force
// lifts it, and the accelerations have no solution. Rigid bodies go on by an impulse: with forces that grow
// without bound velocities change at once, until the slip of such a contact has come to rest (impact without
// collision; Lecornu 1905, Genot and Brogliato 1999). It is the limit for h -> 0 of the problem of a step,
//     r+ = r- + h a + W P,
// with a the accelerations without the contacts and Coulomb's law between P and r+, which always has a
// solution (contact_problem.h): where sliding can go on P vanishes with h, in the paradox it does not.
//
// Where a motion comes to the border of the paradox pressed on, the force grows as 1/(t* - t) and the slip
// falls with the logarithm of the time that is left: in the digits of t* it has hardly begun to. What remains
// is the same impulse. There W_nn = mu s W_nt, so that an impulse that slides to the end and one that ends
// sticking are one and the same.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/coulomb/contact_modes.h"
#include "core/events/event_context.h"

namespace clank {

// What a receipt says of one.
inline constexpr const char* kImpactWithoutCollision =
    "impact without collision (Painleve): no finite forces let it go on sliding";

// The impact of unilaterals that are closed in the mode of the context and open in that of its dynamics, and
// what they do after it, as the step says. Where no slip changes by more than kCreep nothing jumps and
// nothing is told. Nothing when the problem of the step has no solution. beyond: part by which friction is
// taken as greater than it is.
std::optional<std::vector<TouchingContact>> jumpTangentially(EventContext& context,
                                                             std::span<const std::size_t> closed,
                                                             double beyond = 0);

}  // namespace clank
