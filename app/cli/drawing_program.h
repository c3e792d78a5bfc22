// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/cli/commands.h"

namespace clank {

// Drawing needs Qt and VTK, which clank-cli does without: it becomes the program clank-render with the same
// words. Returns only when that is not there, having said so.
ExitCode becomeDrawingProgram(const char* command, std::vector<std::string> words);

}  // namespace clank
