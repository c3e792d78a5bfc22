// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/model/mechanism.h"
#include "core/record/trajectory.h"

namespace clank {

// The mechanism at a sample as DXF (R12, ASCII), in mm, true to scale: the lines, arcs and circles of
// drawSheet() on its layers (TRACES, GROUND, SURFACES, BODIES, JOINTS, FORCES, DRIVES, LIMITS), and texts: on
// DIMENSIONS lengths and diameters in mm beside their lines, on NAMES the joints.
std::string writeDxfDrawing(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample);

}  // namespace clank
