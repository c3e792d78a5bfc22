// SPDX-License-Identifier: GPL-3.0-or-later
// Closing a drawing whose joints do not quite meet.
#pragma once

#include <span>

#include "core/dynamics/assembler.h"
#include "core/dynamics/tolerances.h"

namespace clank {

// Moves q (one a coordinate) to the closed position that is nearest in the mass metric, as far as one is
// found from there. Returns the largest error left, in units of length of the mechanism (tolerances.h) or
// rad; above closedRow() q is as nearly closed as it goes. v is only passed through to the kinematics.
double closeNearest(Assembler& assembler, double t, std::span<double> q, std::span<const double> v);

}  // namespace clank
