// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contact/surface_piece.h"

#include <algorithm>
#include <cmath>

namespace clank {
namespace {

double calcReachOf(const SegmentPiece& piece) {
  if (std::isinf(piece.extent)) return piece.extent;
  return std::max(piece.origin.norm(), (piece.origin + piece.extent * piece.direction).norm());
}
double calcReachOf(const ArcPiece& piece) {
  return piece.origin.norm() + piece.radius;
}
// Between two of its points a curve is no farther away than half of the way from one to the other.
double calcReachOf(const CurvePiece& piece) {
  double reach = 0;
  for (const Eigen::Vector2d& p : piece.curve->points()) reach = std::max(reach, p.norm());
  return piece.origin.norm() + reach + piece.curve->longestPanel() / 2 + std::abs(piece.offset);
}

double calcAway(const CurvePiece& piece, const Eigen::Vector2d& p) {
  const Eigen::Vector2d d = p - piece.origin, &x = piece.direction;
  const double distance = piece.curve->findFoot({x.dot(d), x.x() * d.y() - x.y() * d.x()}).distance;
  return std::abs(piece.turn * distance + piece.offset);
}

}  // namespace

double calcReach(const SurfacePiece& piece) {
  return std::visit([](const auto& kind) { return calcReachOf(kind); }, piece);
}

double calcAway(const SegmentPiece& piece, const Eigen::Vector2d& p) {
  const Eigen::Vector2d d = p - piece.origin;
  const double ahead = piece.direction.dot(d);
  const double along = std::isinf(piece.extent) ? ahead : std::clamp(ahead, 0.0, piece.extent);
  return (d - along * piece.direction).norm();
}

double calcAway(const ArcPiece& piece, const Eigen::Vector2d& p) {
  return std::abs((p - piece.origin).norm() - piece.radius);
}

double calcAway(const SurfacePiece& piece, const Eigen::Vector2d& p) {
  return std::visit([&](const auto& kind) { return calcAway(kind, p); }, piece);
}

}  // namespace clank
