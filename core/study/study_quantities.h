// SPDX-License-Identifier: GPL-3.0-or-later
// What is computed of every run of a study or optimisation: expressions of parameters and of functions over
// the run.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/math/measure.h"
#include "core/model/mechanism.h"
#include "core/study/run_functions.h"

namespace clank {

// Heading of a column: "peak [N]", or "peak" without a unit.
std::string makeHeading(const std::string& name, const std::string& unit);

// Quantities, and where they stand for what is said of them.
struct QuantityList {
  std::vector<StudyQuantity> list;
  std::string of;                     // "study tolerances"
  std::string where;                  // JSON pointer of that
  std::vector<Measure> parameters{};  // what is known of the dimensions of those with a number
};

class StudyQuantities {
 public:
  // parameters: ids of those with a number. Problems have the JSON pointer of the quantity.
  static Result<StudyQuantities> create(const QuantityList& quantities, const std::vector<Channel>& channels,
                                        const std::vector<std::string>& parameters);

  // The same; those that are wrong are problems and have no number in any run.
  static StudyQuantities createKnown(const QuantityList& quantities, const std::vector<Channel>& channels,
                                     const std::vector<std::string>& parameters, Problems& problems);

  // False: parameters alone tell all of them.
  bool needRun() const;
  // In SI, one a quantity; NaN where a run has none. parameters: values in SI.
  std::vector<double> evaluate(const Trajectory& run, std::span<const double> parameters) const;

 private:
  struct One {
    Expression whole;  // over the parameters, then the calls
    std::vector<RunCall> calls;
  };
  struct Around;  // what a quantity can read
  static Result<One> compile(const StudyQuantity& quantity, const Around& around);
  std::vector<std::optional<One>> list_;
};

}  // namespace clank
