// SPDX-License-Identifier: GPL-3.0-or-later
// Points and directions in the plane of the mechanism (m, rad, y up) or of the screen (px, y down).
#pragma once

#include <QPointF>
#include <cmath>

#include "core/model/quantity.h"

namespace clank {

inline QPointF toPointF(const Point& point) {
  return {point.x.value, point.y.value};
}
inline double cross(QPointF a, QPointF b) {
  return a.x() * b.y() - a.y() * b.x();
}
inline double dot(QPointF a, QPointF b) {
  return QPointF::dotProduct(a, b);
}
inline double length(QPointF a) {
  return std::hypot(a.x(), a.y());
}
inline double angleOf(QPointF a) {
  return std::atan2(a.y(), a.x());
}
inline QPointF direction(double angle) {
  return {std::cos(angle), std::sin(angle)};
}
inline QPointF leftOf(QPointF a) {
  return {-a.y(), a.x()};
}
inline QPointF turned(QPointF a, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * a.x() - s * a.y(), s * a.x() + c * a.y()};
}

// The point of a segment that is nearest to p.
inline QPointF nearestOnSegment(QPointF p, QPointF from, QPointF to) {
  const QPointF along = to - from;
  const double square = dot(along, along);
  const double part = square > 0 ? std::fmin(1, std::fmax(0, dot(p - from, along) / square)) : 0;
  return from + part * along;
}

}  // namespace clank
