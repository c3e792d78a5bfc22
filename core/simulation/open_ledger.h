// SPDX-License-Identifier: GPL-3.0-or-later
// What a run says whose energy does not add up, and whether one has said so.
#pragma once

#include <string>

#include "core/support/result.h"

namespace clank {

// The run has ended, but its energy is not what it should be: residual of turnover, J.
std::string describeOpenLedger(double residual, double turnover);
bool saysOpenLedger(const Problems& problems);

}  // namespace clank
