// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <optional>

namespace clank {

// Linear complementarity: z >= 0, w = A z + b >= 0, z.w = 0, for the small A of the contacts of one event:
// copositive, singular where contacts are redundant, unsymmetric with friction. Lemke's method: an artificial
// variable makes all w positive; pivots that keep complementarity drive it out. Ties are broken
// lexicographically, so that degenerate contacts (several at rest) cannot cycle. A and b should be scaled to
// numbers about 1. Nothing when the path ends on a ray: then there may be no solution.
// Source: Cottle, Pang, Stone, The Linear Complementarity Problem, sections 4.4 and 4.9.
std::optional<Eigen::VectorXd> solveComplementarity(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

}  // namespace clank
