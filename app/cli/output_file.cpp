// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/io/replace_file.h"

namespace clank {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kBlock = 1U << 18U;  // bytes kept back before they are written
constexpr std::chrono::seconds kPatience{1};
constexpr mode_t kMode = 0666;  // before the umask

bool isRegular(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

// A file that was emptied, if only in name, is written to the disk by ext4 when it is closed: a quarter of a
// second for hundreds of megabytes, which whoever presses Ctrl+C waits for. An older file is cut to an empty
// line instead, in whose place the header comes: a program that is killed before leaves no byte of it.
bool clear(int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0) return false;
  if (status.st_size == 0) return true;
  return ::ftruncate(file, 1) == 0 && ::pwrite(file, "\n", 1, 0) == 1;
}

}  // namespace

OutputFile::~OutputFile() {
  close();
}

bool OutputFile::open(const std::filesystem::path& path) {
  path_ = path;
  auto claim = OutputClaim::take(path);
  if (!claim) {
    refusal_ = claim.error().front().what;
    error_ = EWOULDBLOCK;
    return false;
  }
  claim_ = std::move(*claim);
  // Without waiting: a pipe that nobody reads from would keep the program here.
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC, kMode);
  if (file_ < 0) error_ = errno;
  if (file_ >= 0 && isRegular(file_) && clear(file_)) return true;
  if (file_ >= 0) error_ = isRegular(file_) ? errno : EINVAL;
  return false;
}

std::string OutputFile::describeError() const {
  return refusal_.empty() ? fileFailure("write", path_, error_).value().front().what : refusal_;
}

void OutputFile::rowDone() {
  if (buffer_.size() < kBlock && !isDue()) return;
  flush();
  nextFlush_ = Clock::now() + kPatience;
}

void OutputFile::flush() {
  std::size_t done = 0;
  while (error_ == 0 && done < buffer_.size()) {
    const ssize_t written = ::write(file_, buffer_.data() + done, buffer_.size() - done);
    if (written >= 0) {
      done += static_cast<std::size_t>(written);
    } else if (errno != EINTR) {
      error_ = errno;
      takeBackPartOfRow(done);
    }
  }
  size_ += static_cast<long long>(done);
  buffer_.clear();
}

void OutputFile::takeBackPartOfRow(std::size_t written) {
  const std::size_t rowEnd = buffer_.substr(0, written).rfind('\n') + 1;  // npos + 1 is 0
  if (::ftruncate(file_, size_ + static_cast<long long>(rowEnd)) != 0)
    return;  // a device: nothing to take back
}

bool OutputFile::close() {
  if (file_ < 0) return error_ == 0;
  flush();
  if (size_ == 0 && ::ftruncate(file_, 0) != 0 && error_ == 0) error_ = errno;
  if (::close(file_) != 0 && error_ == 0) error_ = errno;
  file_ = -1;
  return error_ == 0;
}

}  // namespace clank
