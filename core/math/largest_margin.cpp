// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/largest_margin.h"

#include <Eigen/LU>
#include <algorithm>
#include <limits>
#include <vector>

namespace clank {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class DualSimplex {
 public:
  DualSimplex(const MatrixXd& B, const VectorXd& c, double cap)
      : B_(B), c_(c), cap_(cap), rows_(B.cols() + 1), basis_(MatrixXd::Identity(rows_, rows_)) {
    // A unit column for each column of B, of a variable that is zero and leaves when it can, and z_0.
    members_.assign(static_cast<std::size_t>(rows_), kUnit);
    members_.back() = kCap;
    prices_ = VectorXd::Zero(rows_);
    prices_(rows_ - 1) = cap;
  }

  std::optional<VectorXd> solve() {
    const double met = kMet * std::max(c_.cwiseAbs().maxCoeff(), std::abs(cap_));
    const Index limit = 20 * (rows_ + 5);
    VectorXd last = VectorXd::Zero(rows_);
    last(rows_ - 1) = 1;
    for (Index i = 0; i < limit; ++i) {
      const Eigen::PartialPivLU<MatrixXd> factors(basis_);
      const VectorXd y = factors.transpose().solve(prices_);  // -s and t
      const VectorXd s = -y.head(rows_ - 1);
      Index worst = 0;
      if ((B_ * s + c_).minCoeff(&worst) >= y(rows_ - 1) - met || isIn(worst)) return s;
      VectorXd column(rows_);
      column << B_.row(worst).transpose(), 1;
      const Index leaving = chooseLeaving(factors.solve(column), factors.solve(last));
      if (leaving < 0) return std::nullopt;
      basis_.col(leaving) = column;
      prices_(leaving) = c_(worst);
      members_[static_cast<std::size_t>(leaving)] = worst;
    }
    return std::nullopt;
  }

 private:
  static constexpr double kMet = 1e-13;    // of the largest number of c: a bound missed by less is met
  static constexpr double kPivot = 1e-7;   // smaller numbers in a column say nothing
  static constexpr double kSpare = 1e-12;  // of the values, whose sum is one
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  static constexpr Index kUnit = -1, kCap = -2;

  bool isIn(Index bound) const {
    return std::find(members_.begin(), members_.end(), bound) != members_.end();
  }

  // The largest pivot among those that leave nothing more than a little below zero (Harris). way: what a unit
  // of the entering variable takes from those of the basis, whose values are given.
  Index chooseLeaving(const VectorXd& way, const VectorXd& values) const {
    const auto calcRatio = [&](Index i, double spare) {
      const bool unit = members_[static_cast<std::size_t>(i)] == kUnit;
      if (unit ? std::abs(way(i)) <= kPivot : way(i) <= kPivot) return kNone;
      return unit ? 0 : (std::max(0.0, values(i)) + spare) / way(i);
    };
    double least = kNone;
    for (Index i = 0; i < rows_; ++i) least = std::min(least, calcRatio(i, kSpare));
    Index best = -1;
    for (Index i = 0; i < rows_; ++i)
      if (const double ratio = calcRatio(i, 0); ratio != kNone && ratio <= least)
        if (best < 0 || std::abs(way(i)) > std::abs(way(best))) best = i;
    return best;
  }

  const MatrixXd& B_;
  const VectorXd& c_;
  const double cap_;
  const Index rows_;
  MatrixXd basis_;
  VectorXd prices_;
  std::vector<Index> members_;
};

}  // namespace

std::optional<VectorXd> solveLargestMargin(const MatrixXd& B, const VectorXd& c, double cap) {
  if (c.size() == 0 || c.minCoeff() >= cap) return VectorXd(VectorXd::Zero(B.cols()));
  if (!B.allFinite() || !c.allFinite()) return std::nullopt;
  auto s = DualSimplex(B, c, cap).solve();
  return s && s->allFinite() ? s : std::nullopt;
}

}  // namespace clank
