// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/body_poses.h"
#include "core/io/sheet.h"
#include "core/model/mechanism.h"

namespace clank {

// m, by which the symbols of a mechanism are sized: the middle width of its bars, or a part of its extent.
double findSymbolUnit(const Mechanism& resolved, const BodyPoses& poses);

// The line around a body as it is drawn, in the world: a plate with its rounded corners, a bar with round
// ends, a disc, the block of a slider; else around its joint points and traces.
SheetPath drawContour(const Mechanism& resolved, const Body& body, const BodyPoses& poses, double unit);

// A body with what belongs to it alone: its contour, and of a disc a mark that turns with it.
void drawBody(const Mechanism& resolved, const Body& body, const BodyPoses& poses, Sheet& sheet);
// The length of a bar, the diameter of a disc; of others how far their joints are from each other.
void measureBody(const Mechanism& resolved, const Body& body, const BodyPoses& poses, Sheet& sheet);

}  // namespace clank
