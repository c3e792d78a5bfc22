// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/sheet.h"
#include "core/model/mechanism.h"
#include "core/record/trajectory.h"

namespace clank {

// A resolved mechanism as it stands at a sample: ground, surfaces, bodies, joints, forces, drives, limits,
// and the paths of its traces over the whole run. What is switched off is left out.
Sheet drawSheet(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample);

}  // namespace clank
