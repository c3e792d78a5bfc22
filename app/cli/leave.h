// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"

namespace clank {

// Ends the program with a status, whatever its threads are at: no destructors. Who waits for it does not wait
// until the memory has been given back, which takes longer than 0.1 s for a few gigabytes: a child that
// shares it lives a moment longer.
[[noreturn]] void leaveAtOnce(ExitCode code);

}  // namespace clank
