// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/bend_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/record/channel_index.h"

namespace clank {

BendColumns::BendColumns(const Mechanism& resolved, const std::vector<Channel>& channels)
    : rowSize_(channels.size()) {
  bodies_.resize(resolved.bodies.size());
  if (std::ranges::none_of(resolved.bodies,
                           [](const clank::Body& body) { return body.flexible.has_value(); }))
    return;
  const ChannelIndex columns(channels);
  const auto addSeries = [&](std::vector<int>& to, const auto& name, int first) {
    for (int k = first;; ++k) {
      const int found = columns.find(name(k));
      if (found < 0) return;
      to.push_back(found);
    }
  };
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const clank::Body& body = resolved.bodies[i];
    Body& own = bodies_[i];
    if (!body.flexible) continue;
    for (const char* place : kAxialPlaces)
      if (const int found = columns.find(fmt::format("{}.axial_force_{}", body.id, place)); found >= 0)
        own.forces.push_back(found);
    if (own.forces.size() < kAxialPlaces.size()) own.forces.clear();
    if (!isOfRods(*body.flexible)) {
      addSeries(
          own.values, [&](int k) { return fmt::format("{}.mode_{}", body.id, k); }, 1);
      addSeries(
          own.values, [&](int k) { return fmt::format("{}.axial_mode_{}", body.id, k); }, 1);
      continue;
    }
    own.from = columns.find(body.id + ".angle");
    if (own.from < 0) continue;
    for (std::size_t k = 0; k < countShapes(*body.flexible); ++k)
      if (const int rod = columns.find(fmt::format("{}_{}.angle", body.id, k + 2)); rod >= 0)
        own.values.push_back(rod);
  }
}

void BendColumns::read(std::span<const double> row, std::vector<std::vector<double>>& bends) const {
  bends.assign(bodies_.size(), {});
  const bool begun = !row.empty() && row.size() >= rowSize_;
  const auto get = [&](int column) {
    return begun && column >= 0 ? row[static_cast<std::size_t>(column)] : 0;
  };
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const auto add = [&](double value) { bends[i].push_back(std::isfinite(value) ? value : 0); };
    for (const int column : bodies_[i].values) add(get(column) - get(bodies_[i].from));
    for (const int column : bodies_[i].forces) add(get(column));
  }
}

}  // namespace clank
