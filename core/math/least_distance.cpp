// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/least_distance.h"

#include <Eigen/QR>
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
  DualMethod(const MatrixXd& N, const VectorXd& c) : N_(N), c_(c), x_(VectorXd::Zero(N.cols())) {}

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

  // Moves x along what the bounds in force leave of the normal of this one until it is met; their
  // multipliers change by -t y on the way, and the first that comes to zero drops its bound.
  bool takeIn(Index bound) {
    const VectorXd normal = N_.row(bound).transpose();
    double own = 0;
    while (true) {
      VectorXd y(0), along = normal;
      if (!bounds_.empty()) {
        const MatrixXd inForce = N_(bounds_, Eigen::all).transpose();
        y = inForce.householderQr().solve(normal);
        along -= inForce * y;
      }
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
        bounds_.push_back(bound);
        multipliers_.push_back(own);
        return true;
      }
      bounds_.erase(bounds_.begin() + static_cast<std::ptrdiff_t>(dropped));
      multipliers_.erase(multipliers_.begin() + static_cast<std::ptrdiff_t>(dropped));
    }
  }

  const MatrixXd& N_;
  const VectorXd& c_;
  VectorXd x_;
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
