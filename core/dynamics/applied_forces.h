// SPDX-License-Identifier: GPL-3.0-or-later
// Forces that do not come from constraints: gravity, laws, springs and dampers.
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/system.h"

namespace clank {

// Reused numbers of one evaluation; sized once.
struct ForceWorkspace {
  explicit ForceWorkspace(const System& system)
      : slots(system.lawConstants), moments(system.forces.size(), 0.0) {}
  std::vector<double> slots;    // what laws read
  std::vector<double> moments;  // N m on body b, one a force element
};

// Generalised forces f (three a body, about the centre of mass) and the powers that feed the energy ledger:
// powers[kWorkOfLaws] [W] put in by laws, powers[kDampingLoss] [W] taken out by dampers. No allocation.
void updAppliedForces(const System& system, double t, const double* q, const double* v,
                      ForceWorkspace& workspace, std::span<double> f, std::span<double> powers);

}  // namespace clank
