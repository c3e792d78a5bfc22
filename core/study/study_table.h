// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a study in memory, as columns of numbers: what is drawn of them while they come.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/study/study_run.h"

namespace clank {

struct StudyColumn {
  std::string id, name;            // name: empty where the study has none
  std::string unit;                // of a parameter its own, of a quantity the one of SI
  std::vector<std::string> words;  // of a word parameter; its values are places in here
  bool isLogarithmic = false;
  std::vector<double> values;  // one a row; NaN: none
};

class StudyTable {
 public:
  // Rows beyond are counted and not kept.
  static constexpr std::size_t kMostKept = 1'000'000;

  StudyTable() = default;
  explicit StudyTable(const StudyRuns& runs);

  void add(const StudyRow& row);

  const std::vector<StudyColumn>& parameters() const { return parameters_; }
  const std::vector<StudyColumn>& quantities() const { return quantities_; }
  Sampling sampling() const { return sampling_; }
  std::size_t points() const { return points_; }         // of a table of a sensitivity study
  std::size_t rowCount() const { return runs_.size(); }  // kept
  std::uint64_t runOf(std::size_t row) const { return runs_[row]; }
  std::uint64_t count() const { return count_; }  // of all rows
  std::uint64_t countNotFinished() const { return notFinished_; }
  const std::string& lastReason() const { return lastReason_; }  // of a run that did not finish

  // Values of a quantity in the order of the runs, NaN for those that are not there; as many as the study
  // has runs, at most kMostKept.
  std::vector<double> listByRun(std::size_t quantity) const;

 private:
  Sampling sampling_ = Sampling::grid;
  std::size_t points_ = 0, size_ = 0;
  std::vector<StudyColumn> parameters_, quantities_;
  std::vector<std::uint64_t> runs_;
  std::uint64_t count_ = 0, notFinished_ = 0;
  std::string lastReason_;
};

}  // namespace clank
