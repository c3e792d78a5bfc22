// SPDX-License-Identifier: GPL-3.0-or-later
// The sides of a convex polygon, two at once, without a branch: which sides a point sees follows no pattern
// that a processor could foretell, and rows of results ask every corner of every polygon.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/contact/surface_piece.h"
#include "core/math/two.h"

namespace clank {

class ConvexSides {
 public:
  explicit ConvexSides(std::span<const SegmentPiece> sides);

  // Square of the distance (m2) of a point from the polygon; infinity where it is not outside. A point
  // outside is nearest to a side that it sees.
  double calcSquaredDistance(const Eigen::Vector2d& at) const;

 private:
  struct Pair {
    Two originX, originY, directionX, directionY, extent;
  };
  std::vector<Pair> pairs_;
};

}  // namespace clank
