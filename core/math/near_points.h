// SPDX-License-Identifier: GPL-3.0-or-later
// Which of many points in a row are near a place. Neighbours in the row stand together in blocks, each within
// a circle: a block whose circle is too far is not looked at.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <vector>

namespace clank {

class NearPoints {
 public:
  NearPoints() = default;
  explicit NearPoints(const std::vector<Eigen::Vector2d>& points);

  // Index of the nearest, the first one of several. No allocation.
  std::size_t findNearest(const std::vector<Eigen::Vector2d>& points, const Eigen::Vector2d& place) const;

  // Tells use(index), in order, all that may be nearer than reach() (m), and some that are not; reach may
  // become less meanwhile.
  template <class Reach, class Use>
  void forEachWithin(const Eigen::Vector2d& place, Reach reach, Use use) const {
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      const double most = reach() + blocks_[b].radius;
      if ((blocks_[b].center - place).squaredNorm() > most * most) continue;
      const std::size_t end = std::min((b + 1) * kBlock, count_);
      for (std::size_t i = b * kBlock; i < end; ++i) use(i);
    }
  }

 private:
  static constexpr std::size_t kBlock = 16;
  struct Block {
    Eigen::Vector2d center;  // m
    double radius = 0;       // m, a little more than it takes
  };
  std::vector<Block> blocks_;
  std::size_t count_ = 0;
};

}  // namespace clank
