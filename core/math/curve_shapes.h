// SPDX-License-Identifier: GPL-3.0-or-later
// Plane curves r(w) with exact first and second derivatives. Lengths in m.
#pragma once

#include <variant>
#include <vector>

#include "core/math/cubic_spline.h"

namespace clank {

// (a cos w, b sin w); a circle where a = b.
struct EllipseShape {
  double a = 1, b = 1;
};
// abs(x/a)^n + abs(y/b)^n = 1.
struct LameShape {
  double a = 1, b = 1, n = 2;
};
// The inner oval of |p - F1| + b |p - F2| = a, with F1 in the origin and F2 = (d, 0); a > b d.
struct CartesianOvalShape {
  double a = 1, b = 1, d = 0;
};
// |p - F1| |p - F2| = c^2 with F1, F2 = (-a, 0), (a, 0); c > a: one oval.
struct CassinianShape {
  double a = 1, c = 2;
};
// b^2 y^2 = x^3 (a - x), from its cusp in the origin round (a, 0) and back to it.
struct PearShape {
  double a = 1, b = 1;
};
// Through points, as two cubic splines of the sum of chords.
struct SplineShape {
  SplineShape(const std::vector<double>& x, const std::vector<double>& y, bool closed);

  bool closed = false;
  std::vector<double> knots;  // sum of chords at the points
  CubicSpline x, y;
};

using CurveShape =
    std::variant<EllipseShape, LameShape, CartesianOvalShape, CassinianShape, PearShape, SplineShape>;

struct PlaneJet {
  Jet x, y;
};
PlaneJet evaluateShape(const CurveShape& shape, const Jet& w);

bool isClosed(const CurveShape& shape);
bool endsInCusps(const CurveShape& shape);
// Rising values of w from one end to the other (closed: once round), close enough together to look for
// nearest points between them; smooth between neighbours.
std::vector<double> listStations(const CurveShape& shape);

}  // namespace clank
