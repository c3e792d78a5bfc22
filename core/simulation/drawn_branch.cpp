// SPDX-License-Identifier: GPL-3.0-or-later
//
// With as many independent rows as coordinates, det G is zero in singular positions alone, and two positions
// that a path without one connects have its sign in common. The path is Davidenko's: from the drawing, where
// C = C0, through C(q) = (1 - s) C0 to the closed position at s = 1, by Newton's method for steps of s. It
// ends on the branch of the drawing unless it meets a singular position, and then it ends there.
#include "core/simulation/drawn_branch.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "core/dynamics/closure.h"
#include "core/dynamics/extent.h"
#include "core/dynamics/tolerances.h"
#include "core/math/largest.h"

namespace clank {
namespace {

constexpr std::size_t kMostDense = 600;  // dense
constexpr double kMoved = 1e-3;          // rad; less does not lead to another branch
constexpr double kAboutClosed = 1e-2;    // of the extent
constexpr double kStepOfAngle = 0.05;    // rad
constexpr int kFewestSteps = 10, kMostSteps = 400, kNewtonSteps = 8;
constexpr double kFollowed = 1e-6;  // of what is open at first

// Of det G at the last update: 0 in or near a singular position.
int findSignOfDeterminant(const Assembler& assembler) {
  const auto n = static_cast<Eigen::Index>(assembler.rowCount());
  Eigen::MatrixXd G(n, n);
  std::vector<double> dense(assembler.rowCount());
  for (Eigen::Index r = 0; r < n; ++r) {
    std::fill(dense.begin(), dense.end(), 0.0);
    scatter(assembler.rows()[static_cast<std::size_t>(r)], dense);
    G.row(r) = Eigen::Map<const Eigen::RowVectorXd>(dense.data(), n);
  }
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(G);
  const Eigen::VectorXd pivots = lu.matrixLU().diagonal();
  if (!(std::abs(pivots(n - 1)) > kDependent * std::abs(pivots(0)))) return 0;
  const int ofPivots = static_cast<int>((pivots.array() < 0).count()) % 2 == 0 ? 1 : -1;
  return ofPivots * static_cast<int>(lu.permutationP().determinant() * lu.permutationQ().determinant());
}

class BranchKeeper {
 public:
  BranchKeeper(Assembler& assembler, std::span<const double> drawn, std::span<double> q,
               std::span<const double> v)
      : assembler_(assembler), drawn_(drawn), q_(q), v_(v) {}

  Problems run() {
    const std::size_t rows = assembler_.rowCount();
    const bool isSquare = rows == drawn_.size() && rows <= kMostDense &&
                          assembler_.system().metric.countMovable() == static_cast<int>(rows);
    if (assembler_.system().drives.empty() || !isSquare || !isMoved()) return {};
    if (!isDrawnClosed()) {
      assembler_.update(0, q_.data(), v_.data());
      return {};
    }
    const int asDrawn = findSign(drawn_), closed = findSign(q_);  // the last update is of q
    if (asDrawn == 0 || closed == 0 || asDrawn == closed) return {};
    std::vector<double> followed(drawn_.begin(), drawn_.end());
    if (follow(followed) && closeNearest(assembler_, 0, followed, v_) < kOpen &&
        findSign(followed) == asDrawn) {
      std::copy(followed.begin(), followed.end(), q_.begin());
      return {};
    }
    assembler_.update(0, q_.data(), v_.data());
    return {{"the start is not on the branch that is drawn: from the drawing to where drive " +
                 assembler_.system().drives.front().id +
                 " begins, the mechanism passes a singular position. Draw it near its start, or name the "
                 "branch that is meant (branches)",
             "/branches", Severity::note}};
  }

 private:
  bool isMoved() const {
    for (std::size_t b = 0; b < assembler_.system().bodies.size(); ++b) {
      const std::size_t k = StateLayout::angle(static_cast<int>(b));
      if (std::abs(q_[k] - drawn_[k]) > kMoved) return true;
    }
    return false;
  }
  // A drawing whose joints are far apart is on no branch.
  bool isDrawnClosed() {
    assembler_.update(0, drawn_.data(), v_.data());
    const double open = findLargest(assembler_.error().first(assembler_.jointRowCount()));
    return open <= kAboutClosed * calcExtent(assembler_.system(), drawn_.data());
  }
  int findSign(std::span<const double> q) {
    assembler_.update(0, q.data(), v_.data());
    return findSignOfDeterminant(assembler_);
  }

  // False where the path ends.
  bool follow(std::vector<double>& q) {
    assembler_.update(0, q.data(), v_.data());
    const std::vector<double> open(assembler_.error().begin(), assembler_.error().end());
    double turn = 0;
    for (std::size_t b = 0; b < assembler_.system().bodies.size(); ++b) {
      const std::size_t k = StateLayout::angle(static_cast<int>(b));
      turn = std::max(turn, std::abs(q_[k] - drawn_[k]));
    }
    const int steps = std::clamp(static_cast<int>(turn / kStepOfAngle), kFewestSteps, kMostSteps);
    for (int i = 1; i <= steps; ++i)
      if (!goTo(q, open, 1 - static_cast<double>(i) / steps)) return false;
    return true;
  }
  // To where C is a part of what it was.
  bool goTo(std::vector<double>& q, const std::vector<double>& open, double part) {
    const double close = kFollowed * findLargest(open);
    std::vector<double> target(open.size()), lambda(open.size()), dq(q.size()), still(q.size(), 0.0);
    for (int i = 0; i < kNewtonSteps; ++i) {
      for (std::size_t r = 0; r < open.size(); ++r) target[r] = part * open[r] - assembler_.error()[r];
      if (findLargest(target) <= close) return true;
      assembler_.solve(still, target, dq, lambda);
      for (std::size_t k = 0; k < q.size(); ++k) q[k] += dq[k];
      assembler_.update(0, q.data(), v_.data());
    }
    return false;
  }

  Assembler& assembler_;
  std::span<const double> drawn_;
  std::span<double> q_;
  std::span<const double> v_;
};

}  // namespace

Problems keepDrawnBranch(Assembler& assembler, std::span<const double> drawn, std::span<double> q,
                         std::span<const double> v) {
  return BranchKeeper(assembler, drawn, q, v).run();
}

}  // namespace clank
