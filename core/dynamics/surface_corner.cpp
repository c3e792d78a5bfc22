// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/surface_corner.h"

#include <cmath>

#include "core/contact/surface_piece.h"
#include "core/dynamics/planar.h"

namespace clank {
namespace {

Eigen::Vector2d getPoint(const PolylineSurface& sides, std::size_t i) {
  const Point& p = sides.points[i % sides.points.size()];
  return {p.x.value, p.y.value};
}

// Nothing of an end or a hollow.
std::optional<SurfaceCorner> makeCorner(const PolylineSurface& sides, std::size_t i) {
  constexpr double kBeyond = 0.02;  // rad, what lies flush on a side touches both of its corners
  const std::size_t count = sides.points.size();
  if (sides.closed.value == 0 && (i == 0 || i + 1 == count)) return std::nullopt;
  const Eigen::Vector2d at = getPoint(sides, i), to = (at - getPoint(sides, i + count - 1)).normalized(),
                        from = (getPoint(sides, i + 1) - at).normalized();
  const int side = sides.side.value == LineSide::left ? 1 : -1;
  const double turned = std::atan2(cross(to, from), to.dot(from));
  if (!(side * turned < 0)) return std::nullopt;
  return SurfaceCorner{side * (turnLeft(to) + turnLeft(from)).normalized(), std::abs(turned) / 2 + kBeyond};
}

std::optional<SurfaceCorner> findCorner(const PolylineSurface& sides, const Eigen::Vector2d& at) {
  constexpr double kSame = 1e-9;  // m
  if (sides.smooth.value != 0) return std::nullopt;
  for (std::size_t i = 0; i < sides.points.size(); ++i)
    if ((getPoint(sides, i) - at).norm() <= kSame) return makeCorner(sides, i);
  return std::nullopt;
}

}  // namespace

std::optional<SurfaceCorner> findCorner(const Mechanism& mechanism, const std::string& body,
                                        const Eigen::Vector2d& at) {
  for (const DrawnSurface& surface : mechanism.surfaces)
    if (const auto* sides = std::get_if<PolylineSurface>(&surface.kind); sides && surface.body == body)
      if (const auto corner = findCorner(*sides, at)) return corner;
  for (const ContactPair& contact : mechanism.contacts)
    if (const auto* sides = std::get_if<PolylineSurface>(&contact.surface); sides && contact.a == body)
      if (const auto corner = findCorner(*sides, at)) return corner;
  return std::nullopt;
}

bool isConvex(const PolylineSurface& sides) {
  if (sides.closed.value == 0) return false;
  for (std::size_t i = 0; i < sides.points.size(); ++i)
    if (!makeCorner(sides, i)) return false;
  return true;
}

}  // namespace clank
