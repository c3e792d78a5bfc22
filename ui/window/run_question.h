// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_controller.h"

namespace clank {

// Starts the run; first asks where it would take more than a quarter of the memory, and offers to keep fewer
// samples.
void runAfterQuestion(RunController& run);

}  // namespace clank
