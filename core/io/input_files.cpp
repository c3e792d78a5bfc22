// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/input_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "core/io/named_file.h"

namespace clank {

namespace fs = std::filesystem;

InputFiles::Input InputFiles::look(const fs::path& file) {
  Input input;
  std::error_code ignored;
  input.name = file.string();
  // Of a relative path weakly_canonical leaves what is not there relative.
  input.path = fs::weakly_canonical(fs::absolute(file, ignored), ignored);
  struct stat status {};
  input.isThere = ::stat(file.c_str(), &status) == 0;
  input.device = status.st_dev;
  input.inode = status.st_ino;
  return input;
}

void InputFiles::add(const fs::path& file) {
  inputs_.push_back(look(file));
}

void InputFiles::addOpen(int file, const std::string& name) {
  struct stat status {};
  if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode))
    inputs_.push_back({name, {}, true, status.st_dev, status.st_ino});
}

void InputFiles::addNamedIn(const Mechanism& mechanism, const fs::path& folder) {
  for (const Reference& reference : mechanism.references)
    if (!reference.file.empty()) add(placeNamedFile(folder, reference.file));
  for (const Picture& picture : mechanism.pictures)
    if (!picture.file.empty()) add(placeNamedFile(folder, picture.file));
}

Result<void> InputFiles::check(const fs::path& output) const {
  const Input out = look(output);
  for (const Input& input : inputs_) {
    const bool isSame =
        (input.isThere && out.isThere && input.device == out.device && input.inode == out.inode) ||
        (!input.path.empty() && input.path == out.path);
    if (!isSame) continue;
    const std::string both = input.name == out.name ? "it is the file that is read"
                                                    : fmt::format("it is {}, which is read", input.name);
    return failure(fmt::format("cannot write {}: {}; choose another place", out.name, both));
  }
  return {};
}

}  // namespace clank
