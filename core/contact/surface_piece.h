// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces cut into pieces of one formula each: segments and arcs, and corners as arcs of radius zero.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/model/contact_pair.h"

namespace clank {

// In the axes of the body that carries it.
struct SurfacePiece {
  enum class Shape { segment, arc };
  Shape shape = Shape::segment;
  Eigen::Vector2d origin{0, 0};  // m, start of the segment, centre of the arc
  Eigen::Vector2d direction{
      1, 0};          // unit: along the segment, free side on the left; to the beginning of the arc
  double extent = 0;  // m, of the segment; rad, of the arc, counter-clockwise; 2 pi: all of it
  double radius = 0;  // m, of the arc
  int side = 1;       // arc: +1 the other part stays outside, -1 inside
};

// Pieces of a resolved surface that a circle of the given radius (m; 0: a point) can meet; origin (m) is
// subtracted from all points. A circle meets the corners that stand out and the ends of lines and arcs, too;
// for a point they have no extent.
std::vector<SurfacePiece> makePieces(const Surface& surface, double radius, const Eigen::Vector2d& origin);

}  // namespace clank
