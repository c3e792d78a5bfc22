// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/contact_share.h"

#include <Eigen/Dense>
#include <algorithm>

#include "core/dynamics/shared_reactions.h"
#include "core/math/complementarity.h"

namespace clank {
namespace {

constexpr double kTakesPart = 1e-7;  // of the largest coefficient of a shift
constexpr double kMet = 1e-9;        // of the largest force
constexpr double kSafe = 1e-6;       // of the largest force

}  // namespace

ContactShare::ContactShare(Assembler& assembler, std::span<const double> multipliers) {
  const std::vector<Eigen::VectorXd> all = calcShifts(assembler);
  if (all.empty()) return;
  lambda_ =
      Eigen::Map<const Eigen::VectorXd>(multipliers.data(), static_cast<Eigen::Index>(multipliers.size()));
  const System& system = assembler.system();
  const auto takesPart = [](const Eigen::VectorXd& shift, int row) {
    return row >= 0 && std::abs(shift(row)) > kTakesPart * shift.cwiseAbs().maxCoeff();
  };
  std::vector<Eigen::VectorXd> shifts;
  std::vector<bool> concerned(system.contacts.size(), false);
  for (const Eigen::VectorXd& shift : all) {
    bool isContact = false, changesFriction = false;
    std::vector<std::size_t> parts;
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
      if (!takesPart(shift, assembler.gapRow(c)) && !takesPart(shift, assembler.slipRow(c))) continue;
      isContact = true;
      const bool slides = assembler.mode().unilaterals[system.firstContact() + c].slip != 0;
      changesFriction = changesFriction || slides;
      parts.push_back(c);
    }
    for (std::size_t j = 0; j < system.joints.size(); ++j)
      if (findPressedStop(system.joints[j], assembler.mode()) >= 0 && takesPart(shift, assembler.heldRow(j)))
        changesFriction = true;  // a stop that only pushes: not shared either
    if (!isContact || changesFriction) continue;
    shifts.push_back(shift / shift.cwiseAbs().maxCoeff());
    for (const std::size_t c : parts) concerned[c] = true;
  }
  if (shifts.empty()) return;
  K_.resize(lambda_.size(), static_cast<Eigen::Index>(shifts.size()));
  for (std::size_t k = 0; k < shifts.size(); ++k) K_.col(static_cast<Eigen::Index>(k)) = shifts[k];
  for (std::size_t c = 0; c < concerned.size(); ++c)
    if (concerned[c]) addBounds(assembler, c);
  Eigen::MatrixXd A(static_cast<Eigen::Index>(rows_.size()), lambda_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) A.row(static_cast<Eigen::Index>(i)) = rows_[i].transpose();
  B_ = A * K_;
  slack_ = A * lambda_;
}

void ContactShare::addBounds(const Assembler& assembler, std::size_t contact) {
  const auto addRow = [&](int side, double ofNormal, double ofSlip) {
    Eigen::VectorXd row = Eigen::VectorXd::Zero(lambda_.size());
    row(assembler.gapRow(contact)) = ofNormal;
    if (side != 0) row(assembler.slipRow(contact)) = ofSlip;
    bounds_.push_back({contact, side});
    rows_.push_back(row);
  };
  addRow(0, 1, 0);
  if (assembler.slipRow(contact) < 0) return;
  const double friction = assembler.system().getPair(contact).law.friction;
  addRow(1, friction, -1);
  addRow(-1, friction, 1);
}

bool ContactShare::concerns(std::size_t contact) const {
  return std::any_of(bounds_.begin(), bounds_.end(),
                     [&](const Bound& bound) { return bound.contact == contact; });
}

// The linear programme as a complementarity problem. With s = u - u0 (1 .. 1), t = 1 - t' in units of the
// largest force, all unknowns y = (u, u0, t') >= 0: minimise t' under Ay y >= b; then 0 <= y, c - Ay' p >= 0
// and 0 <= p, Ay y - b >= 0 are complementary. The margin is at most one: a wedge could be prestressed at
// will.
Eigen::VectorXd ContactShare::findBest(double& value) const {
  const Eigen::Index r = K_.cols(), m = B_.rows(), n = r + 2;
  const double unit = std::max(lambda_.cwiseAbs().maxCoeff(), 1e-300);
  Eigen::MatrixXd Ay(m, n);
  Ay << B_, -B_.rowwise().sum(), Eigen::VectorXd::Ones(m);
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n + m, n + m);
  M.topRightCorner(n, m) = -Ay.transpose();
  M.bottomLeftCorner(m, n) = Ay;
  Eigen::VectorXd q(n + m);
  q << Eigen::VectorXd::Zero(n - 1), 1, slack_ / unit - Eigen::VectorXd::Ones(m);
  const auto y = solveComplementarity(M, q);
  Eigen::VectorXd s = Eigen::VectorXd::Zero(r);
  if (y) s = unit * (y->head(r) - Eigen::VectorXd::Constant(r, (*y)(r)));
  value = (slack_ + B_ * s).minCoeff();
  return s;
}

double ContactShare::calcSafeMargin() const {
  const double unit = lambda_.cwiseAbs().maxCoeff(), value = slack_.minCoeff();
  if (value > kSafe * unit) return value;
  double margin = 0;
  findBest(margin);
  return margin;
}

ContactShare::Margin ContactShare::calcMargin() const {
  Margin margin;
  const Eigen::VectorXd left = slack_ + B_ * findBest(margin.value);
  const double unit = lambda_.cwiseAbs().maxCoeff();
  for (std::size_t i = 0; i < bounds_.size(); ++i)
    if (left(static_cast<Eigen::Index>(i)) <= margin.value + kMet * unit) margin.met.push_back(bounds_[i]);
  return margin;
}

Eigen::VectorXd ContactShare::calcLeast(const Eigen::VectorXd& scale) const {
  const Eigen::MatrixXd DK = scale.asDiagonal() * K_;
  const auto decomposition = DK.colPivHouseholderQr();
  const Eigen::VectorXd free = -decomposition.solve(scale.cwiseProduct(lambda_));
  const Eigen::MatrixXd H = DK.transpose() * DK;
  const Eigen::MatrixXd answer = H.ldlt().solve(B_.transpose());  // H^-1 B'
  const Eigen::MatrixXd M = B_ * answer;
  const Eigen::VectorXd q = slack_ + B_ * free;
  const double size = M.diagonal().maxCoeff(), unit = std::max(lambda_.cwiseAbs().maxCoeff(), 1e-300);
  if (size > 0)
    if (const auto z = solveComplementarity(M / size, q / unit))
      return lambda_ + K_ * (free + answer * (unit / size * *z));
  double ignored = 0;
  return lambda_ + K_ * findBest(ignored);
}

}  // namespace clank
