// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/least_distance.h"

#include <Eigen/Core>
#include <algorithm>
#include <limits>
#include <vector>

namespace clank {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class DualMethod {
 public:
  DualMethod(const MatrixXd& N, const VectorXd& c)
      : N_(N), c_(c), x_(VectorXd::Zero(N.cols())), Q_(N.cols(), N.cols()), R_(N.cols(), N.cols()) {}

  std::optional<VectorXd> solve() {
    const double met = kMet * c_.cwiseAbs().maxCoeff();
    const Index limit = 20 * (N_.rows() + N_.cols());
    for (Index i = 0; i < limit; ++i) {
      const VectorXd left = N_ * x_ + c_;
      Index worst = 0;
      if (left.minCoeff(&worst) >= -met || isInForce(worst)) return x_;
      if (!takeIn(worst)) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  static constexpr double kMet = 1e-13;       // of the largest of c: a bound missed by less is met
  static constexpr double kDependent = 1e-6;  // of a normal, that those in force leave of it
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  bool isInForce(Index bound) const {
    return std::find(bounds_.begin(), bounds_.end(), bound) != bounds_.end();
  }

  // What the bounds in force have of a normal, in their orthonormal basis, and what they leave of it. Twice,
  // so that what is left is orthogonal to rounding.
  struct Parts {
    VectorXd inside, along;
  };
  Parts split(const VectorXd& normal, std::size_t count) const {
    const auto basis = Q_.leftCols(static_cast<Index>(count));
    Parts parts{basis.transpose() * normal, normal};
    parts.along.noalias() -= basis * parts.inside;
    const VectorXd more = basis.transpose() * parts.along;
    parts.along.noalias() -= basis * more;
    parts.inside += more;
    return parts;
  }
  // The normals in force are Q R, column by column in their order.
  void setColumn(std::size_t place, const Parts& parts) {
    const auto k = static_cast<Index>(place);
    const double length = parts.along.norm();
    Q_.col(k) = parts.along / length;
    R_.col(k).head(k) = parts.inside;
    R_(k, k) = length;
  }
  void drop(std::size_t place) {
    bounds_.erase(bounds_.begin() + static_cast<std::ptrdiff_t>(place));
    multipliers_.erase(multipliers_.begin() + static_cast<std::ptrdiff_t>(place));
    for (std::size_t k = place; k < bounds_.size(); ++k)
      setColumn(k, split(N_.row(bounds_[k]).transpose(), k));
  }

  // Moves x along what the bounds in force leave of the normal of this one until it is met; their
  // multipliers change by -t y on the way, and the first that comes to zero drops its bound.
  bool takeIn(Index bound) {
    const VectorXd normal = N_.row(bound).transpose();
    double own = 0;
    while (true) {
      const auto count = static_cast<Index>(bounds_.size());
      const Parts parts = split(normal, bounds_.size());
      const VectorXd& along = parts.along;
      const VectorXd y = R_.topLeftCorner(count, count).triangularView<Eigen::Upper>().solve(parts.inside);
      const bool moves = along.norm() > kDependent * normal.norm();
      const double whole = moves ? -(normal.dot(x_) + c_(bound)) / along.dot(normal) : kNone;
      double part = kNone;
      std::size_t dropped = 0;
      for (std::size_t j = 0; j < bounds_.size(); ++j) {
        const double rate = y(static_cast<Index>(j));
        if (rate > 0 && multipliers_[j] / rate < part) {
          part = multipliers_[j] / rate;
          dropped = j;
        }
      }
      const double t = std::min(whole, part);
      if (!(t < kNone)) return false;  // nothing moves, or digits are lost
      if (moves) x_ += t * along;
      for (std::size_t j = 0; j < bounds_.size(); ++j) multipliers_[j] -= t * y(static_cast<Index>(j));
      own += t;
      if (whole <= part) {
        setColumn(bounds_.size(), parts);
        bounds_.push_back(bound);
        multipliers_.push_back(own);
        return true;
      }
      drop(dropped);
    }
  }

  const MatrixXd& N_;
  const VectorXd& c_;
  VectorXd x_;
  MatrixXd Q_, R_;             // of the normals in force
  std::vector<Index> bounds_;  // in force
  std::vector<double> multipliers_;
};

}  // namespace

std::optional<VectorXd> solveLeastDistance(const MatrixXd& N, const VectorXd& c) {
  if (!N.allFinite() || !c.allFinite()) return std::nullopt;
  if (c.size() == 0 || c.minCoeff() >= 0) return VectorXd(VectorXd::Zero(N.cols()));
  return DualMethod(N, c).solve();
}

}  // namespace clank
