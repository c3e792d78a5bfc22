// SPDX-License-Identifier: GPL-3.0-or-later
// Which parameter a quantity owes its spread to: Sobol's indices.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace clank {

struct SobolIndex {
  double first = 0;  // part of the variance that goes when this parameter alone is known
  double total = 0;  // part that stays when all others are known
};

// values: of a quantity at the runs of a sensitivity study with `points` points a table, in the order of
// StudyPlan (A, B, A with column k of B). Points where a value is NaN are left out; empty without spread.
// S_k = mean(f_B (f_ABk - f_A))/V (Saltelli 2010, table 2 b), T_k = mean((f_A - f_ABk)^2)/(2 V) (Jansen
// 1999).
std::vector<SobolIndex> calcSobolIndices(std::span<const double> values, std::size_t points);

// The same of values that are too many to be held: read gives, in each of three readings, every point's
// values of all tables (A, B, A with column k of B).
using VisitPoint = std::function<void(std::span<const double>)>;
std::vector<SobolIndex> calcSobolIndices(const std::function<void(const VisitPoint&)>& read,
                                         std::size_t parameters);

}  // namespace clank
