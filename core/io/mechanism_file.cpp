// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism on disk: whole files in, whole files out.
#include "core/io/mechanism_file.h"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

#include "core/io/replace_file.h"

namespace clank {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestFile = 256U << 20U;  // bytes; the largest mechanism imaginable is a few MB

}  // namespace

Result<LoadedMechanism> loadMechanism(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return fileFailure("read", path, EISDIR);
  if (const auto size = fs::file_size(path, error); !error && size > kLargestFile) {
    return fileFailure("read", path, EFBIG);
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return fileFailure("open", path, errno);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) return fileFailure("read", path, EIO);
  return readMechanism(text);
}

Result<void> saveMechanism(const Mechanism& mechanism, const fs::path& path) {
  return replaceFile(path, writeMechanism(mechanism));
}

}  // namespace clank
