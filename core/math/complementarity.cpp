// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/complementarity.h"

#include <Eigen/Dense>
#include <algorithm>
#include <vector>

namespace clank {

std::optional<Eigen::VectorXd> solveComplementarity(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  const Eigen::Index n = b.size();
  const double tolerance = 1e-13 * std::max(1e-300, b.cwiseAbs().maxCoeff());
  std::vector<char> basic(static_cast<std::size_t>(n), 0);  // is z_i allowed to be positive?
  const int limit = 100 + 20 * static_cast<int>(n * n);
  for (int pivot = 0; pivot < limit; ++pivot) {
    std::vector<Eigen::Index> active;
    for (Eigen::Index i = 0; i < n; ++i)
      if (basic[static_cast<std::size_t>(i)]) active.push_back(i);
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
    if (!active.empty()) {
      const Eigen::MatrixXd part = A(active, active);
      const Eigen::VectorXd target = -b(active);
      const Eigen::VectorXd solution = part.completeOrthogonalDecomposition().solve(target);
      z(active) = solution;
    }
    const Eigen::VectorXd w = A * z + b;
    Eigen::Index wrong = -1;
    for (Eigen::Index i = 0; i < n && wrong < 0; ++i) {
      const bool isBasic = basic[static_cast<std::size_t>(i)] != 0;
      if (isBasic ? z(i) < 0 : w(i) < -tolerance) wrong = i;
    }
    if (wrong < 0) return z;
    basic[static_cast<std::size_t>(wrong)] ^= 1;
  }
  return std::nullopt;
}

}  // namespace clank
