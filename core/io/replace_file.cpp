// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/replace_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace clank {

namespace {

namespace fs = std::filesystem;

constexpr mode_t kNewFileMode = 0666;  // before the umask
constexpr int kMostNames = 1000;       // tried for a temporary file

// The file that a chain of symbolic links ends at, so that saving replaces the file and not the link.
fs::path findTarget(const fs::path& path) {
  std::error_code ignored;
  const fs::path target = fs::weakly_canonical(path, ignored);
  return target.empty() ? path : target;
}

// 0 or errno.
int writeAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// A new file beside target, with its permissions or what the umask leaves. -1: see errno.
int openBeside(const fs::path& target, std::string& name) {
  int file = -1;
  for (int i = 0; file < 0 && i < kMostNames; ++i) {
    name = fmt::format("{}.{}-{}.tmp", target.string(), ::getpid(), i);
    file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
    if (file < 0 && errno != EEXIST) return -1;
  }
  struct stat old {};
  if (file >= 0 && ::stat(target.c_str(), &old) == 0) ::fchmod(file, old.st_mode & 07777U);
  return file;
}

// 0 or errno. The file is closed in any case.
int writeAndClose(int file, std::string_view text, Durability durability) {
  int error = writeAll(file, text);
  if (error == 0 && durability == Durability::synced && ::fsync(file) != 0) error = errno;
  if (::close(file) != 0 && error == 0) error = errno;
  return error;
}

// Makes the new name survive a power cut; a file system that cannot do this is no failure.
void syncFolder(const fs::path& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

}  // namespace

tl::unexpected<Problems> fileFailure(const char* verb, const fs::path& path, int error) {
  return failure(
      fmt::format("cannot {} {}: {}", verb, path.string(), std::generic_category().message(error)));
}

Result<void> replaceFile(const fs::path& path, std::string_view text, Durability durability) {
  const fs::path target = findTarget(path);
  std::error_code ignored;
  if (fs::is_directory(target, ignored)) return fileFailure("write", path, EISDIR);
  if (fs::exists(target, ignored) && !fs::is_regular_file(target, ignored))
    return failure("cannot write " + path.string() + ": it is no file");

  std::string temporary;
  const int file = openBeside(target, temporary);
  if (file < 0) return fileFailure("write", path, errno);
  int error = writeAndClose(file, text, durability);
  if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    return fileFailure("write", path, error);
  }
  if (durability == Durability::synced) syncFolder(target.parent_path());
  return {};
}

}  // namespace clank
