// SPDX-License-Identifier: GPL-3.0-or-later
// Searches the least value of a function within bounds, without derivatives: first all over the range, then
// from the best point on. This file's .cpp alone sees NLopt.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/model/optimisation.h"

namespace clank {

// What a point came to.
struct SearchValue {
  bool isValid = true;              // false: the function has no value there
  double objective = 0;             // less is better
  std::vector<double> constraints;  // kept where <= 0; each of the size of 1

  double violation() const;  // greatest constraint that is not kept, or 0
  // A constraint counts as kept up to this: searches approach it from outside too.
  static constexpr double kKept = 1e-6;
};

// Valid before invalid, then what keeps the constraints, by its objective, before what does not, by its
// violation (Deb 2000).
bool isBetter(const SearchValue& a, const SearchValue& b);

struct BoundedSearch {
  enum class Phase { start, global, local };

  GlobalSearch global = GlobalSearch::none;
  int globalRuns = 0;
  LocalSearch local = LocalSearch::none;
  int localRuns = 0;
  double tolerance = 1e-6;
  std::uint64_t seed = 1;

  // x: parts of the ranges, 0..1. Nothing ends the search.
  using Function = std::function<std::optional<SearchValue>(std::span<const double> x, Phase phase)>;
  // start: the first point. constraints: how many every value has. The same points in the same order on every
  // call.
  void run(const std::vector<double>& start, std::size_t constraints, const Function& function) const;
};

}  // namespace clank
