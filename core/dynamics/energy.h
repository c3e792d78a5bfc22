// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/dynamics/system.h"

namespace clank {

struct MechanicalEnergy {  // J
  double kinetic = 0;
  double gravity = 0;  // of the centres of mass above y = 0 (against the gravity vector)
  double elastic = 0;  // of springs, their preload included, and of links that bend
  double total() const { return kinetic + gravity + elastic; }
};
MechanicalEnergy calcEnergy(const System& system, std::span<const double> y);

// At the positions q, one a coordinate or more.
double calcKineticEnergy(const System& system, std::span<const double> q, std::span<const double> v);

}  // namespace clank
