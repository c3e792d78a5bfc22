// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/bounded_share.h"

#include <Eigen/Dense>
#include <algorithm>

#include "core/math/largest_margin.h"
#include "core/math/least_distance.h"

namespace clank {

Eigen::VectorXd findFarthest(const BoundedShare& share, double& margin) {
  const double unit = std::max(share.x.cwiseAbs().maxCoeff(), 1e-300);
  const auto found = solveLargestMargin(share.B, share.slack / unit, 1);
  const Eigen::VectorXd s = found ? Eigen::VectorXd(unit * *found) : Eigen::VectorXd::Zero(share.K.cols());
  margin = (share.slack + share.B * s).minCoeff();
  return s;
}

// With D K P = Q R and s = s_0 + P R^-1 z the norm grows by |z|^2.
std::optional<Eigen::VectorXd> findLeast(const BoundedShare& share, const Eigen::VectorXd& scale,
                                         double more) {
  const Eigen::MatrixXd DK = scale.asDiagonal() * share.K;
  const auto decomposition = DK.colPivHouseholderQr();
  const Eigen::VectorXd free = -decomposition.solve(scale.cwiseProduct(share.x));
  const Eigen::Index rank = decomposition.rank();
  Eigen::MatrixXd way = Eigen::MatrixXd::Zero(share.K.cols(), rank);
  way.topRows(rank) = decomposition.matrixR()
                          .topLeftCorner(rank, rank)
                          .triangularView<Eigen::Upper>()
                          .solve(Eigen::MatrixXd::Identity(rank, rank));
  way = decomposition.colsPermutation() * way;
  const Eigen::VectorXd left =
      share.slack + share.B * free - Eigen::VectorXd::Constant(share.slack.size(), more);
  const auto z = solveLeastDistance(share.B * way, left);
  if (!z) return std::nullopt;
  return Eigen::VectorXd(free + way * *z);
}

}  // namespace clank
