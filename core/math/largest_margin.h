// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <optional>

namespace clank {

// The s for which the least of B s + c is largest, as far as that is below cap: the linear programme
//     max t,   B_i s + c_i >= t,   t <= cap.
// Its dual has few rows, one a column of B and one more:
//     min c.z + cap z_0,   sum of z_i B_i = 0,   sum of z_i + z_0 = 1,   z >= 0.
// Simplex method from z_0 = 1: the dual prices of a basis are s and t, and the bound that they miss most
// comes in. Nothing when its pivots run in a circle.
std::optional<Eigen::VectorXd> solveLargestMargin(const Eigen::MatrixXd& B, const Eigen::VectorXd& c,
                                                  double cap);

}  // namespace clank
