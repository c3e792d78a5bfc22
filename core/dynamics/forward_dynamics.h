// SPDX-License-Identifier: GPL-3.0-or-later
// Accelerations and joint reactions: M a = f + G' lambda, G a = gamma.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dynamics/applied_forces.h"
#include "core/dynamics/assembler.h"
#include "core/dynamics/sliding_friction.h"

namespace clank {

// Scratch of one thread that evaluates one system in one mode at a time.
class ForwardDynamics {
 public:
  ForwardDynamics(const System& system, const Mode& mode);

  void setMode(const Mode& mode);
  Assembler& assembler() { return assembler_; }
  const Assembler& assembler() const { return assembler_; }

  // dy/dt of y = [q, v, z]. No allocation.
  void evaluate(double t, std::span<const double> y, std::span<double> dydt);
  void evaluate(double t, std::span<const double> y) { evaluate(t, y, scratch_); }

  // Of the last evaluation:
  std::span<const double> acceleration() const { return acceleration_; }         // m/s2, rad/s2; three a body
  std::span<const double> lambda() const { return lambda_; }                     // N or N m, one a row
  std::span<const ForceOutput> forceOutputs() const { return forces_.outputs; }  // one a force element
  std::int64_t evaluations() const { return evaluations_; }

 private:
  const System* system_;
  Assembler assembler_;
  ForceWorkspace forces_;
  SlidingFriction friction_;
  std::vector<double> f_, acceleration_, lambda_, scratch_;
  std::int64_t evaluations_ = 0;
};

// Of a closed contact at the last evaluation, N: normal force, and force of friction on b along the tangent.
struct ContactForce {
  double normal = 0, friction = 0;
};
ContactForce calcContactForce(const ForwardDynamics& dynamics, std::size_t contact);

}  // namespace clank
