// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace clank {

// A line on standard error that is drawn over and over, ten times a second at most; nothing when that is no
// terminal.
class ProgressBar {
 public:
  ProgressBar(double duration, bool wanted);  // s
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(double t);  // s, reached
  void clear();

 private:
  double duration_;
  bool active_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace clank
