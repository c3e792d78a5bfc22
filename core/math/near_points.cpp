// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/near_points.h"

#include <cmath>
#include <limits>

namespace clank {

NearPoints::NearPoints(const std::vector<Eigen::Vector2d>& points) : count_(points.size()) {
  constexpr double kRounding = 1e-12;  // of the distances that are compared
  for (std::size_t begin = 0; begin < count_; begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, count_);
    Eigen::Vector2d low = points[begin], high = low;
    for (std::size_t i = begin; i < end; ++i) {
      low = low.cwiseMin(points[i]);
      high = high.cwiseMax(points[i]);
    }
    Block block{0.5 * (low + high), 0};
    for (std::size_t i = begin; i < end; ++i)
      block.radius = std::max(block.radius, (points[i] - block.center).norm());
    block.radius += kRounding * (block.radius + block.center.norm());
    blocks_.push_back(block);
  }
}

std::size_t NearPoints::findNearest(const std::vector<Eigen::Vector2d>& points,
                                    const Eigen::Vector2d& place) const {
  std::size_t first = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    if (const double away = (blocks_[b].center - place).squaredNorm(); away < least) {
      least = away;
      first = b;
    }
  std::size_t nearest = first * kBlock;
  double square = (points[nearest] - place).squaredNorm(), reach = std::sqrt(square);
  const auto look = [&](std::size_t i) {
    const double other = (points[i] - place).squaredNorm();
    if (!(other < square || (other == square && i < nearest))) return;
    nearest = i;
    square = other;
    reach = std::sqrt(other);
  };
  for (std::size_t i = nearest; i < std::min((first + 1) * kBlock, count_); ++i) look(i);
  forEachWithin(
      place, [&] { return reach; }, look);
  return nearest;
}

}  // namespace clank
