// SPDX-License-Identifier: GPL-3.0-or-later
// How the programs of the command line end.
#pragma once

namespace clank {

// openLedger: it is done, but the energy of the run does not add up, so that the motion is not right.
enum class ExitCode { done = 0, wrongModel = 1, usage = 2, runFailed = 3, openLedger = 4, interrupted = 130 };

}  // namespace clank
