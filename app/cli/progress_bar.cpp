// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace clank {

namespace {

constexpr int kWidth = 40;  // characters
constexpr std::chrono::milliseconds kBarInterval{100};

// What cannot be drawn is not missed.
void draw(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

ProgressBar::ProgressBar(double duration, bool wanted)
    : duration_(duration),
      active_(wanted && ::isatty(STDERR_FILENO) == 1),
      next_(std::chrono::steady_clock::now() + kBarInterval) {}

ProgressBar::~ProgressBar() {
  clear();
}

void ProgressBar::show(double t) {
  if (!active_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + kBarInterval;
  drawn_ = true;
  const double part = std::clamp(t / duration_, 0.0, 1.0);
  const int done = static_cast<int>(part * kWidth);
  draw(fmt::format("\r[{:<{}}] {:3.0f} %  t = {:.6g} s\x1b[K",
                   std::string(static_cast<std::size_t>(done), '='), kWidth, 100 * part, t));
}

void ProgressBar::clear() {
  if (drawn_) draw("\r\x1b[K");
  drawn_ = false;
}

}  // namespace clank
