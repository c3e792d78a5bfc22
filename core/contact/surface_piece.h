// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of surfaces, of one formula each: segments and arcs, and corners as arcs of radius zero.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <variant>

#include "core/math/curve.h"
#include "core/math/two.h"

namespace clank {

inline Eigen::Vector2d turnLeft(const Eigen::Vector2d& u) {
  const Two two = loadTwo(u.data());
  Eigen::Vector2d turned;
  storeTwo(Two(-two[1], two[0]), turned.data());
  return turned;
}

// In the axes of the body that carries it.
struct SegmentPiece {
  Eigen::Vector2d origin{0, 0};     // m, its start
  Eigen::Vector2d direction{1, 0};  // unit vector along it, free side on the left
  double extent = 0;                // m; infinity: it has no ends, behind the origin neither
};
struct ArcPiece {
  Eigen::Vector2d origin{0, 0};     // m, its centre
  Eigen::Vector2d direction{1, 0};  // unit vector from there to its beginning
  double extent = 0;                // rad, counter-clockwise; 2 pi: all of it
  double radius = 0;                // m
  int side = 1;                     // +1 the other part stays outside, -1 inside
};
// All of a curve. turn +1: the other part is to the left of the way along it, -1: to the right. With an
// offset the surface is the parallel curve that lies so far on the other side: the wall of a groove.
struct CurvePiece {
  std::shared_ptr<const Curve> curve;  // shared: it would make every piece as large
  Eigen::Vector2d origin{0, 0};        // m, of the axes of the curve
  Eigen::Vector2d direction{1, 0};     // unit vector of their x axis
  int turn = 1;
  double offset = 0;  // m
};
using SurfacePiece = std::variant<SegmentPiece, ArcPiece, CurvePiece>;
// Distance (m) of its farthest point from the origin of the axes, or more.
double calcReach(const SurfacePiece& piece);
// Distance (m) of a point from a piece, or less.
double calcAway(const SegmentPiece& piece, const Eigen::Vector2d& p);
double calcAway(const ArcPiece& piece, const Eigen::Vector2d& p);
double calcAway(const SurfacePiece& piece, const Eigen::Vector2d& p);

// m; by this a piece that points touch reaches beyond its ends.
inline constexpr double kPointReach = 1e-9;

}  // namespace clank
