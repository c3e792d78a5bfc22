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
  friend bool operator==(const OutlinePoint&, const OutlinePoint&) = default;
};
using Outline = std::vector<OutlinePoint>;  // closed, counter-clockwise

// How finely shapes are made: where there are thousands, each has a few pixels, and is a flat plate without a
// shadow.
struct ShapeDetail {
  int turn = 48;        // steps of a full turn
  int edgeRings = 5;    // of a rounded edge
  int shadowRings = 6;  // of a shadow's rim
  bool isFlat = false;
};
// Full detail shared out: of `full` steps of each of so many shapes these are left, but for a least number.
int calcSteps(int full, int least, std::size_t shapes);
ShapeDetail findDetail(std::size_t shapes);

// All points within radius of the convex hull of the given ones: a bar for two, a rounded plate for more, a
// disc for one.
Outline makeRoundedHull(std::vector<Vec2> points, double radius, const ShapeDetail& detail = {});
// Rectangle along an axis, with rounded corners.
Outline makeRoundedBox(Vec2 center, double angle, double halfLength, double halfWidth, double corner,
                       const ShapeDetail& detail = {});
// A given polygon, either way round, sharp corners kept.
Outline makePolygon(std::vector<Vec2> corners);

bool contains(const Outline& outline, Vec2 point);

// Solid plate from z = 0 to z = thickness; its upper edge is rounded with the given radius. Flat: its upper
// side alone.
vtkSmartPointer<vtkPolyData> makePlate(const Outline& outline, double thickness, double edgeRadius,
                                       const ShapeDetail& detail = {});
// The outline as one closed line, and of a disc of that radius (m) a mark that is seen to turn.
vtkSmartPointer<vtkPolyData> makeEdgeLine(const Outline& outline, double z, double disc = 0);
// Flat shadow at z = 0, black with the given opacity inside and fading to nothing over 2 blur across the
// outline.
vtkSmartPointer<vtkPolyData> makeSoftShadow(const Outline& outline, double blur, double opacity,
                                            const ShapeDetail& detail = {});

}  // namespace clank
