// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/io/body_line.h"

namespace clank {

// Through points of a curve that lie close, piece after piece, each a cubic by its ends and the two controls
// between (Bezier): 3 n + 1 of them for n pieces. The direction at a point is that of the circle through it
// and its neighbours; where two pieces turn by more than a quarter of a right angle the line has a corner. A
// closed line ends where it begins.
std::vector<Corner> makeCubicChain(const std::vector<Corner>& points, bool closed);

}  // namespace clank
