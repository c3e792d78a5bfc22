// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/sensitivity.h"

#include <cmath>

namespace clank {

std::vector<SobolIndex> calcSobolIndices(std::span<const double> values, std::size_t points) {
  if (points == 0 || values.size() < 3 * points) return {};
  const std::size_t tables = values.size() / points, d = tables - 2;
  const auto f = [&](std::size_t table, std::size_t i) { return values[table * points + i]; };
  std::vector<std::size_t> whole;
  for (std::size_t i = 0; i < points; ++i) {
    bool isWhole = true;
    for (std::size_t table = 0; table < tables; ++table) isWhole = isWhole && std::isfinite(f(table, i));
    if (isWhole) whole.push_back(i);
  }
  if (whole.size() < 2) return {};
  const auto n = static_cast<double>(whole.size());
  double mean = 0, variance = 0;
  for (const std::size_t i : whole) mean += (f(0, i) + f(1, i)) / (2 * n);
  for (const std::size_t i : whole)
    variance += ((f(0, i) - mean) * (f(0, i) - mean) + (f(1, i) - mean) * (f(1, i) - mean)) / (2 * n);
  if (!(variance > 1e-24 * mean * mean)) return {};
  std::vector<SobolIndex> indices(d);
  for (std::size_t k = 0; k < d; ++k)
    for (const std::size_t i : whole) {
      const double change = f(k + 2, i) - f(0, i);
      indices[k].first += (f(1, i) - mean) * change / (n * variance);
      indices[k].total += change * change / (2 * n * variance);
    }
  return indices;
}

}  // namespace clank
