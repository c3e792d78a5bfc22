// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes of parts: closed outlines in the plane, and the solids made of them.
#pragma once

#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <vector>

#include "ui/scene/plane.h"

namespace clank {

// A point of an outline. Moving every point by d along `grow` moves the outline outwards by d; `normal` is
// its shading.
struct OutlinePoint {
  Vec2 at, grow, normal;
};
using Outline = std::vector<OutlinePoint>;  // closed, counter-clockwise

// All points within radius of the convex hull of the given ones: a bar for two, a rounded plate for more, a
// disc for one.
Outline makeRoundedHull(std::vector<Vec2> points, double radius);
// Rectangle along an axis, with rounded corners.
Outline makeRoundedBox(Vec2 center, double angle, double halfLength, double halfWidth, double corner);
// A given polygon, either way round, sharp corners kept.
Outline makePolygon(std::vector<Vec2> corners);

bool contains(const Outline& outline, Vec2 point);

// Solid plate from z = 0 to z = thickness; its upper edge is rounded with the given radius.
vtkSmartPointer<vtkPolyData> makePlate(const Outline& outline, double thickness, double edgeRadius);
// The outline as one closed line.
vtkSmartPointer<vtkPolyData> makeEdgeLine(const Outline& outline, double z);
// Flat shadow at z = 0, black with the given opacity inside and fading to nothing over 2 blur across the
// outline.
vtkSmartPointer<vtkPolyData> makeSoftShadow(const Outline& outline, double blur, double opacity);

}  // namespace clank
