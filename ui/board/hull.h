// SPDX-License-Identifier: GPL-3.0-or-later
// The convex hull of the points of a part: its shape on the board.
#pragma once

#include <QPainterPath>
#include <QPointF>
#include <vector>

namespace clank {

// Corners, counter-clockwise in a plane whose y points up; two for points on a line, one for a single point.
std::vector<QPointF> makeHull(std::vector<QPointF> points);

// 0 inside, else the distance to the hull.
double distanceToHull(const std::vector<QPointF>& hull, QPointF point);

// Inside a closed outline, convex or not, or so near to its edges.
bool isOnOutline(const std::vector<QPointF>& corners, QPointF point, double within);

// All points within radius of the hull: a bar for two corners, a rounded plate for more, a disc for one.
QPainterPath makeRoundedPath(const std::vector<QPointF>& hull, double radius);

}  // namespace clank
