// SPDX-License-Identifier: GPL-3.0-or-later
// What a DXF drawing is made of: chains of lines and arcs, and circles. In m.
#pragma once

#include <string>
#include <vector>

#include "core/io/body_line.h"

namespace clank {

// To the next vertex: straight, or an arc whose bulge is the tangent of a quarter of the angle that it turns,
// counter-clockwise positive.
struct DxfVertex {
  Corner at;
  double bulge = 0;
};

struct DxfChain {
  std::string layer;
  std::vector<DxfVertex> vertices;  // of a closed one the first is not repeated
  bool closed = false;
  double off = 0;  // m, at most, of its straight pieces from the splines and ellipses they stand for
};

struct DxfCircle {
  std::string layer;
  Corner center;
  double radius = 0;  // m
};

// An edge that is an arc.
struct DxfArc {
  Corner center;
  double radius = 0;           // m
  double from = 0, sweep = 0;  // rad, counter-clockwise positive
};

struct DxfBox {
  Corner low, high;
  double diagonal() const;
  void take(Corner p);
};

std::size_t countEdges(const DxfChain& chain);
// Of the arc from a to b; bulge not 0, and not both at one place.
DxfArc findArc(Corner a, Corner b, double bulge);
// The chain from its end to its start.
DxfChain reverseChain(DxfChain chain);
// m; of all lines and arcs.
double calcLength(const DxfChain& chain);
// m2, positive counter-clockwise; of a closed chain.
double calcArea(const DxfChain& chain);
DxfBox findBox(const DxfChain& chain);

// Straight pieces in the place of the arcs, with corners on them: five degrees at most, and at most
// kDxfOff of the size of the chain from the arc.
inline constexpr double kDxfOff = 1e-4;
struct FlatChain {
  std::vector<Corner> points;  // of a closed one the first is not repeated
  bool closed = false;
  double off = 0;  // m: how far these pieces are from what was drawn, at most
};
FlatChain flattenChain(const DxfChain& chain);

}  // namespace clank
