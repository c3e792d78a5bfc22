// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/model/mechanism.h"

namespace clank {

struct Corner {
  double x = 0, y = 0;  // m
};
inline Corner operator-(Corner a, Corner b) {
  return {a.x - b.x, a.y - b.y};
}
inline double cross(Corner a, Corner b) {
  return a.x * b.y - a.y * b.x;
}

// Corners of the convex hull, counter-clockwise. Of points in line: two.
std::vector<Corner> findHull(std::vector<Corner> points);

// The line around a body of a resolved mechanism, in its axes: the plate, the bar (a link that bends is
// straight, with corners along its sides) or the disc that is drawn; else around its joint points and traces;
// a small circle where there is but one.
std::vector<Corner> makeBodyLine(const Mechanism& resolved, const Body& body);

}  // namespace clank
