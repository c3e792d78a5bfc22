// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces: what is solid touches them, whether anything is there or not.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "core/model/body.h"
#include "core/model/path_curve.h"
#include "core/support/compiled_once.h"

namespace clank {

// On which side of a directed line the other part stays.
enum class LineSide { left, right };
// On which side of an arc or circle the other part stays.
enum class RoundSide { outside, inside };

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

// A closed curve: a cam.
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
  SurfaceKind kind;  // in the axes of body
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(DrawnSurface);
};

}  // namespace clank
