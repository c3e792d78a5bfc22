// SPDX-License-Identifier: GPL-3.0-or-later
//
// With a row d that depends on the others, g_d = sum of c_r g_r, the multipliers lambda + s n, n = c - e_d,
// give the same forces G' lambda for any s. c solves the saddle-point system without accelerations, f = -g_d,
// b = 0: there x = W (f + G' c) is the part of g_d that the others do not hold, zero for a dependent row.
#include "core/dynamics/dependent_rows.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

constexpr double kOutside = 1e-4;  // of a row, that the others do not hold: it is no dependent one

// Largest entries of a row in position and in angle.
struct Entries {
  double along = 0, about = 0;
};
Entries findEntries(const BlockRow& row) {
  Entries entries;
  for (std::size_t slot = 0; slot < row.size(); ++slot) {
    const double* const g = row.at(slot);
    entries.along = std::max(entries.along, std::hypot(g[0], g[1]));
    entries.about = std::max(entries.about, std::abs(g[2]));
  }
  return entries;
}

// n for a dependent row; empty when it is none.
Eigen::VectorXd calcShift(Assembler& assembler, std::size_t row) {
  Eigen::VectorXd shift = calcCombination(assembler, assembler.rows()[row]);
  if (shift.size() > 0) shift(static_cast<Eigen::Index>(row)) -= 1;
  return shift;
}

// Pivots err by rounding over the small pivots before them: two contacts 0.1 mm apart leave one of 1e-6, and
// a third one on the same parts, which depends on them, 1e-10 in the place of nothing.
constexpr double kEnlarges = 1e-5;
bool hidesDependence(std::span<const SaddlePoint::SmallPivot> pivots) {
  return std::any_of(pivots.begin(), pivots.end(), [](const SaddlePoint::SmallPivot& pivot) {
    return pivot.ratio > kDependentPivot && pivot.ratio < kEnlarges;
  });
}

// The same by orthogonal elimination with the largest row next. A holds rows of length one in the metric of
// the masses as columns; A P = Q [R1 R2] leaves P (-R1^-1 R2, 1), brought back to the rows' own lengths.
std::vector<Eigen::VectorXd> calcShiftsOrthogonally(const Assembler& assembler) {
  const MassMetric& metric = assembler.system().metric;
  const auto rows = static_cast<Eigen::Index>(assembler.rowCount());
  Eigen::MatrixXd A =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(assembler.system().layout.coordinates()), rows);
  Eigen::VectorXd lengths(rows);
  for (Eigen::Index r = 0; r < rows; ++r) {
    const BlockRow& row = assembler.rows()[static_cast<std::size_t>(r)];
    lengths(r) = std::sqrt(metric.calcFreeMobility(row));
    for (const auto& [coordinate, number] : metric.calcUnitRow(row)) A(coordinate, r) = number;
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition(A.rows(), rows);
  decomposition.setThreshold(std::sqrt(kDependentPivot));
  decomposition.compute(A);
  const Eigen::Index rank = decomposition.rank();
  if (rank == rows) return {};
  const Eigen::MatrixXd& R = decomposition.matrixR();
  Eigen::MatrixXd N(rows, rows - rank);
  N.topRows(rank) =
      -R.topLeftCorner(rank, rank).triangularView<Eigen::Upper>().solve(R.topRightCorner(rank, rows - rank));
  N.bottomRows(rows - rank).setIdentity();
  std::vector<Eigen::VectorXd> shifts;
  for (Eigen::Index k = 0; k < N.cols(); ++k) {
    const Eigen::VectorXd shift = decomposition.colsPermutation() * N.col(k);
    shifts.push_back((lengths.array() > 0).select(shift.array() / lengths.array(), 0).matrix());
  }
  return shifts;
}

}  // namespace

Eigen::VectorXd calcShareScale(std::span<const BlockRow> rows) {
  double squares = 0;
  int arms = 0;
  for (const BlockRow& row : rows)
    if (const Entries entries = findEntries(row); entries.along > 0 && entries.about > 0) {
      squares += entries.about * entries.about;
      ++arms;
    }
  const double arm = arms > 0 ? std::sqrt(squares / arms) : 1;
  Eigen::VectorXd scale(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Entries entries = findEntries(rows[r]);
    scale[static_cast<Eigen::Index>(r)] = entries.along > 0 ? entries.along : entries.about / arm;
  }
  return scale;
}

Eigen::VectorXd calcCombination(Assembler& assembler, const BlockRow& row) {
  const std::size_t coordinates = assembler.system().layout.coordinates(), rows = assembler.rowCount();
  std::vector<double> f(coordinates, 0.0), x(coordinates), c(rows), still(rows, 0.0);
  scatter(row, f);
  for (double& value : f) value = -value;
  assembler.solve(f, still, x, c);
  double outside = 0, whole = 0;
  for (std::size_t i = 0; i < coordinates; ++i) {
    outside = std::max(outside, std::abs(x[i]));
    whole = std::max(whole, std::abs(f[i] * assembler.system().metric.inverse(i)));
  }
  if (!(outside < kOutside * whole)) return {};
  return Eigen::Map<const Eigen::VectorXd>(c.data(), static_cast<Eigen::Index>(rows));
}

std::vector<Eigen::VectorXd> calcShifts(Assembler& assembler) {
  const bool hasContacts = assembler.closedContacts().size() > 1;
  if (hasContacts && hidesDependence(assembler.smallPivots())) return calcShiftsOrthogonally(assembler);
  std::vector<Eigen::VectorXd> shifts;
  for (const SaddlePoint::SmallPivot& pivot : assembler.smallPivots()) {
    if (pivot.ratio > kDependentPivot) continue;
    const Eigen::VectorXd shift = calcShift(assembler, static_cast<std::size_t>(pivot.row));
    if (shift.size() > 0) shifts.push_back(shift);
  }
  return shifts;
}

bool areIndependent(const Assembler& assembler) {
  return std::ranges::all_of(assembler.smallPivots(),
                             [](const SaddlePoint::SmallPivot& pivot) { return pivot.ratio >= kEnlarges; });
}

}  // namespace clank
