// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/sensitivity.h"

#include <algorithm>
#include <cmath>

namespace clank {

std::vector<SobolIndex> calcSobolIndices(const std::function<void(const VisitPoint&)>& read,
                                         std::size_t parameters) {
  const auto readWhole = [&](const VisitPoint& visit) {
    read([&](std::span<const double> f) {
      if (std::all_of(f.begin(), f.end(), [](double value) { return std::isfinite(value); })) visit(f);
    });
  };
  double n = 0, mean = 0, variance = 0;
  readWhole([&](std::span<const double> f) {
    ++n;
    mean += (f[0] + f[1]) / 2;
  });
  if (n < 2) return {};
  mean /= n;
  readWhole([&](std::span<const double> f) {
    variance += ((f[0] - mean) * (f[0] - mean) + (f[1] - mean) * (f[1] - mean)) / (2 * n);
  });
  if (!(variance > 1e-24 * mean * mean)) return {};
  std::vector<SobolIndex> indices(parameters);
  readWhole([&](std::span<const double> f) {
    for (std::size_t k = 0; k < parameters; ++k) {
      const double change = f[k + 2] - f[0];
      indices[k].first += (f[1] - mean) * change / (n * variance);
      indices[k].total += change * change / (2 * n * variance);
    }
  });
  return indices;
}

std::vector<SobolIndex> calcSobolIndices(std::span<const double> values, std::size_t points) {
  if (points == 0 || values.size() < 3 * points) return {};
  std::vector<double> point(values.size() / points);
  return calcSobolIndices(
      [&](const VisitPoint& visit) {
        for (std::size_t i = 0; i < points; ++i) {
          for (std::size_t table = 0; table < point.size(); ++table)
            point[table] = values[table * points + i];
          visit(point);
        }
      },
      point.size() - 2);
}

}  // namespace clank
