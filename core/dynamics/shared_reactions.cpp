// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rigid links do not say how redundant joints share a load: with a row d that depends on the others,
// g_d = sum of c_r g_r, the multipliers lambda + s n, n = c - e_d, give the same forces G' lambda for any s.
// c solves the saddle-point system without accelerations, f = -g_d, b = 0: there x = W (f + G' c) is the part
// of g_d that the others do not hold, zero for a dependent row. Among all choices the one with the least
//
//     sum over rows of D_r lambda_r^2
//
// is taken, D = 1 for forces and 1/l^2 for moments, l^2 the mean square of the arms of all forces: the share
// of joints that sit in equal springs. With the columns n in N: s = -(N' D N)^-1 N' D lambda, a least-squares
// problem in sqrt(D) N.
#include "core/dynamics/shared_reactions.h"

#include "core/dynamics/contact_share.h"

#include "core/dynamics/tolerances.h"
#include "core/math/largest.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

namespace clank {
namespace {

constexpr double kOutside = 1e-4;  // of a row, that the others do not hold: it is no dependent one
constexpr double kNothing = 1e-7;  // of the largest coefficient

// Contacts and stops that are pressed against push, and must not be made to pull.
std::vector<bool> findPushing(const Assembler& assembler) {
  std::vector<bool> pushes(assembler.rowCount(), false);
  const System& system = assembler.system();
  const auto mark = [&](int row) {
    if (row >= 0) pushes[static_cast<std::size_t>(row)] = true;
  };
  for (std::size_t j = 0; j < system.joints.size(); ++j)
    if (findPressedStop(system.joints[j], assembler.mode()) >= 0) mark(assembler.heldRow(j));
  for (std::size_t c = 0; c < system.contacts.size(); ++c) {
    mark(assembler.gapRow(c));
    mark(assembler.slipRow(c));
  }
  return pushes;
}

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

// sqrt(D).
Eigen::VectorXd calcScale(std::span<const BlockRow> rows) {
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

// n for a dependent row; empty when it is none.
Eigen::VectorXd calcShift(Assembler& assembler, std::size_t row) {
  const std::size_t coordinates = assembler.system().layout.coordinates(), rows = assembler.rowCount();
  std::vector<double> f(coordinates, 0.0), x(coordinates), c(rows), still(rows, 0.0);
  scatter(assembler.rows()[row], f);
  for (double& value : f) value = -value;
  assembler.solve(f, still, x, c);
  c[row] -= 1;
  double outside = 0, whole = 0;
  for (std::size_t i = 0; i < coordinates; ++i) {
    outside = std::max(outside, std::abs(x[i]));
    whole = std::max(whole, std::abs(f[i] * assembler.system().metric.inverse(i)));
  }
  if (!(outside < kOutside * whole)) return {};
  return Eigen::Map<const Eigen::VectorXd>(c.data(), static_cast<Eigen::Index>(rows));
}

// Of rows that only push, none takes part.
bool isFree(const Eigen::VectorXd& shift, const std::vector<bool>& pushes) {
  const double largest = shift.cwiseAbs().maxCoeff();
  for (std::size_t r = 0; r < pushes.size(); ++r)
    if (pushes[r] && std::abs(shift(static_cast<Eigen::Index>(r))) > kNothing * largest) return false;
  return true;
}

}  // namespace

std::vector<Eigen::VectorXd> calcShifts(Assembler& assembler) {
  std::vector<Eigen::VectorXd> shifts;
  for (const SaddlePoint::SmallPivot& pivot : assembler.smallPivots()) {
    if (pivot.ratio > kDependentPivot) continue;
    const Eigen::VectorXd shift = calcShift(assembler, static_cast<std::size_t>(pivot.row));
    if (shift.size() > 0) shifts.push_back(shift);
  }
  return shifts;
}

void shareEvenly(Assembler& assembler, std::span<double> multipliers) {
  std::vector<Eigen::VectorXd> shifts = calcShifts(assembler);
  if (shifts.empty()) return;
  const std::vector<bool> pushes = findPushing(assembler);
  std::erase_if(shifts, [&](const Eigen::VectorXd& shift) { return !isFree(shift, pushes); });
  const Eigen::VectorXd scale = calcScale(assembler.rows());
  const auto rows = static_cast<Eigen::Index>(multipliers.size());
  Eigen::Map<Eigen::VectorXd> lambda(multipliers.data(), rows);
  if (!shifts.empty()) {
    Eigen::MatrixXd N(rows, static_cast<Eigen::Index>(shifts.size()));
    for (std::size_t k = 0; k < shifts.size(); ++k) N.col(static_cast<Eigen::Index>(k)) = shifts[k];
    const Eigen::MatrixXd scaled = scale.asDiagonal() * N;
    const Eigen::VectorXd s = scaled.colPivHouseholderQr().solve(scale.cwiseProduct(lambda));
    lambda -= N * s;
  }
  if (const ContactShare share(assembler, multipliers); !share.isEmpty()) lambda = share.calcLeast(scale);
}

}  // namespace clank
