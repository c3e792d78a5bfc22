// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <optional>

namespace clank {

// Linear complementarity: z >= 0, w = A z + b >= 0, z.w = 0, for a symmetric positive semidefinite A of small
// size (the contacts of one event). Principal pivoting by the least index (Murty), exact for positive
// definite A; a redundant contact is solved in the least-squares sense. Nothing when no solution is found.
std::optional<Eigen::VectorXd> solveComplementarity(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

}  // namespace clank
