// SPDX-License-Identifier: GPL-3.0-or-later
// findElimination() by Eigen's approximate minimum degree: linked in before core's own.
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <iterator>
#include <set>

#include "core/math/elimination_order.h"

namespace clank {

EliminationOrder findElimination(const std::vector<std::vector<int>>& groups, std::size_t unknowns) {
  const int n = static_cast<int>(unknowns);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i) entries.emplace_back(i, i, 1.0);
  for (const auto& group : groups)
    for (const int i : group)
      for (const int j : group) entries.emplace_back(i, j, 1.0);
  Eigen::SparseMatrix<double> pattern(n, n);
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(pattern, order);

  EliminationOrder elimination;
  std::vector<int> step(unknowns);
  for (int k = 0; k < n; ++k) {
    elimination.order.push_back(order.indices()[k]);
    step[static_cast<std::size_t>(order.indices()[k])] = k;
  }
  // Fill: what a column holds goes on to the first below it.
  std::vector<std::set<int>> below(unknowns);
  for (int c = 0; c < n; ++c)
    for (Eigen::SparseMatrix<double>::InnerIterator it(pattern, c); it; ++it) {
      const int a = step[static_cast<std::size_t>(c)], b = step[static_cast<std::size_t>(it.row())];
      if (b > a) below[static_cast<std::size_t>(a)].insert(b);
    }
  for (const auto& rows : below) {
    if (!rows.empty())
      below[static_cast<std::size_t>(*rows.begin())].insert(std::next(rows.begin()), rows.end());
    elimination.below.emplace_back(rows.begin(), rows.end());
  }
  return elimination;
}

}  // namespace clank
