// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/support/result.h"

namespace clank {

// Where text may come from. A pipe makes the reader wait for whoever writes, and some
// seconds for one to open it: not for a window.
enum class TextSource { filesOnly, pipesToo };

// The bytes of a whole file, up to 256 MB: more, folders, devices and sockets are refused.
Result<std::string> readFile(const std::filesystem::path& path, TextSource source);
// The same of a file that is open already, from where it stands; it may be of any kind. Name: for messages.
Result<std::string> readOpenFile(int file, const std::filesystem::path& name);

}  // namespace clank
