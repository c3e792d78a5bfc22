// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of an optimisation, one after the other, and the best of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/study/bounded_search.h"
#include "core/study/path_distance.h"
#include "core/study/quantity_runs.h"

namespace clank {

// One run of a search.
struct Attempt {
  std::uint64_t run = 0;  // from 0: the values at the start
  BoundedSearch::Phase phase = BoundedSearch::Phase::start;
  std::vector<std::string> parameters;  // numbers in the units of the parameters
  std::vector<double> quantities;       // SI, those of the quantities, then of the fits; NaN: none
  double objective = 0;                 // SI; NaN: none
  std::vector<double> constraints;      // values of their expressions
  double violation = 0;                 // 0: all constraints are kept
  std::string ended, reason;            // as of a study; "no_value": the objective has none
  bool isBest = false;                  // up to here
};

class Optimiser {
 public:
  // Fails with the problems of the mechanism in the case of the optimisation, and of its expressions.
  static Result<Optimiser> create(const Mechanism& drawn, const std::string& id);

  const Optimisation& optimisation() const { return sought_; }
  std::vector<std::string> listParameterHeadings() const;  // "crank [mm]"
  std::vector<std::string> listQuantityHeadings() const;

  // The best run that finished, or nothing when none did. tell: after every run, on this thread. The same
  // runs for the same seed; a stop ends it after what is under way.
  std::optional<Attempt> search(const std::stop_token& stop,
                                const std::function<void(const Attempt&)>& tell = {}) const;

  // Gives the parameters of a drawing the values of a run: in the case of the optimisation where that sets
  // them, else as their own.
  void putInto(Mechanism& drawn, const Attempt& attempt) const;

 private:
  struct Axis {
    std::string id, unit;
    double from = 0, to = 0, start = 0;  // in the unit
    std::string at(double part) const;
  };
  Optimiser() = default;
  Problems compile(const Mechanism& resolved);
  void prepareAxes(const Mechanism& resolved);
  std::optional<Attempt> attempt(std::span<const double> x, const std::stop_token& stop,
                                 RunMemory& memory) const;
  void judge(const std::vector<double>& numbers, Attempt& made) const;
  std::vector<double> listScales(const Attempt& start) const;
  SearchValue value(const Attempt& made, const std::vector<double>& scales) const;

  Optimisation sought_;
  std::string where_;  // JSON pointer
  std::vector<Axis> axes_;
  std::vector<PathDistance> fits_;
  std::optional<QuantityRuns> runs_;
  Expression objective_;  // over numbers of parameters, quantities, fits
  std::vector<Expression> constraints_;
};

}  // namespace clank
