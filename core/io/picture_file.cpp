// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/picture_file.h"

#include <fmt/format.h>

namespace clank {
namespace {

// Names in a file are UTF-8 on every system.
std::filesystem::path toPath(const std::string& name) {
  return std::filesystem::path(std::u8string(name.begin(), name.end()));
}

void moveName(std::string& name, const std::filesystem::path& from, const std::filesystem::path& to) {
  const std::filesystem::path path = toPath(name);
  if (name.empty() || (path.is_relative() && from.empty())) return;
  const auto moved = (path.is_absolute() ? path : from / path).lexically_normal().lexically_relative(to);
  if (moved.empty()) return;  // on another drive
  const std::u8string text = moved.generic_u8string();
  name.assign(text.begin(), text.end());
}

}  // namespace

std::filesystem::path findPictureFile(const Picture& picture, const std::filesystem::path& folder) {
  const std::filesystem::path path = toPath(picture.file);
  return path.is_absolute() ? path : folder / path;
}

Problems findMissingPictures(const Mechanism& mechanism, const std::filesystem::path& folder) {
  Problems missing;
  for (std::size_t i = 0; i < mechanism.pictures.size(); ++i) {
    const Picture& picture = mechanism.pictures[i];
    std::error_code ignored;
    if (picture.file.empty() || std::filesystem::is_regular_file(findPictureFile(picture, folder), ignored))
      continue;
    missing.push_back({fmt::format("picture {}: there is no file '{}'; the mechanism runs without it",
                                   picture.id, picture.file),
                       fmt::format("/pictures/{}/file", i), Severity::warning});
  }
  return missing;
}

void moveToFolder(Mechanism& mechanism, const std::filesystem::path& from, const std::filesystem::path& to) {
  for (Picture& picture : mechanism.pictures) moveName(picture.file, from, to);
  for (Reference& reference : mechanism.references) moveName(reference.file, from, to);
}

}  // namespace clank
