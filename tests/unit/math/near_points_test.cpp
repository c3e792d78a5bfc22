// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/near_points.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

namespace clank {
namespace {

using Eigen::Vector2d;

// A closed row that winds, its first point once more at its end.
std::vector<Vector2d> makeRow(std::size_t count) {
  std::vector<Vector2d> points;
  for (std::size_t i = 0; i < count; ++i) {
    const double w = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(count);
    const double rho = 1 + 0.3 * std::cos(5 * w);
    points.emplace_back(rho * std::cos(w), rho * std::sin(w));
  }
  points.push_back(points.front());
  return points;
}

TEST(NearPoints, FindsTheNearestAsALookAtEveryOneDoes) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> spread(-2, 2);
  for (const std::size_t count : {1U, 3U, 15U, 16U, 17U, 1152U}) {
    const auto points = makeRow(count);
    const NearPoints near(points);
    for (int i = 0; i < 300; ++i) {
      const Vector2d place = i == 0 ? points.front() : Vector2d(spread(random), spread(random));
      std::size_t nearest = 0;
      for (std::size_t k = 1; k < points.size(); ++k)
        if ((points[k] - place).squaredNorm() < (points[nearest] - place).squaredNorm()) nearest = k;
      EXPECT_EQ(near.findNearest(points, place), nearest) << count << " points, place " << i;
    }
  }
}

TEST(NearPoints, LeavesOutOnlyWhatIsFar) {
  std::mt19937 random(6);
  std::uniform_real_distribution<double> spread(-2, 2);
  const auto points = makeRow(1152);
  const NearPoints near(points);
  for (int i = 0; i < 300; ++i) {
    const Vector2d place(spread(random), spread(random));
    const double reach = 0.1 * std::abs(spread(random));
    std::set<std::size_t> told;
    near.forEachWithin(
        place, [&] { return reach; }, [&](std::size_t k) { told.insert(k); });
    EXPECT_LE(told.size(), 300U) << "hardly anything was left out";
    for (std::size_t k = 0; k < points.size(); ++k)
      if ((points[k] - place).norm() <= reach) {
        EXPECT_TRUE(told.contains(k)) << k;
      }
  }
}

}  // namespace
}  // namespace clank
