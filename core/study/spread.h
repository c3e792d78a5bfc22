// SPDX-License-Identifier: GPL-3.0-or-later
// How the values of a quantity are spread over the runs of a study.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace clank {

// The finite ones, the least first.
std::vector<double> sortFinite(std::span<const double> values);

// The value below which `part` (0..1) of all lie, straight between neighbours. sorted: one at least.
double calcPercentile(const std::vector<double>& sorted, double part);

// Bars of equal width, side by side from `from` on.
struct Histogram {
  double from = 0, width = 0;  // in the unit of the values
  std::vector<std::size_t> counts;
};

// Width 2 IQR/n^(1/3) (Freedman, Diaconis 1981), so that neither scatter nor shape is lost, with 1 to 200
// bars. Empty without values; values that are all the same are one bar.
Histogram makeHistogram(const std::vector<double>& sorted);

}  // namespace clank
