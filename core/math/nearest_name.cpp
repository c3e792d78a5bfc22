// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <numeric>

#include "core/math/expression.h"

namespace clank {

namespace {

// How many single edits (insert, delete, replace, swap of neighbours) lead from a to b; a change of case is
// none.
std::size_t calcEditDistance(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  };
  std::vector<std::size_t> twoAbove(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
        row[j] = std::min(row[j], twoAbove[j - 2] + 1);
    }
    twoAbove.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

}  // namespace

std::string findNearestName(std::string_view name, std::span<const std::string> candidates) {
  constexpr std::size_t kMostCandidates = 5000;  // among more a hint is not worth the search
  if (candidates.size() > kMostCandidates) return {};
  const std::size_t allowed = std::clamp<std::size_t>(name.size() / 3, 1, 3);
  std::size_t best = allowed + 1;
  std::string nearest;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(name.size(), candidate.size());
    const std::size_t shorter = std::min(name.size(), candidate.size());
    if (longer - shorter > allowed) continue;
    const std::size_t distance = calcEditDistance(name, candidate);
    if (distance < best && distance < longer) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace clank
