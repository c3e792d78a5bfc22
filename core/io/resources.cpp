// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/resources.h"

#include <fmt/format.h>

#include <cstdlib>

namespace clank {

namespace {

namespace fs = std::filesystem;

bool hasExamples(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "examples", ignored);
}

}  // namespace

Result<fs::path> findResources() {
  if (const char* chosen = std::getenv("CLANK_RESOURCES"); chosen && *chosen) {
    if (hasExamples(chosen)) return fs::path(chosen);
    return failure(fmt::format("CLANK_RESOURCES is {}, but there is no folder examples in it", chosen));
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (fs::path folder = program.parent_path(); !folder.empty(); folder = folder.parent_path()) {
    for (const char* name : {"resources", "share/clank"}) {
      if (hasExamples(folder / name)) return folder / name;
    }
    if (folder == folder.root_path()) break;
  }
  return failure(
      "the files that ship with the program are not where they should be; "
      "set CLANK_RESOURCES to the folder that holds examples");
}

}  // namespace clank
