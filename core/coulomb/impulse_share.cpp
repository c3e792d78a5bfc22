// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/impulse_share.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>

#include "core/dynamics/contact_share.h"
#include "core/math/bounded_share.h"

namespace clank {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using SparseMatrix = Eigen::SparseMatrix<double>;

constexpr double kPushes = 1e-9;       // of the largest impulse
constexpr double kAtEdge = 1e-9;       // of the bound of friction
constexpr double kStill = 1e-9;        // of the largest speed
constexpr double kNoMobility = 1e-10;  // eigenvalues of W, its diagonal being one: squares of lengths
constexpr double kMobile = 1e-6, kNoPivot = 1e-12;  // pivots of W so scaled, and none
constexpr double kTakesPart = 1e-6;                 // of the largest entry of a shift
constexpr double kRoom = 1e-9;                      // of the largest impulse

// Ways in which impulses may change without leaving the laws: columns of directions.
class Directions {
 public:
  Directions(const ImpactProblem& problem, const VectorXd& P)
      : problem_(problem), P_(P), size_(P.cwiseAbs().maxCoeff()), after_(problem.calcRates(P)) {
    fastest_ = std::max(problem.before.cwiseAbs().maxCoeff(), after_.cwiseAbs().maxCoeff());
    for (std::size_t i = 0; i < problem.contacts.size(); ++i) add(i);
  }

  SparseMatrix directions() const { return makeMatrix(columns_); }
  SparseMatrix bounds() const { return makeMatrix(bounds_).transpose(); }

 private:
  void add(std::size_t i) {
    const OneSided& c = problem_.contacts[i];
    if (c.pulls) return addColumn(c.normal, 1, -1, 0);
    const double e = c.law == RestitutionLaw::newton && !c.rests ? c.restitution : 0;
    const bool pushes = P_(c.normal) > kPushes * size_;
    const bool isLeft = after_(c.normal) + e * std::min(0.0, problem_.before(c.normal)) > kStill * fastest_;
    if (!pushes && isLeft) return;
    if (c.slip < 0) {
      addColumn(c.normal, 1, -1, 0);
      return addBound(c.normal, 1, -1, 0);
    }
    const double rate = after_(c.slip) + (c.rests ? 0.0 : c.tangential) * problem_.before(c.slip);
    const double bound = c.friction * P_(c.normal);
    if (std::abs(rate) > kStill * fastest_) {
      if (pushes && std::abs(P_(c.slip)) < (1 - kAtEdge) * bound) return;  // it has turned in the blow
      addColumn(c.normal, 1, c.slip, -std::copysign(c.friction, rate));
      return addBound(c.normal, 1, -1, 0);
    }
    addColumn(c.normal, 1, -1, 0);
    addColumn(c.slip, 1, -1, 0);
    addBound(c.normal, 1, -1, 0);
    addBound(c.normal, c.friction, c.slip, 1);
    addBound(c.normal, c.friction, c.slip, -1);
  }
  // One number, or two.
  struct Few {
    Index one = 0;
    double a = 0;
    Index other = -1;
    double b = 0;
  };
  void addColumn(Index one, double a, Index other, double b) { columns_.push_back({one, a, other, b}); }
  void addBound(Index one, double a, Index other, double b) { bounds_.push_back({one, a, other, b}); }
  SparseMatrix makeMatrix(const std::vector<Few>& columns) const {
    std::vector<Eigen::Triplet<double>> numbers;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Few& few = columns[k];
      numbers.emplace_back(few.one, k, few.a);
      if (few.other >= 0) numbers.emplace_back(few.other, k, few.b);
    }
    SparseMatrix matrix(P_.size(), static_cast<Index>(columns.size()));
    matrix.setFromTriplets(numbers.begin(), numbers.end());
    return matrix;
  }

  const ImpactProblem& problem_;
  const VectorXd& P_;
  const double size_;
  const VectorXd after_;
  double fastest_ = 0;
  std::vector<Few> columns_, bounds_;
};

