// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/run/run_controller.h"

namespace clank {

// Starts the run; first asks where it would take more than a quarter of the memory, and offers to keep fewer
// samples, or of the channels those alone that are drawn or plotted.
void runAfterQuestion(RunController& run, const std::vector<std::string>& plotted);

}  // namespace clank
