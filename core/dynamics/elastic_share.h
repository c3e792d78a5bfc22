// SPDX-License-Identifier: GPL-3.0-or-later
// Which motion contacts that slide take where rigid bodies leave several open.
//
// Rows that depend on others, n' G = 0, leave the multipliers open by a share s each (contact_share.h). Where
// contacts slide, a share may change friction that nothing takes back: two boxes slide down an incline under
// a third one that lies on both, and how it shares its weight decides which of them is braked more. Coulomb's
// law on rigid bodies allows every share that pushes, each with its own accelerations. Real contacts give way
// a little, and tell: with the same small compliance d in every contact row, gaps and slips are G a - gamma =
// -d lambda; n' of it leaves
//     n' lambda = 0 over the rows of contacts, for each n,
// whatever the size of d. So lambda + sum of c_k s_k with N' (lambda + S c) = 0 is taken, and the motion that
// belongs to it: continuous in the load, without preference for the order of contacts.
#pragma once

#include <span>

#include "core/dynamics/sliding_friction.h"

namespace clank {

struct ElasticShare {
  double loss = 0;             // W, change of the power lost
  bool choosesMotion = false;  // rigid bodies have left several motions open
};

// Adds what the share changes to accelerations and multipliers, one a coordinate and one a row, that hold at
// the assembler's last factor with the friction last applied. Does nothing where nothing slides or depends;
// allocates otherwise.
ElasticShare shareElastically(Assembler& assembler, SlidingFriction& friction, std::span<double> x,
                              std::span<double> lambda);

}  // namespace clank
