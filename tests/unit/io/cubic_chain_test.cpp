// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/cubic_chain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace clank {
namespace {

constexpr double kHalfTurn = std::numbers::pi;

Corner findAlong(const std::vector<Corner>& chain, std::size_t piece, double u) {
  const Corner* p = &chain[3 * piece];
  const double v = 1 - u, a = v * v * v, b = 3 * v * v * u, c = 3 * v * u * u, d = u * u * u;
  return {a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
          a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

std::vector<Corner> takeCircle(int pieces, double sweep) {
  std::vector<Corner> points;
  for (int i = 0; i <= pieces; ++i)
    points.push_back({std::cos(sweep * i / pieces), std::sin(sweep * i / pieces)});
  return points;
}

double findError(const std::vector<Corner>& chain) {
  double most = 0;
  for (std::size_t piece = 0; 3 * piece + 3 < chain.size(); ++piece)
    for (double u = 0; u <= 1; u += 0.05) {
      const Corner p = findAlong(chain, piece, u);
      most = std::max(most, std::abs(std::hypot(p.x, p.y) - 1));
    }
  return most;
}

// The best cubic for an arc of angle a is off by about 2/27 sin^6(a/4) / cos^2(a/4) of its radius.
TEST(CubicChain, FollowsACircle) {
  for (const int pieces : {24, 48}) {
    const double a = 2 * kHalfTurn / pieces;
    const double best = 2.0 / 27 * std::pow(std::sin(a / 4), 6) / std::pow(std::cos(a / 4), 2);
    EXPECT_LT(findError(makeCubicChain(takeCircle(pieces, 2 * kHalfTurn), false)), 1.05 * best + 1e-15)
        << pieces;
    EXPECT_LT(findError(makeCubicChain(takeCircle(pieces, 2 * kHalfTurn), true)), 1.05 * best + 1e-15)
        << pieces;
  }
  EXPECT_LT(findError(makeCubicChain(takeCircle(12, kHalfTurn), false)), 1e-6) << "its ends are free";
}

// No piece leaves the corner's triangle, and none is rounded off.
TEST(CubicChain, KeepsCornersAndLines) {
  const std::vector<Corner> square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const std::vector<Corner> chain = makeCubicChain(square, true);
  ASSERT_EQ(chain.size(), 13U);
  EXPECT_EQ(chain.back().x, 0);
  for (std::size_t piece = 0; piece < 4; ++piece) {
    const Corner middle = findAlong(chain, piece, 0.5);
    const Corner from = square[piece], to = square[(piece + 1) % 4];
    EXPECT_NEAR(middle.x, (from.x + to.x) / 2, 1e-15);
    EXPECT_NEAR(middle.y, (from.y + to.y) / 2, 1e-15);
  }
  EXPECT_EQ(makeCubicChain({{0, 0}, {0, 0}, {2, 0}}, false).size(), 4U) << "a point twice is one";
  EXPECT_EQ(makeCubicChain({{0, 0}}, false).size(), 1U);
  EXPECT_TRUE(makeCubicChain({}, true).empty());
}

// An uneven ellipse, as curves are sampled where they bend.
TEST(CubicChain, FollowsAnEllipseOfUnevenPoints) {
  std::vector<Corner> points;
  for (int i = 0; i < 60; ++i) {
    const double t = 2 * kHalfTurn * (i + 0.3 * std::sin(i)) / 60;
    points.push_back({2 * std::cos(t), std::sin(t)});
  }
  const std::vector<Corner> chain = makeCubicChain(points, true);
  double most = 0;
  for (std::size_t piece = 0; 3 * piece + 3 < chain.size(); ++piece)
    for (double u = 0; u <= 1; u += 0.05) {
      const Corner p = findAlong(chain, piece, u);
      most = std::max(most, std::abs(std::hypot(p.x / 2, p.y) - 1));
    }
  EXPECT_LT(most, 2e-4);
}

}  // namespace
}  // namespace clank
