// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts at the start of a run: what is a little inside is pushed out, what is deep inside is an error, and
// what is behind all of a surface's material is on its other side.
#pragma once

#include <span>

#include "core/dynamics/system.h"

namespace clank {

// Moves q (m, rad; closed, at rest or not) by as little as possible, in the metric of the masses and with all
// joints closed, until nothing is inside any more. Errors with the JSON pointer of the contact where
// something is inside by more than a little of the thickness, crosses a surface, or cannot be pushed out;
// notes for what has been moved, and for what lies behind a surface.
Problems pushApart(const System& system, const Mode& mode, std::span<double> q, std::span<const double> v);

}  // namespace clank
