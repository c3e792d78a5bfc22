// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/rope_rows.h"

#include <algorithm>
#include <limits>

namespace clank {
namespace {

constexpr double kNoLength = 1e-12;  // m, of a piece without direction

// visit(from, to, direction) for every piece of the rope.
template <class Visit>
RopeKinematics walkRope(const RopeGeometry& rope, const double* q, const double* v, const Visit& visit) {
  RopeKinematics k;
  k.endAlong = Eigen::Vector2d::Zero();
  MarkerMotion from = calcMarkerMotion(rope.points.front(), q, v);
  for (std::size_t i = 1; i < rope.points.size(); ++i) {
    const MarkerMotion to = calcMarkerMotion(rope.points[i], q, v);
    const Eigen::Vector2d d = to.position - from.position;
    const double length = d.norm();
    if (length > kNoLength) {
      const Eigen::Vector2d u = d / length, w = to.velocity() - from.velocity();
      const double along = u.dot(w);
      k.path += length;
      k.gapRate -= along;
      k.gamma += u.dot(to.centripetal - from.centripetal) + (w - along * u).squaredNorm() / length;
      k.endAlong = u;
      visit(from, to, u);
    }
    from = to;
  }
  k.end = from.position;
  k.gap = rope.length - k.path;
  return k;
}

}  // namespace

void listRopeBlocks(RopeGeometry& rope) {
  rope.blocks.clear();
  const auto add = [&](int block) {
    if (std::find(rope.blocks.begin(), rope.blocks.end(), block) == rope.blocks.end())
      rope.blocks.push_back(block);
  };
  for (const Marker& point : rope.points) add(point.body);
  for (const Marker& point : rope.points) {
    const Station* const station = findStation(point);
    for (std::size_t j = 0; station && j < station->modes(); j += StateLayout::kBlock)
      add(static_cast<int>(StateLayout::blockOf(station->first + j)));
  }
}

RopeKinematics calcRopeKinematics(const RopeGeometry& rope, const double* q, const double* v) {
  return walkRope(rope, q, v, [](const MarkerMotion&, const MarkerMotion&, const Eigen::Vector2d&) {});
}

double calcShortestPiece(const RopeGeometry& rope, const double* q, const double* v) {
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < rope.points.size(); ++i) {
    const Marker &from = rope.points[i - 1], &to = rope.points[i];
    if (from.body == to.body) continue;
    const Eigen::Vector2d d = calcMarkerMotion(to, q, v).position - calcMarkerMotion(from, q, v).position;
    shortest = std::min(shortest, d.norm());
  }
  return shortest;
}

RopeKinematics updRopeRow(const RopeGeometry& rope, const double* q, const double* v, BlockRow& row) {
  row.start(rope.blocks);
  return walkRope(rope, q, v,
                  [&](const MarkerMotion& from, const MarkerMotion& to, const Eigen::Vector2d& u) {
                    addDirection(row, from, u);
                    addDirection(row, to, -u);
                  });
}

}  // namespace clank
