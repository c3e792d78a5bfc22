// SPDX-License-Identifier: GPL-3.0-or-later
// One run of a mechanism with some of its parameters set otherwise, and quantities of that run: what studies
// and optimisations are made of. From any thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "core/model/resolved_family.h"
#include "core/simulation/simulator.h"
#include "core/study/study_quantities.h"

namespace clank {

struct QuantityRun {
  std::vector<double> quantities;  // SI; NaN: none
  std::vector<double> numbers;     // SI, of the parameters with a number in their order
  std::string ended;               // finished, open_ledger, failed, refused, time_limit; empty: stopped
  std::string reason;              // of what did not finish
};

// What runs that are made one after the other share; one a thread.
struct RunMemory {
  Trajectory trajectory;                   // of the last run
  std::unique_ptr<ResolvedFamily> family;  // made when it is needed
};

// Takes away what other studies and optimisations than that at the JSON pointer have wrong: it is no matter
// of its runs.
void dropOthers(Problems& problems, const std::string& where);

// A word parameter that differs from run to run.
struct WordAxis {
  std::string parameter;
  std::vector<std::string> words;
};

class QuantityRuns {
 public:
  struct Wanted {
    std::string caseId;
    QuantityList quantities;
    bool samples = false;  // the trajectory is wanted, whatever the quantities
    double timeLimit = 0;  // s of computing; 0: none
    std::vector<WordAxis> words;
  };
  // resolved: drawn in the case. Fails with the problems of the mechanism in the case, and of the quantities.
  // Words can give a run other channels: a quantity that the case does not have may be one of other words.
  static Result<QuantityRuns> create(const Mechanism& drawn, const Mechanism& resolved, Wanted wanted);

  const std::vector<std::string>& numbers() const { return numbers_; }  // ids of parameters with a number
  // Of the case, and where samples are wanted those of other words behind them; none: nothing is run.
  const std::vector<Channel>& channels() const { return all_; }

  // The mechanism of a run; set: texts as of --set.
  Result<Mechanism> resolveWith(const std::map<std::string, std::string>& set) const;
  // The quantities are those of the same run made alone, to the last bit. memory: of runs of the same
  // parameters; the trajectory of this one lies in it afterwards, empty where parameters alone tell all.
  QuantityRun run(const std::map<std::string, std::string>& set, const std::stop_token& stop,
                  RunMemory& memory) const;

 private:
  QuantityRuns() = default;
  Problems prepare(const Mechanism& resolved);
  void lookAtWords(Problems& problems);
  void simulate(const Mechanism& resolved, StartNotes notes, QuantityRun& made, const std::stop_token& stop,
                Trajectory& trajectory) const;

  Wanted wanted_;
  Mechanism drawn_;  // without what no run needs
  std::vector<std::string> numbers_;
  std::vector<Channel> channels_, all_;        // of the case, and of other words too
  std::optional<StudyQuantities> quantities_;  // of runs with these channels
};

}  // namespace clank
