// SPDX-License-Identifier: GPL-3.0-or-later
// Splines and ellipses of a DXF drawing as straight pieces.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/io/body_line.h"

namespace clank {

// A rational B-spline: as many weights as points, points + degree + 1 knots.
struct DxfSpline {
  int degree = 3;
  std::vector<double> knots, weights;
  std::vector<Corner> points;
};

// Why it is none, in words; empty: it is one.
std::string explainSpline(const DxfSpline& spline);
// The smooth curve through points (two or more, each apart from the next), by the length of chords: cubic,
// with a steady curvature. At an end without a tangent it is not curved. A closed one goes on from the last
// point, which is the first, as it begins.
DxfSpline makeThrough(const std::vector<Corner>& points, const std::array<std::optional<Corner>, 2>& tangents,
                      bool closed);

struct FlatCurve {
  std::vector<Corner> points;  // on the curve, from end to end
  double off = 0;              // the largest distance of a piece from the curve that was found
};
// off: as kDxfOff of the size of its points at most.
FlatCurve flattenSpline(const DxfSpline& spline);
// center + u cos t + v sin t, for t (rad) from one by sweep.
FlatCurve flattenEllipse(Corner center, Corner u, Corner v, double from, double sweep);

}  // namespace clank
