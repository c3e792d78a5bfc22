// SPDX-License-Identifier: GPL-3.0-or-later
// What is computed of every run of a study: expressions of parameters and of functions over the run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "core/study/run_functions.h"

namespace clank {

class StudyQuantities {
 public:
  // parameters: ids of those with a number. Problems have the JSON pointer of the quantity, below where.
  static Result<StudyQuantities> create(const Study& study, const std::string& where,
                                        const std::vector<Channel>& channels,
                                        const std::vector<std::string>& parameters);

  // False: parameters alone tell all of them.
  bool needRun() const;
  // In SI, one a quantity; NaN where a run has none. parameters: values in SI.
  std::vector<double> evaluate(const Trajectory& run, std::span<const double> parameters) const;

 private:
  struct One {
    Expression whole;  // over the parameters, then the calls
    std::vector<RunCall> calls;
  };
  std::vector<One> list_;
};

}  // namespace clank
