// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/output_claim.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/io/replace_file.h"

namespace clank {
namespace {

constexpr mode_t kMadeFileMode = 0666;  // before the umask

// Without waiting: to open a pipe that nobody reads from takes for ever.
int openOutput(const std::filesystem::path& output) {
  std::error_code ignored;
  return std::filesystem::is_directory(output, ignored)
             ? ::open(output.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
             : ::open(output.c_str(), O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC, kMadeFileMode);
}

}  // namespace

Result<OutputClaim> OutputClaim::take(const std::filesystem::path& output) {
  OutputClaim claim;
  claim.file_ = openOutput(output);
  if (claim.file_ < 0) return fileFailure("write", output, errno);
  int done = 0;
  do done = ::flock(claim.file_, LOCK_EX | LOCK_NB);
  while (done != 0 && errno == EINTR);
  if (done != 0 && errno == EWOULDBLOCK)
    return failure(
        fmt::format("cannot write {}: another run, which goes on, is writing it; wait for its end, or write "
                    "somewhere else",
                    output.string()));
  return claim;
}

OutputClaim::~OutputClaim() {
  if (file_ >= 0) ::close(file_);
}

OutputClaim::OutputClaim(OutputClaim&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

OutputClaim& OutputClaim::operator=(OutputClaim&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

}  // namespace clank
