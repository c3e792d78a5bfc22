// SPDX-License-Identifier: GPL-3.0-or-later
// From a mechanism to its equations.
#pragma once

#include <span>

#include "core/dynamics/system.h"
#include "core/model/divide_bar.h"
#include "core/model/mechanism.h"
#include "core/support/result.h"

namespace clank {

// From a resolved mechanism without errors in validate(); divided: its links of rods, if any. Fails when a
// law does not compile.
Result<System> compileSystem(const Mechanism& resolved, std::span<const DividedLink> divided = {});

}  // namespace clank
