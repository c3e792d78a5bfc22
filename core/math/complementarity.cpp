// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/complementarity.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace clank {
namespace {

constexpr double kPivot = 1e-11;     // smaller numbers in a column of the tableau are rounding error
constexpr double kFeasible = 1e-13;  // of b, relative
constexpr double kTie = 1e-11;       // of ratios that decide between equals
constexpr double kDone = 1e-11;      // the artificial variable is zero
constexpr double kSolved = 1e-9;     // of what a solution may leave of a condition
constexpr double kExact = 1e-12;     // of b, what a solution by elimination may leave
constexpr int kPaths = 5;

// Variables 0..n-1 are w, n..2n-1 are z, 2n is the artificial one. The tableau holds B^-1 [N | b], N the
// columns of [I | -A | -d] that are not in the basis B: those that are there are unit vectors. The first n of
// all are B^-1, which the lexicographic rule needs.
class Lemke {
 public:
  Lemke(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, const Eigen::VectorXd& cover)
      : n_(b.size()), A_(A), b_(b), cover_(cover) {
    tableau_.resize(n_, n_ + 2);
    tableau_ << -A, -cover, b;
    for (Eigen::Index i = 0; i < n_; ++i) basis_.push_back(i);
    for (Eigen::Index i = 0; i <= n_; ++i) outside_.push_back(n_ + i);
    for (Eigen::Index i = 0; i <= 2 * n_; ++i) column_.push_back(i < n_ ? -1 : i - n_);
  }

