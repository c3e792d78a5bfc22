// SPDX-License-Identifier: GPL-3.0-or-later
// The links that come into line in a dead centre.
#pragma once

#include <string>

#include "core/dynamics/state.h"
#include "core/dynamics/system.h"

namespace clank {

// "; links coupler and rocker are nearly in line at joint B", of the pair that is nearest to it among those
// that still turn against each other where the drives stand still. Empty where nothing is driven, and where
// no pair is near.
std::string describeLinksInLine(const System& system, const State& state);

}  // namespace clank
