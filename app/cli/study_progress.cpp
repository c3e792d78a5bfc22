// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/study_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "core/study/study_cost.h"

namespace clank {

constexpr std::chrono::milliseconds kInterval{100};

StudyProgress::StudyProgress(bool wanted)
    : active_(wanted && ::isatty(STDERR_FILENO) == 1), start_(std::chrono::steady_clock::now()) {}

StudyProgress::~StudyProgress() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
}

void StudyProgress::show(std::uint64_t done, std::uint64_t all, const std::string& remark) {
  if (!active_) return;
  const auto now = std::chrono::steady_clock::now();
  if (!isBegun_) first_ = done - 1;
  isBegun_ = true;
  if (now < next_) return;
  next_ = now + kInterval;
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = seconds > 0 ? static_cast<double>(done - first_) / seconds : 0;
  const std::string rest = rate > 0 ? ", " + sayTime(static_cast<double>(all - done) / rate) + " left" : "";
  const std::string line =
      fmt::format("\r{} of {} runs ({:.0f} %), {:.3g} a second{}{}\x1b[K", done, all,
                  100 * static_cast<double>(done) / static_cast<double>(all), rate, rest, remark);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace clank
