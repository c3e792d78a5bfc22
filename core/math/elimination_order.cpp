// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/elimination_order.h"

#include <algorithm>
#include <array>
#include <set>

namespace clank {
namespace {

std::vector<std::set<int>> findNeighbours(const std::vector<std::vector<int>>& groups, std::size_t unknowns) {
  std::vector<std::set<int>> neighbours(unknowns);
  for (const auto& group : groups)
    for (const int i : group)
      for (const int j : group)
        if (i != j) neighbours[static_cast<std::size_t>(i)].insert(j);
  return neighbours;
}

// Unknowns that are left, the next one first.
class Queue {
 public:
  explicit Queue(std::size_t unknowns) : entries_(unknowns) {}
  bool isEmpty() const { return waiting_.empty(); }
  void put(std::size_t unknown, std::size_t degree) {
    waiting_.erase(entries_[unknown]);
    entries_[unknown] = {degree, ++clock_, unknown};
    waiting_.insert(entries_[unknown]);
  }
  std::size_t take() {
    const std::size_t unknown = (*waiting_.begin())[2];
    waiting_.erase(waiting_.begin());
    return unknown;
  }

 private:
  using Entry = std::array<std::size_t, 3>;  // degree, since when, unknown
  std::set<Entry> waiting_;
  std::vector<Entry> entries_;
  std::size_t clock_ = 0;
};

}  // namespace

EliminationOrder findElimination(const std::vector<std::vector<int>>& groups, std::size_t unknowns) {
  std::vector<std::set<int>> neighbours = findNeighbours(groups, unknowns);
  Queue queue(unknowns);
  for (std::size_t i = 0; i < unknowns; ++i) queue.put(i, neighbours[i].size());
  EliminationOrder elimination;
  std::vector<int> step(unknowns);
  while (!queue.isEmpty()) {
    const std::size_t next = queue.take();
    step[next] = static_cast<int>(elimination.order.size());
    elimination.order.push_back(static_cast<int>(next));
    elimination.below.emplace_back(neighbours[next].begin(), neighbours[next].end());
    for (const int left : elimination.below.back()) {
      auto& joined = neighbours[static_cast<std::size_t>(left)];
      joined.insert(neighbours[next].begin(), neighbours[next].end());
      joined.erase(left);
      joined.erase(static_cast<int>(next));
      queue.put(static_cast<std::size_t>(left), joined.size());
    }
  }
  for (auto& rows : elimination.below) {
    for (int& row : rows) row = step[static_cast<std::size_t>(row)];
    std::sort(rows.begin(), rows.end());
  }
  return elimination;
}

}  // namespace clank
