// SPDX-License-Identifier: GPL-3.0-or-later
// How a rope is drawn: straight where it is taut; what is slack hangs down in its longest piece.
#pragma once

#include <array>
#include <vector>

namespace clank {

using RopePoint = std::array<double, 2>;  // m, world

// The line of a rope of a length (m) through points. A piece of chord l that is d too long sags as a parabola
// by sqrt(3 l d/8), its length to third order; d no greater than l.
std::vector<RopePoint> makeRopeLine(const std::vector<RopePoint>& points, double length);

// The closed line of a belt around two pulleys (centres and radii in m); only from centre to centre where
// they are too near for a belt.
struct BeltEnds {
  RopePoint a, b;
  double radiusA = 0, radiusB = 0;
  bool crossed = false;
};
std::vector<RopePoint> makeBeltLine(const BeltEnds& belt);

}  // namespace clank
