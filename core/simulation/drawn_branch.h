// SPDX-License-Identifier: GPL-3.0-or-later
// The branch of a closed position that is drawn, where drives decide which positions are closed.
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/assembler.h"
#include "core/support/result.h"

namespace clank {

// drawn and q: one a coordinate; q has been closed from drawn. Where joints and drives leave no freedom,
// closed positions are apart from each other, and a singular position lies between them: q is brought to the
// one to which the drawing leads without passing that. A note where none is found, so that q is another
// branch.
Problems keepDrawnBranch(Assembler& assembler, std::span<const double> drawn, std::span<double> q,
                         std::span<const double> v);

}  // namespace clank
