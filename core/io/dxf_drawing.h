// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/model/mechanism.h"
#include "core/record/trajectory.h"

namespace clank {

// The mechanism at a sample as DXF (R12, ASCII), in mm, true to scale. Layers by kind: BODIES (lines, circles
// of discs), JOINTS (circles of 1 mm), SURFACES (lines, arcs, circles), DIMENSIONS (texts: the length of each
// bar in mm, the diameter of each disc).
std::string writeDxfDrawing(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample);

}  // namespace clank
