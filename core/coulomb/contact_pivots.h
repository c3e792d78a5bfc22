// SPDX-License-Identifier: GPL-3.0-or-later
// A contact problem (contact_problem.h) by Lemke's method: exact, at a cost that grows with the third power
// of the number of contacts and more.
#pragma once

#include <optional>

#include "core/coulomb/contact_problem.h"

namespace clank {

// p, one a row. Nothing when the complementarity problem has no solution.
std::optional<Eigen::VectorXd> solveByPivots(const ContactProblem& problem);

}  // namespace clank
