// SPDX-License-Identifier: GPL-3.0-or-later
// Static equilibrium: where gravity, springs, loads and the stiffness of links are in balance.
#pragma once

#include <string>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

// Where the bodies of a mechanism are in equilibrium.
struct Equilibrium {
  struct Part {
    std::string id;
    double x = 0, y = 0, angle = 0;  // m, rad, of the origin
    double deflection = 0;           // m, of the tip of a link that bends, else 0
  };
  std::vector<Part> bodies;
};
// From a resolved mechanism; fails as settle() does, and where it cannot start.
Result<Equilibrium> findEquilibrium(const Mechanism& resolved);

}  // namespace clank
