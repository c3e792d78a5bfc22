// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/scene/plane.h"

namespace clank {

// Counter-clockwise, without points that lie on an edge.
std::vector<Vec2> convexHull(std::vector<Vec2> points);

// The greatest distance between two of the points.
double spanOf(const std::vector<Vec2>& points);

}  // namespace clank
