// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism on disk: whole files in, whole files out.
#include "core/io/mechanism_file.h"

#include "core/io/read_file.h"
#include "core/io/replace_file.h"

namespace clank {

Result<LoadedMechanism> loadMechanism(const std::filesystem::path& path) {
  const auto text = readFile(path, TextSource::filesOnly);
  if (!text) return tl::unexpected(text.error());
  return readMechanism(*text);
}

Result<void> saveMechanism(const Mechanism& mechanism, const std::filesystem::path& path) {
  return replaceFile(path, writeMechanism(mechanism));
}

}  // namespace clank
