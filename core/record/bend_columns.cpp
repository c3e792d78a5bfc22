// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/bend_columns.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <unordered_map>

namespace clank {

BendColumns::BendColumns(const Mechanism& resolved, const std::vector<Channel>& channels)
    : rowSize_(channels.size()) {
  std::unordered_map<std::string, int> columns;
  for (std::size_t i = 0; i < channels.size(); ++i) columns.emplace(channels[i].name, static_cast<int>(i));
  const auto addSeries = [&](std::vector<int>& to, const auto& name, int first) {
    for (int k = first;; ++k) {
      const auto found = columns.find(name(k));
      if (found == columns.end()) return;
      to.push_back(found->second);
    }
  };
  for (const clank::Body& body : resolved.bodies) {
    Body& own = bodies_.emplace_back();
    if (!body.flexible) continue;
    if (!isOfRods(*body.flexible)) {
      addSeries(
          own.values, [&](int k) { return fmt::format("{}.mode_{}", body.id, k); }, 1);
      addSeries(
          own.values, [&](int k) { return fmt::format("{}.axial_mode_{}", body.id, k); }, 1);
      continue;
    }
    const auto first = columns.find(body.id + ".angle");
    if (first == columns.end()) continue;
    own.from = first->second;
    for (std::size_t k = 0; k < countShapes(*body.flexible); ++k)
      if (const auto rod = columns.find(fmt::format("{}_{}.angle", body.id, k + 2)); rod != columns.end())
        own.values.push_back(rod->second);
  }
}

void BendColumns::read(std::span<const double> row, std::vector<std::vector<double>>& bends) const {
  bends.assign(bodies_.size(), {});
  const bool begun = !row.empty() && row.size() >= rowSize_;
  const auto get = [&](int column) {
    return begun && column >= 0 ? row[static_cast<std::size_t>(column)] : 0;
  };
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    for (const int column : bodies_[i].values) {
      const double value = get(column) - get(bodies_[i].from);
      bends[i].push_back(std::isfinite(value) ? value : 0);
    }
}

}  // namespace clank
