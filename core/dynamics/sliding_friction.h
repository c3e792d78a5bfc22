// SPDX-License-Identifier: GPL-3.0-or-later
// Coulomb friction of closed contacts that slide, as forces proportional to unknown normal forces.
//
// With s the sign of the slip, t_k the unit generalised force along the tangent of contact k, and all else as
// in the saddle-point solve x, lambda = S(f):
//   M a = f + G' lambda - sum_k mu_k s_k lambda_k t_k,  lambda_k the normal force of contact k.
// S is linear: lambda = lambda_0 - sum_k mu_k s_k lambda_k lambda^k with lambda_0 of f and lambda^k of t_k
// alone. Its rows of the sliding contacts are a small system for their lambda_k,
//   (I + L diag(mu s)) lambda = lambda_0,   L_jk = lambda^k in the row of contact j,
// singular only where the wedge jams (the paradox of Painleve).
#pragma once

#include <Eigen/Core>
#include <Eigen/LU>
#include <span>
#include <vector>

#include "core/dynamics/assembler.h"

namespace clank {

class SlidingFriction {
 public:
  // Chooses the contacts that slide. Allocates; called when the mode changes.
  void setMode(const Assembler& assembler);

  // Adds friction to the solution x (m/s2, rad/s2) and lambda (N, N m) of the assembler's last solve with
  // forces alone. Returns the power lost, W. No allocation.
  double apply(Assembler& assembler, std::span<double> x, std::span<double> lambda);

 private:
  std::vector<std::size_t> contacts_;
  std::vector<double> pull_;  // mu s
  std::vector<double> unit_, noRate_;
  std::vector<std::vector<double>> x_, lambda_;  // of a unit tangential force, one a contact
  Eigen::MatrixXd matrix_;
  Eigen::VectorXd normal_;
  Eigen::PartialPivLU<Eigen::MatrixXd> factor_;
};

}  // namespace clank