  std::optional<Eigen::VectorXd> solve() {
    // The last of equals: only then are all rows lexicographically positive after the first pivot.
    Eigen::Index leaving = 0, entering = 2 * n_;
    const double least = b_.cwiseQuotient(cover_).minCoeff();
    for (Eigen::Index i = 0; i < n_; ++i)
      if (b_(i) / cover_(i) <= least + kFeasible) leaving = i;
    const int limit =
        50 + 20 * static_cast<int>(n_);  // several times what a path takes; ties may make it a circle
    for (int i = 0; i < limit; ++i) {
      const Eigen::Index left = basis_[static_cast<std::size_t>(leaving)];
      pivot(leaving, column_[static_cast<std::size_t>(entering)]);
      if (left == 2 * n_ || isDone()) return read();
      entering = left < n_ ? left + n_ : left - n_;
      leaving = chooseLeaving(column_[static_cast<std::size_t>(entering)]);
      if (leaving < 0) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  // The artificial variable has come down to zero without leaving.
  bool isDone() const {
    for (Eigen::Index i = 0; i < n_; ++i)
      if (basis_[static_cast<std::size_t>(i)] == 2 * n_) return tableau_(i, n_ + 1) <= kDone;
    return true;
  }

  // The variables of a row and a column change places.
  void pivot(Eigen::Index row, Eigen::Index column) {
    const double at = tableau_(row, column);
    tableau_.row(row) /= at;
    tableau_(row, column) = 1 / at;
    for (Eigen::Index i = 0; i < n_; ++i) {
      const double factor = tableau_(i, column);
      if (i == row || factor == 0) continue;
      tableau_(i, column) = 0;
      tableau_.row(i) -= factor * tableau_.row(row);
    }
    std::swap(basis_[static_cast<std::size_t>(row)], outside_[static_cast<std::size_t>(column)]);
    column_[static_cast<std::size_t>(basis_[static_cast<std::size_t>(row)])] = -1;
    column_[static_cast<std::size_t>(outside_[static_cast<std::size_t>(column)])] = column;
  }

  // Least ratio; the artificial variable leaves when it may.
  Eigen::Index chooseLeaving(Eigen::Index column) const {
    Eigen::Index best = -1;
    for (Eigen::Index i = 0; i < n_; ++i) {
      if (tableau_(i, column) <= kPivot) continue;
      if (best < 0 || isBefore(i, best, column)) best = i;
    }
    return best;
  }
  bool isBefore(Eigen::Index i, Eigen::Index best, Eigen::Index column) const {
    const auto ratio = [&](Eigen::Index row, Eigen::Index of) {
      return tableau_(row, of) / tableau_(row, column);
    };
    const double difference = ratio(i, n_ + 1) - ratio(best, n_ + 1);
    if (std::abs(difference) > kFeasible) return difference < 0;
    if (basis_[static_cast<std::size_t>(i)] == 2 * n_) return true;
    if (basis_[static_cast<std::size_t>(best)] == 2 * n_) return false;
    const auto inverse = [&](Eigen::Index row, Eigen::Index k) {  // of the basis
      const Eigen::Index place = column_[static_cast<std::size_t>(k)];
      if (place >= 0) return ratio(row, place);
      return basis_[static_cast<std::size_t>(row)] == k ? 1 / tableau_(row, column) : 0.0;
    };
    for (Eigen::Index k = 0; k < n_; ++k)
      if (const double d = inverse(i, k) - inverse(best, k); std::abs(d) > kTie) return d < 0;
    return false;
  }

  // The basis is right; its numbers once more from the data, without the rounding of the pivots.
  Eigen::VectorXd read() const {
    Eigen::MatrixXd B(n_, n_);
    for (Eigen::Index i = 0; i < n_; ++i) {
      const Eigen::Index variable = basis_[static_cast<std::size_t>(i)];
      if (variable < n_)
        B.col(i) = Eigen::VectorXd::Unit(n_, variable);
      else if (variable < 2 * n_)
        B.col(i) = -A_.col(variable - n_);
      else
        B.col(i).setZero();
    }
    Eigen::VectorXd solution = B.partialPivLu().solve(b_);
    if (!solution.allFinite() || (B * solution - b_).norm() > kExact * b_.norm())
      solution = B.completeOrthogonalDecomposition().solve(b_);
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n_);
    for (Eigen::Index i = 0; i < n_; ++i)
      if (const Eigen::Index variable = basis_[static_cast<std::size_t>(i)];
          variable >= n_ && variable < 2 * n_)
        z(variable - n_) = std::max(0.0, solution(i));
    return z;
  }

  const Eigen::Index n_;
  const Eigen::MatrixXd& A_;
  const Eigen::VectorXd& b_;
  const Eigen::VectorXd& cover_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> tableau_;
  std::vector<Eigen::Index> basis_, outside_;  // variable of each row; of each column but the last
  std::vector<Eigen::Index> column_;           // of each variable; -1: in the basis
};

// The largest amount by which a condition is missed.
double calcMiss(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, const Eigen::VectorXd& z) {
  const Eigen::VectorXd w = A * z + b;
  double miss = 0;
  for (Eigen::Index i = 0; i < z.size(); ++i) miss = std::max({miss, -w(i), std::min(w(i), z(i))});
  return miss / (1 + z.cwiseAbs().maxCoeff());
}

// Another path for each attempt, the same on every machine.
Eigen::VectorXd makeCover(Eigen::Index n, int path) {
  Eigen::VectorXd cover = Eigen::VectorXd::Ones(n);
  constexpr double kGolden = 0.6180339887498949;
  for (Eigen::Index i = 0; path > 0 && i < n; ++i) {
    const double turns = kGolden * static_cast<double>((i + 1) * path);
    cover(i) += turns - std::floor(turns);
  }
  return cover;
}

}  // namespace

std::optional<Eigen::VectorXd> solveComplementarity(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  if (b.size() == 0) return b;
  if (!A.allFinite() || !b.allFinite()) return std::nullopt;
  if (b.minCoeff() >= -kFeasible * b.cwiseAbs().maxCoeff()) return Eigen::VectorXd::Zero(b.size());
  for (int path = 0; path < kPaths; ++path) {
    const Eigen::VectorXd cover = makeCover(b.size(), path);
    auto z = Lemke(A, b, cover).solve();
    if (z && calcMiss(A, b, *z) < kSolved) return z;
  }
  return std::nullopt;
}

}  // namespace clank