// Kernel of a positive semidefinite matrix with a diagonal of ones: columns of length one, across each other.
// Where pivots do not say its rank, eigenvalues do, at many times the cost.
MatrixXd findKernel(const MatrixXd& A) {
  Eigen::FullPivLU<MatrixXd> factors(A);
  const auto pivots = factors.matrixLU().diagonal().cwiseAbs().array();
  const Index left = A.cols() - (pivots > kMobile).count();
  if (left == 0) return {};
  if ((pivots > kNoPivot).count() == A.cols() - left) {
    factors.setThreshold(kMobile / factors.maxPivot());
    const Eigen::HouseholderQR<MatrixXd> evened(factors.kernel());
    return evened.householderQ() * MatrixXd::Identity(A.cols(), left);
  }
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
  Index count = 0;
  while (count < A.cols() && solver.eigenvalues()(count) < kNoMobility) ++count;
  return solver.eigenvectors().leftCols(count);
}

// Kernel of W among the directions.
MatrixXd findShifts(const MatrixXd& W, const SparseMatrix& directions) {
  const MatrixXd product = directions.transpose() * (W * directions);
  const VectorXd lengths = product.diagonal().cwiseMax(0).cwiseSqrt();
  const VectorXd scale = (lengths.array() > 0).select(lengths.cwiseInverse(), 1);
  MatrixXd K = findKernel(scale.asDiagonal() * product * scale.asDiagonal());
  if (K.cols() == 0) return K;
  K = directions * (scale.asDiagonal() * K);
  for (Index k = 0; k < K.cols(); ++k) K.col(k) /= K.col(k).cwiseAbs().maxCoeff();
  return K;
}

// Bounds that shifts move; the others hold anyway.
BoundedShare makeShare(const VectorXd& P, const MatrixXd& K, const SparseMatrix& A) {
  BoundedShare share{P, K, A * K, A * P};
  Index count = 0;
  for (Index i = 0; i < A.rows(); ++i) {
    if (share.B.row(i).cwiseAbs().maxCoeff() <= kTakesPart) continue;
    share.B.row(count) = share.B.row(i).eval();
    share.slack(count++) = std::max(0.0, share.slack(i));
  }
  share.B.conservativeResize(count, Eigen::NoChange);
  share.slack.conservativeResize(count);
  return share;
}

}  // namespace

ImpulseShare shareImpulses(const ImpactProblem& problem, const VectorXd& P, const VectorXd& scale) {
  ImpulseShare result{P, {}};
  if (problem.contacts.size() < 2 || P.isZero(0)) return result;
  const Directions ways(problem, P);
  const SparseMatrix directions = ways.directions();
  if (directions.cols() < 2) return result;
  result.asked = static_cast<std::size_t>(directions.cols()) <= kMostShared;
  if (!result.asked) return result;
  const MatrixXd K = findShifts(problem.W, directions);
  if (K.cols() == 0) return result;
  const BoundedShare share = makeShare(P, K, ways.bounds());
  if (share.B.rows() == 0) return result;  // rows that pull, and hold the same twice
  const auto least = findLeast(share, scale);
  if (!least) return result;
  result.P = P + K * *least;
  const double room = kRoom * P.cwiseAbs().maxCoeff();
  // One of them that meets no bound is enough to see that all may move.
  double margin = std::max(share.slack.minCoeff(), (share.slack + share.B * *least).minCoeff());
  VectorXd farthest = result.P;
  if (!(margin > room)) farthest = P + K * findFarthest(share, margin);
  for (const OneSided& contact : problem.contacts) {
    const auto moves = [&](Index row) {
      if (row < 0) return false;
      const bool hasRoom = margin > room && K.row(row).cwiseAbs().maxCoeff() > kTakesPart;
      const double between = std::max(std::abs(result.P(row) - P(row)), std::abs(farthest(row) - P(row)));
      return hasRoom || between > room;
    };
    result.open.push_back(moves(contact.normal) || moves(contact.slip));
  }
  if (std::none_of(result.open.begin(), result.open.end(), [](bool open) { return open; })) return {P, {}};
  return result;
}

}  // namespace clank
