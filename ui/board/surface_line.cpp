// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/surface_line.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/board/plane.h"

namespace clank {
namespace {

constexpr double kArcPiece = std::numbers::pi / 36;  // rad
constexpr std::size_t kLong = 1000;                  // points

SurfaceShape makeArc(QPointF center, double radius, double from, double to, RoundSide side) {
  SurfaceShape shape;
  const int count = std::max(2, static_cast<int>(std::ceil((to - from) / kArcPiece)));
  for (int i = 0; i <= count; ++i)
    shape.points.push_back(center + radius * direction(from + (to - from) * i / count));
  shape.materialLeft = side == RoundSide::outside;  // the inside lies to the left
  return shape;
}

SurfaceShape makeShape(const LineSurface& line) {
  return {{toPointF(line.from), toPointF(line.to)}, line.side.value == LineSide::right};
}
SurfaceShape makeShape(const PolylineSurface& line) {
  SurfaceShape shape;
  for (const auto& [x, y] : listPoints(line)) shape.points.emplace_back(x, y);
  if (line.closed.value != 0 && !shape.points.empty()) shape.points.push_back(shape.points.front());
  shape.materialLeft = line.side.value == LineSide::right;
  return shape;
}
SurfaceShape makeShape(const ArcSurface& arc) {
  constexpr double kTurn = 2 * std::numbers::pi;
  const double from = arc.from.value, way = arc.to.value - from;
  const double sweep = way - kTurn * std::floor(way / kTurn);  // counter-clockwise, less than a turn
  return makeArc(toPointF(arc.center), arc.radius.value, from, from + sweep, arc.side.value);
}
SurfaceShape makeShape(const CircleSurface& circle) {
  return makeArc(toPointF(circle.center), circle.radius.value, 0, 2 * std::numbers::pi, circle.side.value);
}

SurfaceShape makeShape(const CurveSurface& surface) {
  SurfaceShape shape;
  for (const auto& [x, y] : listPoints(surface)) shape.points.emplace_back(x, y);
  shape.materialLeft = findTurn(surface) < 0;
  return shape;
}

std::vector<QRectF> findBoxes(const std::vector<QPointF>& points) {
  std::vector<QRectF> boxes;
  for (std::size_t first = 0; first + 1 < points.size(); first += SurfaceShape::kStretch) {
    QPointF low = points[first], high = low;
    for (std::size_t i = first; i < std::min(points.size(), first + SurfaceShape::kStretch + 1); ++i) {
      low = {std::min(low.x(), points[i].x()), std::min(low.y(), points[i].y())};
      high = {std::max(high.x(), points[i].x()), std::max(high.y(), points[i].y())};
    }
    boxes.emplace_back(low, high);
  }
  return boxes;
}

}  // namespace

SurfaceShape makeSurfaceShape(const SurfaceKind& surface) {
  SurfaceShape shape = std::visit([](const auto& s) { return makeShape(s); }, surface);
  shape.hasBothSides = hasBothSides(toSurface(surface));
  if (shape.points.size() >= kLong) shape.boxes = findBoxes(shape.points);
  return shape;
}

}  // namespace clank
