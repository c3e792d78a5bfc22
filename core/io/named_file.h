// SPDX-License-Identifier: GPL-3.0-or-later
// Files that a mechanism names: tables to compare with, and pictures behind the drawing. A mechanism may come
// from anybody, and what it names may end up in a report: so names lead only below the folder of the
// mechanism, links resolved, unless the user asks for more.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/support/result.h"

namespace clank {

// What the user allows beyond the folder.
struct OutsideFiles {
  bool all = false;
  std::vector<std::filesystem::path> chosen;  // by hand, whatever way they are named

  static OutsideFiles allowAll() { return {true, {}}; }
};

// Where a name leads, allowed or not; folder: of the mechanism, empty: the one that the program is in. Names
// are UTF-8 on every system.
std::filesystem::path placeNamedFile(const std::filesystem::path& folder, const std::string& name);

// The same; fails, naming both places, where that is not below the folder and is not allowed.
Result<std::filesystem::path> findNamedFile(const std::filesystem::path& folder, const std::string& name,
                                            const OutsideFiles& outside = {});

}  // namespace clank
