// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/consistency.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

namespace clank {
namespace {

double findLargest(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

}  // namespace

double projectPosition(Assembler& assembler, double t, std::span<double> q, std::span<const double> v,
                       double tolerance, int maxIterations) {
  const std::size_t rows = assembler.rowCount();
  std::vector<double> dq(q.size()), zero(q.size(), 0.0), target(rows), lambda(rows);
  assembler.update(t, q.data(), v.data());
  double error = findLargest(assembler.error());
  for (int i = 0; i < maxIterations && error > tolerance; ++i) {
    std::transform(assembler.error().begin(), assembler.error().end(), target.begin(),
                   [](double c) { return -c; });
    assembler.solve(zero, target, dq, lambda);
    for (std::size_t k = 0; k < q.size(); ++k) q[k] += dq[k];
    assembler.update(t, q.data(), v.data());
    error = findLargest(assembler.error());
    if (!std::isfinite(error)) break;
  }
  return error;
}

void projectVelocity(Assembler& assembler, std::span<double> v) {
  const std::size_t rows = assembler.rowCount();
  std::vector<double> dv(v.size()), zero(v.size(), 0.0), target(rows), lambda(rows);
  multiply(assembler.rows(), v.data(), target);
  for (std::size_t r = 0; r < rows; ++r) target[r] = assembler.rate()[r] - target[r];
  assembler.solve(zero, target, dv, lambda);
  for (std::size_t k = 0; k < v.size(); ++k) v[k] += dv[k];
}

double calcDrift(const Assembler& assembler) {
  double sum = 0;
  for (const double c : assembler.error()) sum += c * c;
  return std::sqrt(sum);
}

int calcGruebler(const System& system, const Assembler& assembler) {
  return 3 * system.bodyCount() - static_cast<int>(assembler.jointRowCount());
}

int calcMobility(const System& system, const Assembler& assembler) {
  const auto rows = static_cast<Eigen::Index>(assembler.jointRowCount());
  const Eigen::Index columns = 3 * system.bodyCount();
  if (rows == 0) return static_cast<int>(columns);
  // Rows of metres and of radians are made comparable by the metric of the masses.
  Eigen::MatrixXd g = Eigen::MatrixXd::Zero(rows, columns);
  for (Eigen::Index r = 0; r < rows; ++r) {
    const SaddlePoint::Row& row = assembler.rows()[static_cast<std::size_t>(r)];
    for (std::size_t slot = 0; slot < SaddlePoint::kBodiesPerRow; ++slot)
      if (const int body = row.body[slot]; body >= 0)
        for (std::size_t c = 0; c < 3; ++c)
          g(r, 3 * body + static_cast<Eigen::Index>(c)) =
              row.g[3 * slot + c] * std::sqrt(system.inverseMass[static_cast<std::size_t>(body)][c]);
    if (const double norm = g.row(r).norm(); norm > 0) g.row(r) /= norm;
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(g);
  qr.setThreshold(1e-8);
  return static_cast<int>(columns - qr.rank());
}

}  // namespace clank
