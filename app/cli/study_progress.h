// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace clank {

// How far a study or a search is: a line on standard error that is drawn over where that is a terminal, ten
// times a second at most.
class StudyProgress {
 public:
  explicit StudyProgress(bool wanted);
  ~StudyProgress();
  StudyProgress(const StudyProgress&) = delete;
  StudyProgress& operator=(const StudyProgress&) = delete;

  // remark: at the end of the line.
  void show(std::uint64_t done, std::uint64_t all, const std::string& remark = {});

 private:
  bool active_;
  bool drawn_ = false;
  std::uint64_t first_ = 0;  // done before this session
  bool isBegun_ = false;
  std::chrono::steady_clock::time_point start_, next_;
};

}  // namespace clank
