// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

#include "core/support/result.h"

namespace clank {

// Synced it outlives a power cut, which on a disk that has much to do can take a second. What can be
// computed again does not ask for that.
enum class Durability { synced, unsynced };

// Writes a whole file: to a temporary file in the same folder, with the permissions of the old file,
// then renamed. Until then the old file is untouched. A symbolic link stays; the file it points to is
// replaced.
Result<void> replaceFile(const std::filesystem::path& path, std::string_view text,
                         Durability durability = Durability::synced);

// "cannot VERB PATH: reason" for an errno.
tl::unexpected<Problems> fileFailure(const char* verb, const std::filesystem::path& path, int error);

}  // namespace clank
