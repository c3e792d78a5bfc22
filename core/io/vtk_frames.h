// SPDX-License-Identifier: GPL-3.0-or-later
// The motion of a run for ParaView: a .vtp of poly data each sample, and a .pvd that tells their times.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/trajectory.h"

namespace clank {

// One sample: a closed line around each body as it is drawn (a bar, a plate, a disc; a link that bends is
// drawn straight), in m, z = 0. Cell data: body (index from 0), vx, vy (m/s), omega (rad/s) of the body.
// Needs the channels of every body.
std::string writeVtkFrame(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample);

// The collection: files[i] is shown from times[i] (s) on. Names are relative to the collection.
std::string writeVtkCollection(std::span<const double> times, std::span<const std::string> files);

}  // namespace clank
