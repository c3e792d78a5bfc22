// SPDX-License-Identifier: GPL-3.0-or-later
// Of all x + K s that keep A (x + K s) + b >= 0: forces or impulses that rigid bodies leave open, inside the
// bounds of those that only push and of friction.
#pragma once

#include <Eigen/Core>
#include <optional>

namespace clank {

struct BoundedShare {
  Eigen::VectorXd x;
  Eigen::MatrixXd K;
  Eigen::MatrixXd B;      // A K
  Eigen::VectorXd slack;  // A x + b
};

// s of the one farthest inside, max over s of the least slack + B s; the margin is that slack. It is at most
// the largest of x, as a wedge could be prestressed at will.
Eigen::VectorXd findFarthest(const BoundedShare& share, double& margin);

// s of the least |D (x + K s)|, D = diag(scale), all bounds being met by more than a force; nothing where
// there is none.
std::optional<Eigen::VectorXd> findLeast(const BoundedShare& share, const Eigen::VectorXd& scale,
                                         double more = 0);

}  // namespace clank
