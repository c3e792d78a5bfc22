// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of a contact problem: by guesses where it is large, else by pivots.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "core/events/contact_problem.h"

namespace clank {

// p, one a row. Nothing when the complementarity problem has no solution; with kMostPivoted contacts or more
// that act on each other, also when none is found by guesses.
std::optional<Eigen::VectorXd> solveContactProblem(const ContactProblem& problem);

}  // namespace clank
