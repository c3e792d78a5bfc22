// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that make one number of a whole run: peak(O2.reaction_x), first(impact).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/expression.h"
#include "core/math/name_index.h"
#include "core/record/trajectory.h"

namespace clank {

enum class RunFunction {
  peak,       // greatest size of an expression; of a normal force alone also what peakForce finds
  greatest,   // greatest value
  least,      // least value
  mean,       // over time
  rms,        // over time
  integral,   // over time
  start,      // value at the start
  end,        // value at the end
  at,         // (expression, time)
  before,     // (expression, n): just before event n, counted from 1
  after,      // (expression, n): just after it
  events,     // () or (kind): how many
  first,      // (kind): time of the first one
  peakForce,  // (element): greatest force of a compliant contact, of the record of its touches: it is exact
              // where the samples of the run pass over it
  impulse     // (element): sum of the normal impulses of a contact, of its impacts and touches
};

// One call in the text of a quantity.
class RunCall {
 public:
  // arguments: texts between the commas. names: the channels of the run and the parameters with a number.
  // Fails with what is wrong in words.
  static Result<RunCall> create(RunFunction function, const std::vector<std::string>& arguments,
                                const NameIndex& names);

  // NaN where the run has no such event. parameters: values in SI, behind the channels in names.
  double evaluate(const Trajectory& run, std::span<const double> parameters) const;

 private:
  explicit RunCall(RunFunction function) : function_(function) {}
  double valueAt(const Trajectory& run, std::size_t sample, std::vector<double>& slots) const;
  double evaluateOverTime(const Trajectory& run, std::vector<double>& slots) const;
  double evaluateAtTime(const Trajectory& run, std::vector<double>& slots) const;
  double evaluateAtEvent(const Trajectory& run, std::vector<double>& slots) const;
  double evaluateEvents(const Trajectory& run) const;
  double evaluatePeakForce(const Trajectory& run) const;
  double evaluateImpulse(const Trajectory& run) const;

  RunFunction function_;
  Expression of_;
  double place_ = 0;  // time, or number of an event
  std::string kind_;  // of events, empty: all; or the element of peakForce, or of a peak of its force
};

std::optional<RunFunction> findRunFunction(std::string_view name);

}  // namespace clank
