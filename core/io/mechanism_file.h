// SPDX-License-Identifier: GPL-3.0-or-later
// The project file: JSON, format "clank", version 2; version 1 is read as well (io/file_migration.h). See
// core/doc/file_format.md.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/model/mechanism.h"

namespace clank {

inline constexpr int kFileVersion = 2;
inline constexpr int kOldestVersion = 1;  // that is read

struct LoadedMechanism {
  Mechanism mechanism;         // as drawn: quantities keep their text, not resolved
  Problems warnings;           // unknown keys with the nearest known one
  int version = kFileVersion;  // of the text
};

// Reads a whole file or fails with every problem (JSON pointer, or line and column for syntax); nothing
// half-loaded. A study or an optimisation that cannot be read is no problem of the file: it is set aside in
// its place, and validate() tells why. Who is asked to stop fails soon.
Result<LoadedMechanism> readMechanism(std::string_view json, const std::stop_token& stop = {});
Result<LoadedMechanism> loadMechanism(const std::filesystem::path& path);

// JSON text with sorted keys, two-space indent, defaults left out, unknown keys put back. Reads back to an
// equal value.
std::string writeMechanism(const Mechanism& mechanism);
// The same piece by piece, for a text that nobody needs whole.
void writeMechanism(const Mechanism& mechanism, const std::function<void(std::string_view)>& take);
// Writes to a temporary file in the same folder and renames it: the old file is there until the new one is
// whole.
Result<void> saveMechanism(const Mechanism& mechanism, const std::filesystem::path& path);

// The JSON Schema (draft 2020-12) of the format, generated from core/model/fields.cpp.
std::string writeSchema();

}  // namespace clank
