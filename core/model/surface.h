// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces: what is solid touches them, whether anything is there or not.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/model/body.h"
#include "core/model/path_curve.h"
#include "core/support/compiled_once.h"

namespace clank {

// On which side of a directed line the other part stays.
enum class LineSide { left, right, both };
// On which side of an arc or circle the other part stays.
enum class RoundSide { outside, inside, both };

struct LineSurface {
  Point from, to;  // m, axes of a
  Choice<LineSide> side = LineSide::left;
  friend bool operator==(const LineSurface&, const LineSurface&) = default;
};

// A line through points; material lies behind it.
struct PolylineSurface {
  SharedList<Point> points;  // m, axes of a
  Quantity closed = 0;       // 1: the last point is joined to the first
  Choice<LineSide> side = LineSide::left;
  Quantity smooth = 0;  // 1: a cubic spline through the points, not segments
  friend bool operator==(const PolylineSurface&, const PolylineSurface&) = default;
};

// Counter-clockwise from one angle to the other.
struct ArcSurface {
  Point center;       // m, axes of a
  Quantity radius;    // m
  Quantity from, to;  // rad, in axes of a
  Choice<RoundSide> side = RoundSide::outside;
  friend bool operator==(const ArcSurface&, const ArcSurface&) = default;
};

struct CircleSurface {
  Point center;     // m, axes of a
  Quantity radius;  // m
  Choice<RoundSide> side = RoundSide::outside;
  friend bool operator==(const CircleSurface&, const CircleSurface&) = default;
};

// All around a, as it is drawn.
struct OutlineSurface {
  friend bool operator==(const OutlineSurface&, const OutlineSurface&) = default;
};

// One of the surfaces of the mechanism.
struct NamedSurface {
  std::string surface;  // its id
  friend bool operator==(const NamedSurface&, const NamedSurface&) = default;
};

// A closed curve: a cam. Discs meet the curve itself, outlines the arcs of contact/curve_arcs.h.
struct CurveSurface {
  PathCurve curve;  // its origin lies in center
  Point center;     // m, axes of a
  Quantity axis;    // rad, direction of the curve's x axis in the axes of a
  Choice<RoundSide> side = RoundSide::outside;
  friend bool operator==(const CurveSurface&, const CurveSurface&) = default;
};

using SurfaceKind = std::variant<LineSurface, PolylineSurface, ArcSurface, CircleSurface, CurveSurface>;
// What a contact is with.
using Surface = std::variant<LineSurface, PolylineSurface, ArcSurface, CircleSurface, OutlineSurface,
                             CurveSurface, NamedSurface>;

// A surface of the frame or of a body.
struct DrawnSurface {
  std::string id, name;
  Quantity active = 1;                // 0: nothing touches it
  std::string body = kFrame;          // that carries it
  std::optional<Quantity> thickness;  // m, of the material behind it; absent: by its shape
  std::string material = kUsualMaterial;
  Quantity speed = 0;  // m/s, of the material along it, in the direction in which it is drawn: a conveyor
  SurfaceKind kind;    // in the axes of body
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(DrawnSurface);
};

Surface toSurface(const SurfaceKind& kind);

// One surface for each side that can be touched: itself, or two of a shape with both sides.
std::vector<Surface> listSides(const Surface& surface);
bool hasBothSides(const Surface& surface);
// +1 where the free side lies to the left of the direction in which a surface is drawn (a line from its first
// point to its last, an arc or circle counter-clockwise, a curve along its parameter), else -1. Of one side.
int findTurn(const Surface& surface);

// The spline of a line that is smooth. The points by which a line is drawn (m), a smooth one in short pieces;
// the last is not joined to the first.
PathCurve makeSpline(const PolylineSurface& line);
std::vector<std::array<double, 2>> listPoints(const PolylineSurface& line);
// The same of a curve, in the axes of the body that carries it; the last point is the first.
std::vector<std::array<double, 2>> listPoints(const CurveSurface& surface);

}  // namespace clank
