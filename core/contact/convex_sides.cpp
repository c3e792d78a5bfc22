// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contact/convex_sides.h"

#include <algorithm>
#include <limits>

namespace clank {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Two::Lanes both(double x) {
  return Two::Lanes{x, x};
}
Two::Lanes larger(const Two::Lanes& a, const Two::Lanes& b) {
  return a > b ? a : b;
}

}  // namespace

// One that is left over stands twice.
ConvexSides::ConvexSides(std::span<const SegmentPiece> sides) {
  for (std::size_t i = 0; i < sides.size(); i += 2) {
    const SegmentPiece &one = sides[i], &other = sides[std::min(i + 1, sides.size() - 1)];
    pairs_.push_back({{one.origin.x(), other.origin.x()},
                      {one.origin.y(), other.origin.y()},
                      {one.direction.x(), other.direction.x()},
                      {one.direction.y(), other.direction.y()},
                      {one.extent, other.extent}});
  }
}

double ConvexSides::calcSquaredDistance(const Eigen::Vector2d& at) const {
  const Two::Lanes x = both(at.x()), y = both(at.y()), none = both(kInfinity);
  Two::Lanes nearest = none;
  for (const Pair& side : pairs_) {
    const Two::Lanes dx = x - side.originX.lanes, dy = y - side.originY.lanes;
    const Two::Lanes before = side.directionX.lanes * dy - side.directionY.lanes * dx;
    const Two::Lanes along = side.directionX.lanes * dx + side.directionY.lanes * dy;
    const Two::Lanes past = larger(larger(-along, along - side.extent.lanes), both(0));
    const Two::Lanes squared = before * before + past * past;
    const Two::Lanes seen = before > both(0) ? squared : none;
    nearest = seen < nearest ? seen : nearest;
  }
  return std::min(nearest[0], nearest[1]);
}

}  // namespace clank
