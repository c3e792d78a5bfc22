// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/impact.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "core/math/complementarity.h"

namespace clank {
namespace {

double dot(const SaddlePoint::Row& row, std::span<const double> v) {
  double sum = 0;
  multiply(std::span(&row, 1), v.data(), std::span(&sum, 1));
  return sum;
}

void scatter(const SaddlePoint::Row& row, std::span<double> f) {
  std::fill(f.begin(), f.end(), 0.0);
  for (std::size_t slot = 0; slot < SaddlePoint::kBodiesPerRow; ++slot)
    if (row.body[slot] >= 0)
      for (std::size_t c = 0; c < 3; ++c)
        f[3 * static_cast<std::size_t>(row.body[slot]) + c] += row.g[3 * slot + c];
}

// Below this share of the mobility that the bodies of a contact would have without joints, the joints hold
// it.
constexpr double kImmobile = 1e-8;

// J W J' of the bodies of a contact as if they had no joints (1/kg or 1/(kg m2)).
double calcFreeInverseMass(const System& system, const SaddlePoint::Row& row) {
  double sum = 0;
  for (std::size_t slot = 0; slot < SaddlePoint::kBodiesPerRow; ++slot)
    if (row.body[slot] >= 0)
      for (std::size_t c = 0; c < 3; ++c)
        sum += row.g[3 * slot + c] * row.g[3 * slot + c] *
               system.inverseMass[static_cast<std::size_t>(row.body[slot])][c];
  return sum;
}

// P for contacts of both kinds: the pulling ones are eliminated first (a Schur complement), the pushing ones
// are left to the complementarity problem.
std::optional<Eigen::VectorXd> solveImpulses(const Eigen::MatrixXd& W, const Eigen::VectorXd& target,
                                             std::span<const ImpactContact> contacts) {
  std::vector<Eigen::Index> pulls, pushes;
  for (std::size_t i = 0; i < contacts.size(); ++i)
    (contacts[i].pulls ? pulls : pushes).push_back(static_cast<Eigen::Index>(i));
  Eigen::VectorXd P = Eigen::VectorXd::Zero(target.size());
  if (pulls.empty()) {
    const auto pushed = solveComplementarity(W, target);
    return pushed ? std::optional<Eigen::VectorXd>(*pushed) : std::nullopt;
  }
  const Eigen::MatrixXd Wpp = W(pulls, pulls), Wpu = W(pulls, pushes), Wuu = W(pushes, pushes);
  const Eigen::VectorXd pulled = target(pulls), pushing = target(pushes);
  const auto decomposition = Wpp.completeOrthogonalDecomposition();
  Eigen::VectorXd pushed(0);
  if (!pushes.empty()) {
    const Eigen::MatrixXd A = Wuu - Wpu.transpose() * decomposition.solve(Wpu);
    const Eigen::VectorXd b = pushing - Wpu.transpose() * decomposition.solve(pulled);
    const auto solution = solveComplementarity(A, b);
    if (!solution) return std::nullopt;
    pushed = *solution;
    P(pushes) = pushed;
  }
  const Eigen::VectorXd rest = -pulled - Wpu * pushed;
  const Eigen::VectorXd solved = decomposition.solve(rest);
  P(pulls) = solved;
  return P;
}

}  // namespace

std::optional<VelocityJump> calcJump(Assembler& assembler, std::span<const double> v,
                                     std::span<const ImpactContact> contacts) {
  const auto n = static_cast<Eigen::Index>(contacts.size());
  const std::vector<double> noJump(assembler.rowCount(), 0.0);
  std::vector<std::vector<double>> dv(contacts.size(), std::vector<double>(v.size()));
  std::vector<std::vector<double>> rowImpulse(contacts.size(), std::vector<double>(assembler.rowCount()));
  std::vector<double> unit(v.size());
  VelocityJump jump;
  jump.delassus.resize(n, n);
  Eigen::VectorXd target(n);  // J v- (1 + e): what W P has to undo
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    scatter(contacts[i].row, unit);
    assembler.solve(unit, noJump, dv[i], rowImpulse[i]);
    for (std::size_t j = 0; j < contacts.size(); ++j)
      jump.delassus(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = dot(contacts[j].row, dv[i]);
    const double before = dot(contacts[i].row, v);
    target(static_cast<Eigen::Index>(i)) = before + contacts[i].restitution * before;
    const auto ii = static_cast<Eigen::Index>(i);
    if (jump.delassus(ii, ii) < kImmobile * calcFreeInverseMass(assembler.system(), contacts[i].row) &&
        before < 0)
      return std::nullopt;
  }
  const auto impulse = solveImpulses(jump.delassus, target, contacts);
  if (!impulse || !impulse->allFinite()) return std::nullopt;
  jump.impulse = *impulse;
  jump.dv.assign(v.size(), 0.0);
  jump.rowImpulse.assign(assembler.rowCount(), 0.0);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const double P = jump.impulse(static_cast<Eigen::Index>(i));
    for (std::size_t k = 0; k < v.size(); ++k) jump.dv[k] += P * dv[i][k];
    for (std::size_t r = 0; r < jump.rowImpulse.size(); ++r) jump.rowImpulse[r] += P * rowImpulse[i][r];
  }
  return jump;
}

std::vector<double> calcSwitchedVelocity(const System& system, const Assembler& assembler,
                                         std::span<const double> v, std::size_t joint,
                                         std::span<const SaddlePoint::Row> stopped) {
  const auto columns = static_cast<Eigen::Index>(v.size());
  const auto addRow = [&](Eigen::MatrixXd& matrix, const SaddlePoint::Row& source) {
    matrix.conservativeResize(matrix.rows() + 1, columns);
    std::vector<double> dense(v.size());
    scatter(source, dense);
    matrix.row(matrix.rows() - 1) = Eigen::Map<const Eigen::RowVectorXd>(dense.data(), columns);
  };
  Eigen::MatrixXd constraints(0, columns), rates(0, columns);
  for (const SaddlePoint::Row& held : assembler.rows()) addRow(constraints, held);
  for (const SaddlePoint::Row& row : stopped) addRow(constraints, row);
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    if (i == joint || findCoordinateKind(system.joints[i].kind) == CoordinateKind::none ||
        assembler.heldRow(i) >= 0)
      continue;
    SaddlePoint::Row coordinate;
    double gamma = 0, error = 0;
    updCoordinateRow(system.joints[i], assembler.kinematics(i), 0, coordinate, gamma, error);
    addRow(rates, coordinate);
  }
  // dv = particular + kernel z, with the rates of the other joints unchanged as well as the loops allow.
  Eigen::VectorXd target = -constraints * Eigen::Map<const Eigen::VectorXd>(v.data(), columns);
  for (std::size_t r = 0; r < assembler.rowCount(); ++r)
    target(static_cast<Eigen::Index>(r)) += assembler.rate()[r];
  const auto decomposition = constraints.completeOrthogonalDecomposition();
  Eigen::VectorXd dv = decomposition.solve(target);
  const Eigen::MatrixXd kernel = constraints.fullPivLu().kernel();
  if (rates.rows() > 0 && kernel.norm() > 0)
    dv += kernel * (rates * kernel).completeOrthogonalDecomposition().solve(-(rates * dv));
  std::vector<double> result(v.begin(), v.end());
  for (Eigen::Index k = 0; k < columns; ++k) result[static_cast<std::size_t>(k)] += dv(k);
  return result;
}

}  // namespace clank
