// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a study, one at a time, from any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/channel.h"
#include "core/study/quantity_runs.h"
#include "core/study/study_plan.h"

namespace clank {

struct StudyRow {
  std::uint64_t run = 0;
  std::vector<std::string> parameters;    // texts, in the order of the axes
  std::vector<double> quantities;         // SI; NaN: none
  std::string ended;                      // finished, open_ledger, failed, refused, time_limit
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
  // memory: of runs of this study that were made before on the same thread.
  std::optional<StudyRow> run(std::uint64_t run, const std::stop_token& stop, RunMemory& memory) const;
  std::optional<StudyRow> run(std::uint64_t run, const std::stop_token& stop) const;

 private:
  StudyRuns() = default;
  Problems chooseKept();
  std::map<std::string, std::string> makeSet(const std::vector<std::string>& texts) const;
  void keep(const Trajectory& trajectory, StudyRow& row) const;

  Study study_;
  std::string where_;  // JSON pointer of the study
  std::optional<StudyPlan> plan_;
  std::optional<QuantityRuns> runs_;
  std::vector<Channel> keptChannels_;
};

}  // namespace clank
