// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/convex_hull.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace clank {
namespace {

double compareAll(const std::vector<Vec2>& points) {
  double span = 0;
  for (const Vec2 a : points)
    for (const Vec2 b : points) span = std::max(span, length(a - b));
  return span;
}

TEST(ConvexHull, ItsSpanIsThatOfAllPairs) {
  std::vector<std::vector<Vec2>> shapes{{},
                                        {{3, 4}},
                                        {{3, 4}, {3, 4}},
                                        {{0, 0}, {1, 1}, {3, 3}},
                                        {{0, 0}, {4, 0}, {4, 1}, {0, 1}},
                                        {{0, 0}, {4, 0}, {6, 1}, {2, 1}},
                                        {{0, 0}, {4, 0}, {1, 3}}};
  std::vector<Vec2> circle;
  for (int i = 0; i < 101; ++i) circle.push_back(unitVector(2 * kPi * i / 101));
  shapes.push_back(circle);
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int n = 3; n < 60; ++n) {
    std::vector<Vec2> cloud, grid;
    for (int i = 0; i < n; ++i) {
      cloud.push_back({number(generator), 0.1 * number(generator)});
      grid.push_back({std::round(3 * number(generator)), std::round(2 * number(generator))});
    }
    shapes.push_back(cloud);
    shapes.push_back(grid);
  }
  for (const auto& shape : shapes) EXPECT_DOUBLE_EQ(spanOf(shape), compareAll(shape)) << shape.size();
}

TEST(ConvexHull, WhatIsNoNumberHasNoSpan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(spanOf({{0, 0}, {nan, 1}, {3, 4}, {1, nan}}), 5);
  EXPECT_EQ(spanOf({{nan, nan}}), 0);
}

}  // namespace
}  // namespace clank
