// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/spread.h"

#include <algorithm>
#include <cmath>

namespace clank {

std::vector<double> sortFinite(std::span<const double> values) {
  std::vector<double> sorted;
  for (const double value : values)
    if (std::isfinite(value)) sorted.push_back(value);
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

double calcPercentile(const std::vector<double>& sorted, double part) {
  const double place = part * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (place - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

Histogram makeHistogram(const std::vector<double>& sorted) {
  constexpr double kMostBars = 200;
  if (sorted.empty()) return {};
  const double low = sorted.front(), extent = sorted.back() - low;
  if (!(extent > 0)) return {low - 0.5, 1, {sorted.size()}};
  const auto n = static_cast<double>(sorted.size());
  const double quartiles = calcPercentile(sorted, 0.75) - calcPercentile(sorted, 0.25);
  const double wanted =
      quartiles > 0 ? std::ceil(extent * std::cbrt(n) / (2 * quartiles)) : std::ceil(std::sqrt(n));
  Histogram histogram;
  histogram.counts.resize(static_cast<std::size_t>(std::clamp(wanted, 1.0, kMostBars)));
  histogram.from = low;
  histogram.width = extent / static_cast<double>(histogram.counts.size());
  for (const double value : sorted) {
    const auto bar = static_cast<std::size_t>((value - low) / histogram.width);
    ++histogram.counts[std::min(bar, histogram.counts.size() - 1)];
  }
  return histogram;
}

}  // namespace clank
