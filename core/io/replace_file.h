// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

#include "core/support/result.h"

namespace clank {

// Writes a whole file: to a temporary file in the same folder, synced, with the permissions of the old file,
// then renamed. Until then the old file is untouched. A symbolic link stays; the file it points to is
// replaced.
Result<void> replaceFile(const std::filesystem::path& path, std::string_view text);

// "cannot VERB PATH: reason" for an errno.
tl::unexpected<Problems> fileFailure(const char* verb, const std::filesystem::path& path, int error);

}  // namespace clank
