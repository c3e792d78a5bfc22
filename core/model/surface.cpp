// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/surface.h"

#include <cmath>

#include "core/support/overloaded.h"

namespace clank {
namespace {

// The side of a shape that has one; null of an outline or a name.
template <class Shape>
const auto* getSide(const Shape& shape) {
  if constexpr (requires { shape.side; })
    return &shape.side.value;
  else
    return static_cast<const LineSide*>(nullptr);
}

bool isBoth(LineSide side) {
  return side == LineSide::both;
}
bool isBoth(RoundSide side) {
  return side == RoundSide::both;
}

// Twice the area that a line of points encloses, positive when it runs counter-clockwise, m2.
double calcSurfaceArea(const std::vector<std::array<double, 2>>& points) {
  double area = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    area += points[i - 1][0] * points[i][1] - points[i - 1][1] * points[i][0];
  return area;
}

}  // namespace

Surface toSurface(const SurfaceKind& kind) {
  return std::visit([](const auto& shape) { return Surface(shape); }, kind);
}

bool hasBothSides(const Surface& surface) {
  return std::visit(
      [](const auto& shape) {
        const auto* side = getSide(shape);
        return side && isBoth(*side);
      },
      surface);
}

std::vector<Surface> listSides(const Surface& surface) {
  if (!hasBothSides(surface)) return {surface};
  std::vector<Surface> sides(2, surface);
  const auto choose = [](Surface& of, LineSide line, RoundSide round) {
    std::visit(
        [&](auto& shape) {
          if constexpr (requires { shape.side = line; })
            shape.side = line;
          else if constexpr (requires { shape.side = round; })
            shape.side = round;
        },
        of);
  };
  choose(sides[0], LineSide::left, RoundSide::outside);
  choose(sides[1], LineSide::right, RoundSide::inside);
  return sides;
}

int findTurn(const Surface& surface) {
  const auto ofLine = [](LineSide side) { return side == LineSide::left ? 1 : -1; };
  const auto ofRound = [](RoundSide side) { return side == RoundSide::inside ? 1 : -1; };
  return std::visit(
      Overloaded{[&](const LineSurface& line) { return ofLine(line.side.value); },
                 [&](const PolylineSurface& line) { return ofLine(line.side.value); },
                 [&](const ArcSurface& arc) { return ofRound(arc.side.value); },
                 [&](const CircleSurface& circle) { return ofRound(circle.side.value); },
                 [&](const CurveSurface& drawn) {
                   const bool isLeftward = calcSurfaceArea(listPoints(drawn.curve)) > 0;
                   return isLeftward ? ofRound(drawn.side.value) : -ofRound(drawn.side.value);
                 },
                 [](const OutlineSurface&) { return 1; }, [](const NamedSurface&) { return 1; }},
      surface);
}

PathCurve makeSpline(const PolylineSurface& line) {
  SplinePath spline;
  spline.points.assign(line.points.begin(), line.points.end());
  spline.closed = line.closed.value != 0;
  PathCurve curve;
  curve.kind = std::move(spline);
  return curve;
}

std::vector<std::array<double, 2>> listPoints(const PolylineSurface& line) {
  if (line.smooth.value != 0) return listPoints(makeSpline(line));
  std::vector<std::array<double, 2>> points;
  points.reserve(line.points.size());
  for (const Point& p : line.points) points.push_back({p.x.value, p.y.value});
  return points;
}

std::vector<std::array<double, 2>> listPoints(const CurveSurface& surface) {
  const double c = std::cos(surface.axis.value), s = std::sin(surface.axis.value);
  std::vector<std::array<double, 2>> points = listPoints(surface.curve);
  for (auto& [x, y] : points) {
    const double along = x;
    x = surface.center.x.value + c * along - s * y;
    y = surface.center.y.value + s * along + c * y;
  }
  return points;
}

}  // namespace clank
