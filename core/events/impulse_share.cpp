// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/impulse_share.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/dynamics/contact_share.h"
#include "core/math/bounded_share.h"

namespace clank {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kPushes = 1e-9;       // of the largest impulse
constexpr double kAtEdge = 1e-9;       // of the bound of friction
constexpr double kStill = 1e-9;        // of the largest speed
constexpr double kNoMobility = 1e-10;  // eigenvalues of W, its diagonal being one: squares of lengths
constexpr double kTakesPart = 1e-6;    // of the largest entry of a shift
constexpr double kRoom = 1e-9;         // of the largest impulse

// Ways in which impulses may change without leaving the laws: columns of directions.
class Directions {
 public:
  Directions(const ImpactProblem& problem, const VectorXd& P)
      : problem_(problem), P_(P), size_(P.cwiseAbs().maxCoeff()), after_(problem.before + problem.W * P) {
    fastest_ = std::max(problem.before.cwiseAbs().maxCoeff(), after_.cwiseAbs().maxCoeff());
    for (std::size_t i = 0; i < problem.contacts.size(); ++i) add(i);
  }

  MatrixXd directions() const {
    MatrixXd D = MatrixXd::Zero(P_.size(), static_cast<Index>(columns_.size()));
    for (std::size_t k = 0; k < columns_.size(); ++k) D.col(static_cast<Index>(k)) = columns_[k];
    return D;
  }
  MatrixXd bounds() const {
    MatrixXd A = MatrixXd::Zero(static_cast<Index>(bounds_.size()), P_.size());
    for (std::size_t k = 0; k < bounds_.size(); ++k) A.row(static_cast<Index>(k)) = bounds_[k].transpose();
    return A;
  }

 private:
  void add(std::size_t i) {
    const ContactProblem::Contact& c = problem_.contacts[i];
    const ImpactLaw& law = problem_.laws[i];
    if (c.pulls) return addColumn(c.normal, 1, -1, 0);
    const double e = law.kind == RestitutionLaw::newton && !law.rests ? law.restitution : 0;
    const bool pushes = P_(c.normal) > kPushes * size_;
    const bool isLeft = after_(c.normal) + e * std::min(0.0, problem_.before(c.normal)) > kStill * fastest_;
    if (!pushes && isLeft) return;
    if (c.slip < 0) {
      addColumn(c.normal, 1, -1, 0);
      return addBound(c.normal, 1, -1, 0);
    }
    const double rate = after_(c.slip) + (law.rests ? 0.0 : law.tangential) * problem_.before(c.slip);
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
  VectorXd makeRow(Index one, double a, Index other, double b) const {
    VectorXd row = VectorXd::Zero(P_.size());
    row(one) = a;
    if (other >= 0) row(other) = b;
    return row;
  }
  void addColumn(Index one, double a, Index other, double b) {
    columns_.push_back(makeRow(one, a, other, b));
  }
  void addBound(Index one, double a, Index other, double b) { bounds_.push_back(makeRow(one, a, other, b)); }

  const ImpactProblem& problem_;
  const VectorXd& P_;
  const double size_;
  const VectorXd after_;
  double fastest_ = 0;
  std::vector<VectorXd> columns_, bounds_;
};

// Kernel of W among the directions.
MatrixXd findShifts(const MatrixXd& W, const MatrixXd& directions) {
  MatrixXd scaled = directions;
  for (Index k = 0; k < scaled.cols(); ++k) {
    const double mobility = scaled.col(k).dot(W * scaled.col(k));
    if (mobility > 0) scaled.col(k) /= std::sqrt(mobility);
  }
  const MatrixXd product = scaled.transpose() * W * scaled;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(product);
  Index count = 0;
  while (count < product.cols() && solver.eigenvalues()(count) < kNoMobility) ++count;
  MatrixXd K = scaled * solver.eigenvectors().leftCols(count);
  for (Index k = 0; k < count; ++k) K.col(k) /= K.col(k).cwiseAbs().maxCoeff();
  return K;
}

// Bounds that shifts move; the others hold anyway.
BoundedShare makeShare(const VectorXd& P, const MatrixXd& K, const MatrixXd& A) {
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
  const MatrixXd directions = ways.directions();
  if (directions.cols() < 2) return result;
  result.asked = static_cast<std::size_t>(directions.cols()) <= kMostShared;
  if (!result.asked) return result;
  const MatrixXd K = findShifts(problem.W, directions);
  if (K.cols() == 0) return result;
  const BoundedShare share = makeShare(P, K, ways.bounds());
  if (share.B.rows() == 0) return result;  // rows that pull, and hold the same twice
  double margin = 0;
  const VectorXd farthest = P + K * findFarthest(share, margin);
  const auto least = findLeast(share, scale);
  if (!least) return result;
  result.P = P + K * *least;
  const double unit = P.cwiseAbs().maxCoeff();
  for (const ContactProblem::Contact& contact : problem.contacts) {
    const auto moves = [&](Index row) {
      if (row < 0) return false;
      const bool hasRoom = margin > kRoom * unit && K.row(row).cwiseAbs().maxCoeff() > kTakesPart;
      const double between = std::max(std::abs(result.P(row) - P(row)), std::abs(farthest(row) - P(row)));
      return hasRoom || between > kRoom * unit;
    };
    result.open.push_back(moves(contact.normal) || moves(contact.slip));
  }
  if (std::none_of(result.open.begin(), result.open.end(), [](bool open) { return open; })) return {P, {}};
  return result;
}

}  // namespace clank
