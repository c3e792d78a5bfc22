// SPDX-License-Identifier: GPL-3.0-or-later
// The directions in which a linkage can leave a change point, where its rows depend on one another and G v =
// r allows more speeds than any motion has.
//
// Derivation. Every motion q(t) through the position keeps C(q(t), t) = 0, so that
//
//     G v = r,    G a = gamma(v),
//
// gamma being a quadratic function of v. The second has a solution a only if gamma(v) is in the range of G,
//
//     F(v) = L' gamma(v) = 0,    L: a basis of the left kernel of G,
//
// which holds for every v where rows are redundant always, and is the condition on the tangents of the
// branches where they depend on one another in this position alone. In the kernel of G, v = v_p + N z with N
// orthonormal in the metric of the masses, F is a polynomial of second degree in z: its derivative is the
// central difference exactly. Of every branch of {F = 0} the speeds nearest to those asked for are found by
//
//     z <- z - J^+ F - (I - J^+ J) (z - z_0),    J = dF/dz,
//
// which closes F by Newton's method and meanwhile goes down the distance along it, from starts spread about
// z_0. A branch that is flat (as those of linkages that can be flat) is met in a few iterations.
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/assembler.h"

namespace clank {

// Needs an update() of the assembler at (0, q, v), and leaves it at other speeds. kept: rows whose speeds are
// to stay where a branch allows it. v: speeds (one a coordinate) that fit the rows of the assembler at its
// last update. Returns for each branch the speeds in it that are nearest to v in the metric of the masses,
// the nearest first; nothing where there is no more than one branch to choose from: at rest, and where no
// rows depend on one another in this position alone.
std::vector<std::vector<double>> findTangents(Assembler& assembler, std::span<const double> q,
                                              std::span<const double> v, std::span<const BlockRow> kept);

inline constexpr const char* kStartBranchPlace = "/simulation/start_branch";

// Changes v to one of these, and updates the assembler there. branch: its number in their order, from 1; more
// than there are is an error, and a warning where there is nothing to choose. Returns a note at
// kStartBranchPlace that says which it is, and which others there are.
Result<Problems> chooseTangent(Assembler& assembler, std::span<const double> q, std::span<double> v,
                               std::span<const BlockRow> kept, double branch);

}  // namespace clank
