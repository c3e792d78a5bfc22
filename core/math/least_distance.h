// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <optional>

namespace clank {

// The x of least norm with N x + c >= 0. By the dual method: from x = 0 the bound that is missed most is
// taken in, and the others in force go along or are dropped as their multipliers come to zero; the norm grows
// with every bound, so none comes twice in the same company. It costs as many small least squares as bounds
// are met, not as there are. Nothing when no x meets all bounds.
// Source: Goldfarb, Idnani, A numerically stable dual method for solving strictly convex quadratic programs,
// 1983.
std::optional<Eigen::VectorXd> solveLeastDistance(const Eigen::MatrixXd& N, const Eigen::VectorXd& c);

}  // namespace clank
