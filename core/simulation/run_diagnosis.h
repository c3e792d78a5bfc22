// SPDX-License-Identifier: GPL-3.0-or-later
// Words for what stops a run, or is worth knowing about it.
#pragma once

#include <optional>
#include <string>

#include "core/dynamics/assembler.h"
#include "core/model/mechanism.h"

namespace clank {

// The constraints at the assembler's last update cannot be met any more: a drive pushes a linkage past where
// it can go. Nothing when they are met.
std::optional<std::string> describeJam(const Assembler& assembler, double t);

// No step size meets the tolerances. badLaw: id of a force element or drive whose law has given no number, or
// null.
std::string describeStepFailure(const System& system, const SimulationSettings& settings, double t,
                                const std::string* badLaw);

// "drive d on joint A may ask for more than the joints allow ...", or nothing without drives.
std::string describeDrives(const System& system);

}  // namespace clank
