// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contact/convex_sides.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace clank::test {
namespace {

// A regular polygon, free sides outside.
std::vector<SegmentPiece> makePolygon(int corners) {
  const auto corner = [&](int i) {
    const double angle = -2 * M_PI * i / corners;
    return Eigen::Vector2d(0.3 + std::cos(angle), -0.2 + std::sin(angle));
  };
  std::vector<SegmentPiece> sides;
  for (int i = 0; i < corners; ++i) {
    const Eigen::Vector2d along = corner(i + 1) - corner(i);
    sides.push_back({corner(i), along.normalized(), along.norm()});
  }
  return sides;
}

double calcDistance(const SegmentPiece& side, const Eigen::Vector2d& at) {
  const double along = std::clamp(side.direction.dot(at - side.origin), 0.0, side.extent);
  return (at - side.origin - along * side.direction).norm();
}

// Beside the distances from all sides, also with a side that has no other beside it.
TEST(ConvexSides, AreAsFarAsTheNearestOfAll) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-2, 2);
  for (int corners = 3; corners <= 6; ++corners) {
    const std::vector<SegmentPiece> sides = makePolygon(corners);
    const ConvexSides convex(sides);
    int inside = 0;
    for (int i = 0; i < 400; ++i) {
      const Eigen::Vector2d at(place(random), place(random));
      double nearest = HUGE_VAL;
      bool isOutside = false;
      for (const SegmentPiece& side : sides) {
        nearest = std::min(nearest, calcDistance(side, at));
        isOutside = isOutside || turnLeft(side.direction).dot(at - side.origin) > 0;
      }
      inside += isOutside ? 0 : 1;
      const double found = convex.calcSquaredDistance(at);
      if (isOutside)
        EXPECT_NEAR(std::sqrt(found), nearest, 1e-14);
      else
        EXPECT_TRUE(std::isinf(found));
    }
    EXPECT_GT(inside, 20) << corners;
  }
}

}  // namespace
}  // namespace clank::test
