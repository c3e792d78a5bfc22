// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and arcs that were drawn one by one become chains, in whatever order and direction they are.
#pragma once

#include <vector>

#include "core/io/dxf_chain.h"

namespace clank {

// Ends this near, as part of the size of all that is joined, are one point: drawing programs write four or
// six decimals, and nothing is drawn as small.
inline constexpr double kDxfGap = 5e-5;

struct JoinedChains {
  std::vector<DxfChain> chains;
  std::vector<Corner> branches;  // where three ends meet, or more
  double tolerance = 0;          // m: ends that near are one
  int bridged = 0;               // pairs of ends that were moved together
  double widest = 0;             // m, between two such ends
  int doubled = 0;               // lines and arcs that lie on equal ones, and were left out
};

// Ends that meet are joined, first those at one place, then those within the tolerance; a chain that comes
// back to its start is closed. Lines of no length are left out.
JoinedChains joinChains(std::vector<DxfChain> pieces);

}  // namespace clank
