// SPDX-License-Identifier: GPL-3.0-or-later
// A curve that a point follows, in axes of its own.
#pragma once

#include <array>
#include <variant>
#include <vector>

#include "core/math/curve_shapes.h"
#include "core/model/body.h"
#include "core/support/compiled_once.h"

namespace clank {

struct CirclePath {
  Quantity radius;  // m
  friend bool operator==(const CirclePath&, const CirclePath&) = default;
};
struct EllipsePath {
  Quantity a, b;  // m, half axes along x and y
  friend bool operator==(const EllipsePath&, const EllipsePath&) = default;
};
// abs(x/a)^n + abs(y/b)^n = 1: a superellipse.
struct LamePath {
  Quantity a, b;  // m
  Quantity n;
  friend bool operator==(const LamePath&, const LamePath&) = default;
};
// |p| + b |p - (d, 0)| = a, the inner oval.
struct CartesianOvalPath {
  Quantity a, b, d;  // m, 1, m
  friend bool operator==(const CartesianOvalPath&, const CartesianOvalPath&) = default;
};
// |p + (a, 0)| |p - (a, 0)| = c^2.
struct CassinianPath {
  Quantity a, c;  // m
  friend bool operator==(const CassinianPath&, const CassinianPath&) = default;
};
// b^2 y^2 = x^3 (a - x): a pear-shaped quartic, open at its cusp in the origin, which no point can pass.
struct PearPath {
  Quantity a, b;  // m
  friend bool operator==(const PearPath&, const PearPath&) = default;
};
struct SplinePath {
  std::vector<Point> points;  // m
  bool closed = false;
  CLANK_COMPILED_ONCE(SplinePath);
};

using PathKind =
    std::variant<CirclePath, EllipsePath, LamePath, CartesianOvalPath, CassinianPath, PearPath, SplinePath>;

struct PathCurve {
  PathKind kind;
  UnknownKeys unknown;
  friend bool operator==(const PathCurve&, const PathCurve&) = default;
};

bool isClosed(const PathCurve& curve);
bool isSound(const PathCurve& curve);  // without errors in validate()

// Of a resolved curve without errors in validate().
CurveShape makeShape(const PathCurve& curve);

// Length along the curve, and from its begin to the point nearest to (x, y) (m); 0 when it is not sound.
double calcLength(const PathCurve& curve);
double findTravel(const PathCurve& curve, double x, double y);

// Where a sound curve is most hollow, seen from the left of its way or from the right; curvature 1/m,
// negative where it is round all over.
struct Hollow {
  double curvature = 0, x = 0, y = 0;
};
Hollow findTightestHollow(const PathCurve& curve, bool fromLeft);

// Points along the curve, close enough to draw it (m); none when it is not sound.
std::vector<std::array<double, 2>> listPoints(const PathCurve& curve);

}  // namespace clank
