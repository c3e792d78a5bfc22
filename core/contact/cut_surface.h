// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces as the pieces that a circle or a point can meet.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <vector>

#include "core/contact/surface_piece.h"
#include "core/model/contact_pair.h"

namespace clank {

// Pieces of a resolved surface that a circle of the given radius (m; 0: a point) can meet; origin (m) is
// subtracted from all points. A circle meets the corners that stand out and the ends of lines and arcs, too;
// for a point they have no extent.
std::vector<SurfacePiece> makePieces(const Surface& surface, double radius, const Eigen::Vector2d& origin);
// The same one by one: a line may have millions. count comes first.
struct PieceTaker {
  std::function<void(std::size_t most)> count;
  std::function<void(SurfacePiece&&)> take;
};
void makePieces(const Surface& surface, double radius, const Eigen::Vector2d& origin, const PieceTaker& to);

}  // namespace clank
