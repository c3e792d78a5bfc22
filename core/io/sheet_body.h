// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/io/body_line.h"
#include "core/io/body_poses.h"
#include "core/io/sheet.h"
#include "core/model/mechanism.h"

namespace clank {

// m, by which the symbols of a mechanism are sized: the middle width of its bars, or a part of its extent.
double findSymbolUnit(const Mechanism& resolved, const BodyPoses& poses);

// The line around a body as it is drawn, in the world: a plate with its rounded corners, a bar with round
// ends, a disc, the block of a slider; else around its joint points and traces.
SheetPath drawContour(const Mechanism& resolved, const Body& body, const BodyPoses& poses, double unit);

// The line around a plate of a resolved mechanism, in its axes: arcs in pieces of five degrees.
std::vector<Corner> listPlateLine(const Body& plate);

// A body with what belongs to it alone: its contour, and of a disc a mark that turns with it.
void drawBody(const Mechanism& resolved, const Body& body, const BodyPoses& poses, Sheet& sheet);
// The length of a bar, the diameter of a disc; of others how far their joints are from each other.
void measureBody(const Mechanism& resolved, const Body& body, const BodyPoses& poses, Sheet& sheet);

}  // namespace clank
