// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/key_events.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace clank {

std::vector<std::size_t> chooseKeyEvents(std::span<const Receipt> events, std::size_t most) {
  double greatest = 0;
  for (const Receipt& event : events) greatest = std::max(greatest, std::abs(event.energyLoss()));
  std::set<std::pair<EventKind, std::string>> known;
  std::vector<double> weights;
  for (const Receipt& event : events) {
    const bool changes = event.phaseBefore != event.phaseAfter || event.mobilityBefore != event.mobilityAfter;
    const bool isFirst = known.emplace(event.kind, event.element).second;
    const double loss = greatest > 0 ? std::abs(event.energyLoss()) / greatest : 0;
    weights.push_back((isFirst ? 4 : 0) + (changes ? 2 : 0) + loss);
  }
  std::vector<std::size_t> chosen(events.size());
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  std::stable_sort(chosen.begin(), chosen.end(),
                   [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
  chosen.resize(std::min(chosen.size(), most));
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace clank
