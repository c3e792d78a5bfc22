// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/system.h"
#include "core/dynamics/tolerances.h"

namespace clank {

// Largest extent of bodies and joints at the positions q, m; 1 where they all are in one point.
double calcExtent(const System& system, const double* q);

// Those of lengths, from the size and the place of all that takes part, contacts and ropes too, as drawn.
LengthTolerances findTolerances(const System& system);

}  // namespace clank
