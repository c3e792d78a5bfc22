// SPDX-License-Identifier: GPL-3.0-or-later
// Where the files that ship with the program are.
#pragma once

#include <filesystem>

#include "core/support/result.h"

namespace clank {

// The folder with examples/ in it: the environment variable CLANK_RESOURCES if set; else, beginning beside
// the running program and going up, the first resources/ (a build tree) or share/clank/ (installed).
Result<std::filesystem::path> findResources();

}  // namespace clank
