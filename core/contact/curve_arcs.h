// SPDX-License-Identifier: GPL-3.0-or-later
// A smooth curve as arcs and segments that go over into each other without a corner: what outlines meet of a
// curve, and what anything meets of a line that is a spline.
//
// Between two points p0, p1 of the curve with unit tangents t0, t1 stand two arcs (a biarc). Each has two
// legs of equal length along its end tangents; let all four be d long. The outer legs end in p0 + d t0 and p1
// - d t1, the inner two make up the line between these, which is 2 d long: with v = p1 - p0, t = t0 + t1
//   |v - d t|^2 = 4 d^2,  d = v.v / (v.t + sqrt((v.t)^2 + 2 (1 - t0.t1) v.v)),
// and the arcs meet in its middle (p0 + p1 + d (t0 - t1))/2. The curve is halved until they leave it by no
// more than kArcError of its size; the error of a biarc falls with the third power of its length.
#pragma once

#include <vector>

#include "core/contact/surface_piece.h"

namespace clank {

inline constexpr double kArcError = 1e-7;  // of the size of the curve

// In order along the way that has the free side on its left. turn: +1 where that is the way of the curve, -1
// where it is the way back. origin (m) and unit vector of the axes of the curve.
std::vector<SurfacePiece> makeCurveArcs(const CurveShape& shape, int turn, const Eigen::Vector2d& origin,
                                        const Eigen::Vector2d& axis);

// Where such a way begins or ends: m, and unit vector along it.
struct WayEnd {
  Eigen::Vector2d point, direction;
};
WayEnd findBegin(const SurfacePiece& first);
WayEnd findEnd(const SurfacePiece& last);

}  // namespace clank
