// SPDX-License-Identifier: GPL-3.0-or-later
// What the integrator integrates: the equations of motion, and a note of what has spoilt them.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/dynamics/forward_dynamics.h"
#include "core/simulation/integrator.h"
#include "core/simulation/singular_search.h"
#include "core/support/result.h"

namespace clank {

class SystemRightHandSide final : public RightHandSide {
 public:
  // All must outlive it.
  SystemRightHandSide(const System& system, ForwardDynamics& dynamics, SingularSearch& singularSearch)
      : system_(system),
        dynamics_(dynamics),
        singularSearch_(singularSearch),
        hasBristles_(system.hasBristles()) {}

  void operator()(const std::vector<double>& y, std::vector<double>& dydt, double t) override;
  // Of the states of contacts the bristles alone.
  std::size_t countRead(std::size_t size) const override {
    return hasBristles_ ? size - kWorkIntegrals : 2 * system_.layout.coordinates();
  }
  void forgetBadLaws() {
    badForce_ = nullptr;
    badDrive_ = nullptr;
  }
  // A force element or drive whose law has given NaN or infinity since then; t: s, to be told.
  std::optional<Problem> findBadLaw(double t) const;
  // The joint whose friction has let no motion be since the last call.
  std::optional<std::size_t> takeJam() { return std::exchange(jam_, std::nullopt); }

 private:
  const System& system_;
  ForwardDynamics& dynamics_;
  SingularSearch& singularSearch_;
  const bool hasBristles_;
  const SystemForce* badForce_ = nullptr;
  const SystemDrive* badDrive_ = nullptr;
  std::optional<std::size_t> jam_;
};

}  // namespace clank
