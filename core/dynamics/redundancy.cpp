// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gram-Schmidt, twice for each row, which is enough to make it exact: what is left of a row outside the rows
// before it is its own. Rows of metres and of radians are made comparable by the metric of the masses and
// scaled to one, as for the mobility; a row with less than 1e-8 of its own depends on the others.
#include "core/dynamics/redundancy.h"

#include <Eigen/Core>
#include <cmath>

namespace clank {
namespace {

constexpr double kOwn = 1e-8;

Eigen::VectorXd makeScaledRow(const System& system, const SaddlePoint::Row& row) {
  Eigen::VectorXd scaled = Eigen::VectorXd::Zero(3 * system.bodyCount());
  for (std::size_t slot = 0; slot < SaddlePoint::kBodiesPerRow; ++slot) {
    const int body = row.body[slot];
    if (body < 0) continue;
    for (std::size_t c = 0; c < 3; ++c)
      scaled(3 * body + static_cast<Eigen::Index>(c)) =
          row.g[3 * slot + c] * std::sqrt(system.inverseMass[static_cast<std::size_t>(body)][c]);
  }
  const double norm = scaled.norm();
  return norm > 0 ? Eigen::VectorXd(scaled / norm) : scaled;
}

}  // namespace

std::vector<std::size_t> findDependentRows(const Assembler& assembler) {
  std::vector<std::size_t> dependent;
  std::vector<Eigen::VectorXd> basis;
  for (std::size_t r = 0; r < assembler.rowCount(); ++r) {
    Eigen::VectorXd own = makeScaledRow(assembler.system(), assembler.rows()[r]);
    for (int pass = 0; pass < 2; ++pass)
      for (const Eigen::VectorXd& b : basis) own -= b.dot(own) * b;
    const double norm = own.norm();
    if (norm < kOwn)
      dependent.push_back(r);
    else
      basis.emplace_back(own / norm);
  }
  return dependent;
}

std::size_t findJointOfRow(const Assembler& assembler, std::size_t row) {
  std::size_t joint = 0;
  while (joint + 1 < assembler.system().joints.size() &&
         assembler.firstRow(joint + 1) <= static_cast<int>(row))
    ++joint;
  return joint;
}

}  // namespace clank
