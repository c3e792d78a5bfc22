// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/forward_dynamics.h"

#include <algorithm>

namespace clank {

ForwardDynamics::ForwardDynamics(const System& system, const Mode& mode)
    : system_(&system),
      assembler_(system, mode),
      forces_(system),
      f_(3 * system.bodies.size()),
      acceleration_(3 * system.bodies.size()),
      lambda_(assembler_.rowCount()),
      scratch_(system.stateSize()) {}

void ForwardDynamics::setMode(const Mode& mode) {
  assembler_.setMode(mode);
  lambda_.assign(assembler_.rowCount(), 0.0);
}

void ForwardDynamics::evaluate(double t, std::span<const double> y, std::span<double> dydt) {
  ++evaluations_;
  const std::size_t n = 3 * system_->bodies.size();
  const double* q = y.data();
  const double* v = q + n;
  updAppliedForces(*system_, t, q, v, forces_, f_, dydt.subspan(2 * n));
  assembler_.update(t, q, v);
  assembler_.solve(f_, assembler_.gamma(), acceleration_, lambda_);
  for (std::size_t d = 0; d < system_->drives.size(); ++d) {
    const auto row = static_cast<std::size_t>(assembler_.driveRow(d));
    dydt[2 * n + kWork] += lambda_[row] * assembler_.rate()[row];
  }
  std::copy_n(v, n, dydt.begin());
  std::copy_n(acceleration_.begin(), n, dydt.begin() + static_cast<std::ptrdiff_t>(n));
}

}  // namespace clank
