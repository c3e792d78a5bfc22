// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/read_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "core/io/replace_file.h"

namespace clank {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestFile = 256U << 20U;  // bytes
constexpr int kWaitForWriter = 3000;               // ms, of a pipe
constexpr std::size_t kReadBlock = 1U << 16U;      // bytes read at once

class OpenFile {
 public:
  OpenFile(const fs::path& path, int flags) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags)) {}
  ~OpenFile() {
    if (file_ >= 0) ::close(file_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int get() const { return file_; }

 private:
  int file_;
};

tl::unexpected<Problems> refuseSize(const fs::path& name) {
  return failure(fmt::format("cannot read {}: it is larger than {} MB", name.string(), kLargestFile >> 20U));
}

// Of a pipe that was opened without waiting; from now on who reads it waits for what is written. False:
// nobody has opened it to write. Its first byte, if there is one already, is put into text.
bool waitForWriter(int pipe, std::string& text) {
  pollfd asked{pipe, POLLIN, 0};
  ::poll(&asked, 1, kWaitForWriter);
  char first = 0;
  const ssize_t got = ::read(pipe, &first, 1);
  const bool isClosed = got == 0 && (asked.revents & POLLHUP) == 0;  // not by a writer that has gone
  if (isClosed) return false;
  if (got > 0) text.assign(1, first);
  return ::fcntl(pipe, F_SETFL, ::fcntl(pipe, F_GETFL) & ~O_NONBLOCK) == 0;
}

bool isPipe(const fs::path& path) {
  std::error_code ignored;
  return fs::is_fifo(path, ignored);
}

}  // namespace

namespace {

// Behind what has been read already.
Result<std::string> readOn(int file, const fs::path& name, std::string text) {
  struct stat status {};
  if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
    if (static_cast<std::size_t>(status.st_size) > kLargestFile) return refuseSize(name);
    text.reserve(static_cast<std::size_t>(status.st_size) + kReadBlock);
  }
  std::size_t size = text.size();
  while (true) {
    text.resize(size + kReadBlock);
    const ssize_t got = ::read(file, text.data() + size, kReadBlock);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fileFailure("read", name, errno);
    size += static_cast<std::size_t>(got);
    if (size > kLargestFile) return refuseSize(name);
    if (got == 0) break;
  }
  text.resize(size);
  return text;
}

}  // namespace

Result<std::string> readOpenFile(int file, const fs::path& name) {
  return readOn(file, name, {});
}

Result<std::string> readFile(const fs::path& path, TextSource source) {
  const bool waits = source == TextSource::pipesToo && isPipe(path);
  // Without waiting: to open a pipe that nobody writes to, or to read some files of /proc, takes for ever.
  const OpenFile file(path, O_NONBLOCK);
  if (file.get() < 0) return fileFailure("open", path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return fileFailure("read", path, errno);
  if (S_ISDIR(status.st_mode)) return fileFailure("read", path, EISDIR);
  if (!S_ISREG(status.st_mode) && !waits) return failure("cannot read " + path.string() + ": it is no file");
  std::string begun;
  if (waits && !waitForWriter(file.get(), begun))
    return failure(fmt::format("cannot read {}: it is a pipe, and for {} s nobody has opened it to write",
                               path.string(), kWaitForWriter / 1000));
  return readOn(file.get(), path, std::move(begun));
}

}  // namespace clank
