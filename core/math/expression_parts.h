// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of an expression that one variable alone decides.
#pragma once

#include <vector>

#include "core/math/expression.h"

namespace clank {

// The largest parts that read a slot, and beside it only those before it, which are constant: of
// -20*exp(-t)*A.omega + sin(t) with t the parts -20*exp(-t) and sin(t). Their switches are those of the
// whole.
std::vector<Expression> listPartsOf(const Expression& expression, int slot);

}  // namespace clank
