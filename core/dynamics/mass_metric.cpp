// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/mass_metric.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/state_layout.h"

namespace clank {

double MassMetric::inverse(std::size_t coordinate) const {
  return inverse_[StateLayout::blockOf(coordinate)][StateLayout::placeOf(coordinate)];
}

double MassMetric::calcSquaredDistance(std::span<const double> a, std::span<const double> b) const {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double way = b[k] - a[k];
    if (inverse(k) > 0) sum += way * way / inverse(k);
  }
  return sum;
}

void MassMetric::weighDifference(std::span<const double> a, std::span<const double> b,
                                 std::span<double> result) const {
  for (std::size_t k = 0; k < a.size(); ++k) result[k] = inverse(k) > 0 ? (b[k] - a[k]) / inverse(k) : 0;
}

double MassMetric::calcFreeMobility(const BlockRow& row) const {
  double sum = 0;
  for (std::size_t slot = 0; slot < row.size(); ++slot) {
    if (row.block(slot) < 0) continue;
    const double* const g = row.at(slot);
    const SaddlePoint::InverseMass& w = inverse_[static_cast<std::size_t>(row.block(slot))];
    for (std::size_t c = 0; c < w.size(); ++c) sum += g[c] * g[c] * w[c];
  }
  return sum;
}

int MassMetric::countMovable() const {
  int count = 0;
  for (const SaddlePoint::InverseMass& block : inverse_)
    count += static_cast<int>(std::count_if(block.begin(), block.end(), [](double w) { return w > 0; }));
  return count;
}

std::vector<std::pair<int, double>> MassMetric::calcUnitRow(const BlockRow& row) const {
  std::vector<std::pair<int, double>> unit;
  double squares = 0;
  for (std::size_t slot = 0; slot < row.size(); ++slot) {
    if (row.block(slot) < 0) continue;
    const auto block = static_cast<std::size_t>(row.block(slot));
    for (std::size_t c = 0; c < BlockRow::kBlock; ++c) {
      const double scaled = row.at(slot)[c] * std::sqrt(inverse_[block][c]);
      if (scaled == 0) continue;
      squares += scaled * scaled;
      unit.emplace_back(static_cast<int>(StateLayout::begin(block) + c), scaled);
    }
  }
  for (auto& [coordinate, number] : unit) number /= std::sqrt(squares);
  return unit;
}

}  // namespace clank
