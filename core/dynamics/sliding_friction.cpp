// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/sliding_friction.h"

#include <algorithm>

namespace clank {

void SlidingFriction::setMode(const Assembler& assembler) {
  const System& system = assembler.system();
  contacts_.clear();
  pull_.clear();
  for (std::size_t c = 0; c < system.contacts.size(); ++c) {
    const Mode::UnilateralMode& mode = assembler.mode().unilaterals[system.firstContact() + c];
    const double friction = system.getPair(c).law.friction;
    if (!mode.closed || mode.slip == 0 || friction <= 0) continue;
    contacts_.push_back(c);
    pull_.push_back(friction * mode.slip);
  }
  const std::size_t variables = system.layout.coordinates();
  unit_.assign(variables, 0.0);
  noRate_.assign(assembler.rowCount(), 0.0);
  x_.assign(contacts_.size(), std::vector<double>(variables));
  lambda_.assign(contacts_.size(), std::vector<double>(assembler.rowCount()));
  const auto n = static_cast<Eigen::Index>(contacts_.size());
  matrix_.resize(n, n);
  normal_.resize(n);
  factor_ = Eigen::PartialPivLU<Eigen::MatrixXd>(n);
}

double SlidingFriction::apply(Assembler& assembler, std::span<double> x, std::span<double> lambda) {
  if (contacts_.empty()) return 0;
  const System& system = assembler.system();
  const auto n = static_cast<Eigen::Index>(contacts_.size());
  const auto rowOf = [&](Eigen::Index i) {
    return static_cast<std::size_t>(assembler.gapRow(contacts_[static_cast<std::size_t>(i)]));
  };
  for (Eigen::Index k = 0; k < n; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const std::size_t contact = contacts_[at];
    BlockRow tangent;
    double gamma = 0;
    updSlipRow(system.contacts[contact].geometry, assembler.contactKinematics(contact), tangent, gamma);
    scatter(tangent, unit_);
    assembler.solve(unit_, noRate_, x_[at], lambda_[at]);
    for (Eigen::Index j = 0; j < n; ++j)
      matrix_(j, k) = (j == k ? 1.0 : 0.0) + pull_[at] * lambda_[at][rowOf(j)];
    normal_(k) = lambda[rowOf(k)];
  }
  factor_.compute(matrix_);
  normal_ = factor_.solve(normal_);
  double loss = 0;
  for (Eigen::Index k = 0; k < n; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const double force = -pull_[at] * normal_(k);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += force * x_[at][i];
    for (std::size_t r = 0; r < lambda.size(); ++r) lambda[r] += force * lambda_[at][r];
    loss -= force * assembler.contactKinematics(contacts_[at]).slip;
  }
  return loss;
}

}  // namespace clank
