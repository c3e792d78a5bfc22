// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/picture_file.h"

#include <fmt/format.h>

namespace clank {
namespace {

void moveName(std::string& name, const std::filesystem::path& from, const std::filesystem::path& to) {
  const std::filesystem::path path = placeNamedFile({}, name);
  if (name.empty() || (path.is_relative() && from.empty())) return;
  const auto moved = (path.is_absolute() ? path : from / path).lexically_normal().lexically_relative(to);
  if (moved.empty()) return;  // on another drive
  const std::u8string text = moved.generic_u8string();
  name.assign(text.begin(), text.end());
}

}  // namespace

Result<std::filesystem::path> findPictureFile(const Picture& picture, const std::filesystem::path& folder,
                                              const OutsideFiles& outside) {
  return findNamedFile(folder, picture.file, outside);
}

Problems findMissingFiles(const Mechanism& mechanism, const std::filesystem::path& folder,
                          const OutsideFiles& outside) {
  Problems missing;
  for (std::size_t i = 0; i < mechanism.pictures.size(); ++i) {
    const Picture& picture = mechanism.pictures[i];
    const std::string pointer = fmt::format("/pictures/{}/file", i);
    if (picture.file.empty()) continue;
    const auto file = findPictureFile(picture, folder, outside);
    std::error_code ignored;
    if (!file)
      missing.push_back(
          {fmt::format("picture {}: {}", picture.id, file.error().front().what), pointer, Severity::warning});
    else if (!std::filesystem::is_regular_file(*file, ignored))
      missing.push_back({fmt::format("picture {}: there is no file '{}'; the mechanism runs without it",
                                     picture.id, picture.file),
                         pointer, Severity::warning});
  }
  for (std::size_t i = 0; i < mechanism.references.size(); ++i) {
    const std::string& name = mechanism.references[i].file;
    if (const auto file = findNamedFile(folder, name, outside); !name.empty() && !file)
      missing.push_back({fmt::format("reference {}", file.error().front().what),
                         fmt::format("/references/{}/file", i), Severity::warning});
  }
  return missing;
}

void moveToFolder(Mechanism& mechanism, const std::filesystem::path& from, const std::filesystem::path& to) {
  for (Picture& picture : mechanism.pictures) moveName(picture.file, from, to);
  for (Reference& reference : mechanism.references) moveName(reference.file, from, to);
}

}  // namespace clank
