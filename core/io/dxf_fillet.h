// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/io/dxf_chain.h"

namespace clank {

// An outline whose corners that stand out are rounded off by arcs of one radius, as a body keeps it.
struct RoundedOutline {
  std::vector<Corner> corners;
  double fillet = 0;  // m
  double off = 0;     // m: how far its arcs are from those that were drawn, at most
};

// The least and the largest radius of the corners that stand out and are rounded off, m; nothing where there
// are none, or some arc is anything else.
struct CornerRadii {
  double least = 0, largest = 0;
};
std::optional<CornerRadii> findCornerRadii(const DxfChain& outline);

// Nothing where arcs are anything else, or differ: then they have to become straight pieces.
std::optional<RoundedOutline> findRounded(const DxfChain& outline);

}  // namespace clank
