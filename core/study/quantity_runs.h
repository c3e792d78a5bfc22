// SPDX-License-Identifier: GPL-3.0-or-later
// One run of a mechanism with some of its parameters set otherwise, and quantities of that run: what studies
// and optimisations are made of. From any thread.
#pragma once

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "core/study/study_quantities.h"

namespace clank {

struct QuantityRun {
  std::vector<double> quantities;  // SI; NaN: none
  std::vector<double> numbers;     // SI, of the parameters with a number in their order
  std::string ended;               // finished, failed, refused, time_limit; empty: stopped
  std::string reason;              // of what did not finish
  Trajectory trajectory;           // up to the end; empty where parameters alone tell all
};

// Takes away what other studies and optimisations than that at the JSON pointer have wrong: it is no matter
// of its runs.
void dropOthers(Problems& problems, const std::string& where);

class QuantityRuns {
 public:
  struct Wanted {
    std::string caseId;
    QuantityList quantities;
    bool samples = false;  // the trajectory is wanted, whatever the quantities
    double timeLimit = 0;  // s of computing; 0: none
  };
  // resolved: drawn in the case. Fails with the problems of the mechanism in the case, and of the quantities.
  static Result<QuantityRuns> create(const Mechanism& drawn, const Mechanism& resolved, Wanted wanted);

  const std::vector<std::string>& numbers() const { return numbers_; }  // ids of parameters with a number
  const std::vector<Channel>& channels() const { return channels_; }    // none: nothing is run

  // The mechanism of a run; set: texts as of --set.
  Result<Mechanism> resolveWith(const std::map<std::string, std::string>& set) const;
  // The quantities are those of the same run made alone, to the last bit.
  // memory: the trajectory of an earlier run, which is given up; the new one lies in it.
  QuantityRun run(const std::map<std::string, std::string>& set, const std::stop_token& stop,
                  Trajectory memory = {}) const;

 private:
  QuantityRuns() = default;
  Problems prepare(const Mechanism& resolved);
  void simulate(const Mechanism& resolved, QuantityRun& made, const std::stop_token& stop,
                Trajectory& memory) const;

  Wanted wanted_;
  Mechanism drawn_;  // without what no run needs
  std::vector<std::string> numbers_;
  std::vector<Channel> channels_;
  std::optional<StudyQuantities> quantities_;  // of runs with these channels
};

}  // namespace clank
