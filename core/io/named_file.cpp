// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/named_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace clank {
namespace {

namespace fs = std::filesystem;

fs::path resolveLinks(const fs::path& path) {
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(path, ignored), ignored);
}

bool isBelow(const fs::path& file, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return end == folder.end() && rest != file.end();
}

}  // namespace

fs::path placeNamedFile(const fs::path& folder, const std::string& name) {
  const fs::path path(std::u8string(name.begin(), name.end()));
  return path.is_absolute() ? path : folder / path;
}

Result<fs::path> findNamedFile(const fs::path& folder, const std::string& name, const OutsideFiles& outside) {
  const fs::path place = placeNamedFile(folder, name);
  if (outside.all) return place;
  const fs::path file = resolveLinks(place), home = resolveLinks(folder.empty() ? "." : folder);
  if (!file.empty() && !home.empty() && isBelow(file, home)) return place;
  const bool isChosen = std::any_of(outside.chosen.begin(), outside.chosen.end(),
                                    [&](const fs::path& chosen) { return resolveLinks(chosen) == file; });
  if (isChosen) return place;
  return failure(
      fmt::format("'{}' leads to {}, which is not below {}, the folder of the mechanism: it is not "
                  "read. Copy it there, or allow it (clank-cli: --allow-outside)",
                  name, file.string(), home.string()));
}

}  // namespace clank
