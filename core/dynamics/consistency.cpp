// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/consistency.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/dynamics/tolerances.h"
#include "core/math/largest.h"

namespace clank {

double calcRounding(const System& system, std::span<const double> q) {
  const double unit = system.tolerances.unit;
  if (unit == 1) return kProjected * (1 + findLargest(q));
  double largest = 0;
  for (std::size_t k = 0; k < q.size(); ++k)
    largest = std::max(largest, std::abs(q[k]) / (StateLayout::placeOf(k) == 2 ? 1 : unit));
  return kProjected * (1 + largest);
}

void Projection::resize(const Assembler& assembler, std::size_t coordinates) {
  change_.resize(coordinates);
  zero_.assign(coordinates, 0.0);
  target_.resize(assembler.rowCount());
  lambda_.resize(assembler.rowCount());
}

double Projection::projectPosition(Assembler& assembler, double t, std::span<double> q,
                                   std::span<const double> v, double tolerance, int maxIterations) {
  constexpr double kFast = 1e-2;  // an old factor has to reduce the error by this much in an iteration
  // m, and m or rad for each m: where sides of boxes are aligned contacts are nearly dependent, and what
  // would close the last of a gap moves what is beside it into others. Where they are dependent, closing some
  // may open others farther: then all stay as they are.
  constexpr double kTouching = kOpen, kFarther = 100;
  resize(assembler, q.size());
  const bool touches = !assembler.mode().unilaterals.listClosed().empty();
  double error = assembler.calcOpen();
  for (int i = 0; i < maxIterations && error > tolerance; ++i) {
    std::transform(assembler.error().begin(), assembler.error().end(), target_.begin(),
                   [](double c) { return -c; });
    assembler.solve(zero_, target_, change_, lambda_);
    if (touches && error < kTouching && findLargest(change_) > kFarther * error) break;
    const double before = error;
    const auto shift = [&](double sign) {
      for (std::size_t k = 0; k < q.size(); ++k) q[k] += sign * change_[k];
      assembler.updRows(t, q.data(), v.data());
      error = assembler.calcOpen();
    };
    shift(1);
    if (!std::isfinite(error)) break;
    if (touches && before < kTouching && error > before) {
      shift(-1);
      break;
    }
    if (error > tolerance && error > kFast * before) assembler.factor();
  }
  return error;
}

void Projection::projectVelocity(Assembler& assembler, std::span<double> v, double tolerance) {
  constexpr int kMaxIterations = 3;
  resize(assembler, v.size());
  for (int i = 0; i < kMaxIterations; ++i) {
    multiply(assembler.rows(), v.data(), target_);
    for (std::size_t r = 0; r < target_.size(); ++r) target_[r] = assembler.rate()[r] - target_[r];
    if (findLargest(target_) <= tolerance) return;
    assembler.solve(zero_, target_, change_, lambda_);
    for (std::size_t k = 0; k < v.size(); ++k) v[k] += change_[k];
  }
}

double Projection::projectState(Assembler& assembler, double t, std::span<double> y) {
  assembler.update(t, y.data(), assembler.system().layout.speeds(y).data());
  return projectUpdated(assembler, t, y);
}

double Projection::projectUpdated(Assembler& assembler, double t, std::span<double> y) {
  constexpr int kMaxIterations = 6;
  if (assembler.rowCount() == 0) return 0;
  const StateLayout& layout = assembler.system().layout;
  const std::span<double> q = layout.positions(y), v = layout.speeds(y);
  const double drift = calcDrift(assembler);
  projectPosition(assembler, t, q, v, calcRounding(assembler.system(), q), kMaxIterations);
  projectVelocity(assembler, v, kProjected * (1 + findLargest(v)));
  return drift;
}

double projectPosition(Assembler& assembler, double t, std::span<double> q, std::span<const double> v,
                       double tolerance, int maxIterations) {
  assembler.update(t, q.data(), v.data());
  const double error = Projection().projectPosition(assembler, t, q, v, tolerance, maxIterations);
  assembler.factor();
  return error;
}

void projectVelocity(Assembler& assembler, std::span<double> v) {
  Projection().projectVelocity(assembler, v, 0);
}

// With u = M^1/2 v lengths are those of the mass metric. A u = r and B u = k, rows A and B scaled by M^-1/2:
// first u_1 = u_0 + A^+ (r - A u_0), then within the kernel of A, whose projector is P = I - A^+ A, u = u_1 +
// (B P)^+ (k - B u_1).
void projectVelocity(Assembler& assembler, std::span<double> v, std::span<const BlockRow> kept,
                     std::span<const double> speeds) {
  using Matrix = Eigen::MatrixXd;
  const auto n = static_cast<Eigen::Index>(v.size());
  Eigen::ArrayXd root(n);  // M^-1/2
  for (Eigen::Index k = 0; k < n; ++k)
    root(k) = std::sqrt(assembler.system().metric.inverse(static_cast<std::size_t>(k)));
  const auto scale = [&](std::span<const BlockRow> rows) {
    Matrix scaled(static_cast<Eigen::Index>(rows.size()), n);
    std::vector<double> dense(v.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      std::fill(dense.begin(), dense.end(), 0.0);
      scatter(rows[r], dense);
      scaled.row(static_cast<Eigen::Index>(r)) =
          (Eigen::Map<const Eigen::ArrayXd>(dense.data(), n) * root).matrix().transpose();
    }
    return scaled;
  };
  const auto toVector = [](std::span<const double> x) {
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size())));
  };
  const Matrix A = scale(assembler.rows()), B = scale(kept);
  Eigen::CompleteOrthogonalDecomposition<Matrix> held(A.rows(), A.cols()), wanted(B.rows(), B.cols());
  held.setThreshold(kDependent);
  wanted.setThreshold(kDependent);
  Eigen::VectorXd u = (root > 0).select(toVector(v).array() / root, 0.0).matrix();
  Matrix P = Matrix::Identity(n, n);
  if (A.rows() > 0) {
    held.compute(A);
    u += held.solve(toVector(assembler.rate()) - A * u);
    P -= held.solve(A);
  }
  wanted.compute(B * P);
  u += wanted.solve(toVector(speeds) - B * u);
  Eigen::Map<Eigen::VectorXd>(v.data(), n) = (u.array() * root).matrix();
  projectVelocity(assembler, v);
}

double calcDrift(const Assembler& assembler) {
  double sum = 0;
  for (const double c : assembler.error()) sum += c * c;
  return std::sqrt(sum);
}

int calcGruebler(const System& system, const Assembler& assembler) {
  return system.metric.countMovable() - static_cast<int>(assembler.jointRowCount());
}

// The matrix that is searched has a column for each constraint and a row for each coordinate.
RankResult calcRowRank(const System& system, std::span<const BlockRow> rows) {
  std::vector<SparseRow> coordinates(system.layout.coordinates());
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (const auto& [coordinate, number] : system.metric.calcUnitRow(rows[r]))
      coordinates[static_cast<std::size_t>(coordinate)].emplace_back(static_cast<int>(r), number);
  return calcRank(std::move(coordinates), static_cast<int>(rows.size()), kDependent);
}

int calcMobility(const System& system, const Assembler& assembler) {
  const int coordinates = system.metric.countMovable();
  if (assembler.jointRowCount() == 0) return coordinates;
  // Rows that the modes of a link keep independent need not be so of the straight link, which is what counts.
  if (assembler.hasIndependentRows() && system.bends.empty())
    return coordinates - static_cast<int>(assembler.jointRowCount());
  return coordinates - calcRowRank(system, assembler.rows().first(assembler.jointRowCount())).rank;
}

}  // namespace clank
