// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/hull.h"

#include <QPainterPathStroker>
#include <QPolygonF>
#include <algorithm>
#include <numbers>

#include "ui/board/plane.h"

namespace clank {
namespace {

// A bend of less than a ten-thousandth counts as straight: rounded numbers make no plate of a bar.
bool turnsLeft(QPointF a, QPointF b, QPointF c) {
  const QPointF u = b - a, v = c - b;
  return cross(u, v) > 1e-4 * std::hypot(u.x(), u.y()) * std::hypot(v.x(), v.y());
}

// Half a circle around either end.
QPainterPath makeCapsule(QPointF from, QPointF to, double radius) {
  const auto around = [&](QPointF p) {
    return QRectF(p.x() - radius, p.y() - radius, 2 * radius, 2 * radius);
  };
  const double angle = -angleOf(to - from) * 180 / std::numbers::pi;  // Qt counts against its own y axis
  QPainterPath path;
  path.arcMoveTo(around(to), angle - 90);
  path.arcTo(around(to), angle - 90, 180);
  path.arcTo(around(from), angle + 90, 180);
  path.closeSubpath();
  return path;
}

}  // namespace

// Andrew's monotone chain: lower and upper side of the points sorted along x.
std::vector<QPointF> makeHull(std::vector<QPointF> points) {
  std::sort(points.begin(), points.end(),
            [](QPointF a, QPointF b) { return a.x() < b.x() || (!(b.x() < a.x()) && a.y() < b.y()); });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<QPointF> hull;
  const auto addSide = [&](auto first, auto last) {
    const std::size_t base = hull.size();
    for (; first != last; ++first) {
      while (hull.size() >= base + 2 && !turnsLeft(hull[hull.size() - 2], hull.back(), *first))
        hull.pop_back();
      hull.push_back(*first);
    }
    hull.pop_back();  // the other side begins with it
  };
  addSide(points.begin(), points.end());
  addSide(points.rbegin(), points.rend());
  return hull;
}

double distanceToHull(const std::vector<QPointF>& hull, QPointF point) {
  double distance = HUGE_VAL;
  bool inside = hull.size() > 2;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const QPointF a = hull[i], b = hull[(i + 1) % hull.size()];
    if (cross(b - a, point - a) < 0) inside = false;
    distance = std::min(distance, length(nearestOnSegment(point, a, b) - point));
  }
  return inside ? 0 : distance;
}

// Inside: a ray to the right crosses an odd number of edges.
bool isOnOutline(const std::vector<QPointF>& corners, QPointF point, double within) {
  bool inside = false;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const QPointF a = corners[i], b = corners[(i + 1) % corners.size()];
    if (length(nearestOnSegment(point, a, b) - point) <= within) return true;
    if ((a.y() > point.y()) == (b.y() > point.y())) continue;
    const double x = a.x() + (point.y() - a.y()) / (b.y() - a.y()) * (b.x() - a.x());
    if (point.x() < x) inside = !inside;
  }
  return inside;
}

QPainterPath makeRoundedPath(const std::vector<QPointF>& hull, double radius) {
  QPainterPath path;
  if (hull.empty()) return path;
  if (hull.size() == 1) {
    path.addEllipse(hull.front(), radius, radius);
    return path;
  }
  if (hull.size() == 2) return makeCapsule(hull[0], hull[1], radius);
  QPainterPath spine;
  spine.moveTo(hull.front());
  for (std::size_t i = 1; i < hull.size(); ++i) spine.lineTo(hull[i]);
  spine.closeSubpath();
  QPainterPathStroker stroker;
  stroker.setWidth(2 * radius);
  stroker.setCapStyle(Qt::RoundCap);
  stroker.setJoinStyle(Qt::RoundJoin);
  path = stroker.createStroke(spine);
  path.setFillRule(Qt::WindingFill);
  return path.united(spine).simplified();
}

}  // namespace clank
