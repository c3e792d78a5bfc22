// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the ways in which a drawing can be closed is meant.
#pragma once

#include "core/dynamics/assembler.h"

namespace clank {

// Brings a closed q (one a coordinate) to the branches that the mechanism asks for, each time to the nearest
// position from the drawn one that was found. Problems name the branch that could not be reached; q is then
// closed still.
Problems chooseBranches(const Mechanism& resolved, Assembler& assembler, std::span<double> q,
                        std::span<const double> v);

}  // namespace clank
