// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a study, one at a time, from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/channel.h"
#include "core/study/study_plan.h"
#include "core/study/study_quantities.h"

namespace clank {

struct StudyRow {
  std::uint64_t run = 0;
  std::vector<std::string> parameters;    // texts, in the order of the axes
  std::vector<double> quantities;         // SI; NaN: none
  std::string ended;                      // finished, failed, refused, time_limit
  std::string reason;                     // of what did not finish
  std::vector<std::vector<double>> kept;  // t and the kept channels
};

class StudyRuns {
 public:
  // Fails with the problems of the mechanism in the case of the study, and of its quantities and channels.
  static Result<StudyRuns> create(const Mechanism& drawn, const std::string& studyId);

  const Study& study() const { return study_; }
  const StudyPlan& plan() const { return *plan_; }
  const std::vector<Channel>& keptChannels() const { return keptChannels_; }  // the first is t

  // The mechanism of a run, as it is run; fails where the parameters make none.
  Result<Mechanism> resolveAt(std::uint64_t run) const;
  // Nothing when it was stopped. The quantities are those of the same run made alone, to the last bit.
  std::optional<StudyRow> run(std::uint64_t run, const std::stop_token& stop) const;

 private:
  StudyRuns() = default;
  Problems prepare(const Mechanism& resolved);
  Problems chooseKept();
  Result<Mechanism> resolveWith(const std::vector<std::string>& texts) const;
  std::vector<double> listNumbers(const Mechanism& resolved) const;
  void simulate(const Mechanism& resolved, StudyRow& row, const std::stop_token& stop) const;
  void keep(const Trajectory& trajectory, StudyRow& row) const;

  Study study_;
  std::optional<StudyPlan> plan_;
  std::size_t place_ = 0;
  std::string where_;                 // JSON pointer of the study
  Mechanism drawn_;                   // without what no run needs
  std::vector<std::string> numbers_;  // ids of the parameters with a number
  std::vector<Channel> channels_, keptChannels_;
  std::optional<StudyQuantities> quantities_;  // of runs with these channels
};

}  // namespace clank
