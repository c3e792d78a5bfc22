// SPDX-License-Identifier: GPL-3.0-or-later
// The one entrance to the solvers of contact problems (contact_problem.h). The choice among them:
//
//   contacts that act on each other   exactly                            within a tolerance, from a guess
//   1 to 4                            pivots (contact_pivots.h)          pivots
//   5 to 6                            guesses (contact_newton.h), pivots guesses, pivots, sweeps
//   up to 59                          guesses, pivots                    sweeps (contact_sweep.h), guesses
//   up to 80                          guesses                            sweeps, guesses
//   more                              guesses                            sweeps
//
// With light parts (light_parts.h) an exact answer is refined by exact rates, and steps of time ask for it
// first at any size, with a little softness where redundancy needs it: sweeps would take as many rounds as a
// part is light.
//
// Exactly is what an impact asks, and forces: their modes follow from signs. Within a tolerance is what a
// step of time asks, which begins with the impulses of the step before. There impulses give way a little
// beside those that are given: two corners that meet a side each in nearly the same place have rows that
// differ by rounding alone, and would throw each other about. They give way by a part of what they do to
// their own rate; at rest they are the same, and nothing gives way.
#pragma once

#include <optional>
#include <vector>

#include "core/coulomb/contact_problem.h"
#include "core/coulomb/contact_sweep.h"

namespace clank {

// Contacts that act on each other, from which on the path of pivots is too long to be gone.
inline constexpr std::size_t kMostPivoted = 60;

// p, one a row. Nothing when the complementarity problem has no solution; with kMostPivoted contacts or more
// that act on each other, also when none is found by guesses.
std::optional<Eigen::VectorXd> solveContactProblem(const ContactProblem& problem);

// Of contacts that act on each other. p, two a contact, is a guess and becomes the answer; tolerance: of a
// rate.
SweepReport solveContactsNear(const SparseContactProblem& problem, std::vector<double>& p, double tolerance);

}  // namespace clank
