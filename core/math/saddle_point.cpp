// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/saddle_point.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace clank {
namespace {

// Rows of S that share a body, as a symmetric sparse pattern.
Eigen::SparseMatrix<double> findPattern(int bodies, std::span<const SaddlePoint::Row> rows,
                                        std::vector<std::vector<std::pair<int, int>>>& rowsOfBody) {
  rowsOfBody.assign(static_cast<std::size_t>(bodies), {});
  for (int r = 0; r < static_cast<int>(rows.size()); ++r)
    for (int slot = 0; slot < SaddlePoint::kBodiesPerRow; ++slot)
      if (const int body = rows[static_cast<std::size_t>(r)].body[static_cast<std::size_t>(slot)]; body >= 0)
        rowsOfBody[static_cast<std::size_t>(body)].emplace_back(r, slot);
  std::vector<Eigen::Triplet<double>> entries;
  for (const auto& touching : rowsOfBody)
    for (const auto& [i, slotI] : touching)
      for (const auto& [j, slotJ] : touching) entries.emplace_back(i, j, 1.0);
  const auto n = static_cast<Eigen::Index>(rows.size());
  Eigen::SparseMatrix<double> pattern(n, n);
  pattern.setFromTriplets(entries.begin(), entries.end());
  return pattern;
}

}  // namespace

void SaddlePoint::analyze(int bodies, std::span<const Row> rows) {
  const auto n = rows.size();
  std::vector<std::vector<std::pair<int, int>>> rowsOfBody;
  const auto pattern = findPattern(bodies, rows, rowsOfBody);

  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  if (n > 0) Eigen::AMDOrdering<int>()(pattern, permutation);
  order_.assign(permutation.indices().data(), permutation.indices().data() + permutation.indices().size());
  position_.assign(n, 0);
  for (std::size_t k = 0; k < n; ++k) position_[static_cast<std::size_t>(order_[k])] = static_cast<int>(k);

  // Pattern below the diagonal in elimination order, filled in by the elimination tree: a column passes its
  // rows on to the first of them.
  std::vector<std::vector<int>> below(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (Eigen::SparseMatrix<double>::InnerIterator it(pattern, order_[k]); it; ++it)
      if (const int p = position_[static_cast<std::size_t>(it.row())]; p > static_cast<int>(k))
        below[k].push_back(p);
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::sort(below[k].begin(), below[k].end());
    below[k].erase(std::unique(below[k].begin(), below[k].end()), below[k].end());
    if (below[k].size() < 2) continue;
    auto& parent = below[static_cast<std::size_t>(below[k].front())];
    parent.insert(parent.end(), std::next(below[k].begin()), below[k].end());
  }
  analyzeFactor(below);

  terms_.clear();
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t slot = 0; slot < kBodiesPerRow; ++slot)
      if (rows[r].body[slot] >= 0)
        terms_.push_back({r, 3 * slot, 3 * static_cast<std::size_t>(rows[r].body[slot])});

  // Where each product of two rows at a body goes: negative numbers address the diagonal.
  pairs_.clear();
  for (int body = 0; body < bodies; ++body) {
    const auto& touching = rowsOfBody[static_cast<std::size_t>(body)];
    for (const auto& [i, slotI] : touching)
      for (const auto& [j, slotJ] : touching) {
        const int pi = position_[static_cast<std::size_t>(i)], pj = position_[static_cast<std::size_t>(j)];
        if (pi < pj) continue;
        int target = -1 - pi;
        if (pi > pj) {
          const auto first = columnRows_.begin() + columnStart_[static_cast<std::size_t>(pj)];
          const auto last = columnRows_.begin() + columnStart_[static_cast<std::size_t>(pj) + 1];
          target = static_cast<int>(std::lower_bound(first, last, pi) - columnRows_.begin());
        }
        pairs_.push_back({i, slotI, j, slotJ, body, target});
      }
  }
  residual_.assign(n, 0.0);
  work_.assign(n, 0.0);
}

void SaddlePoint::analyzeFactor(const std::vector<std::vector<int>>& below) {
  const auto n = below.size();
  columnStart_.assign(1, 0);
  columnRows_.clear();
  for (const auto& rows : below) {
    columnRows_.insert(columnRows_.end(), rows.begin(), rows.end());
    columnStart_.push_back(static_cast<int>(columnRows_.size()));
  }
  updateStart_.assign(1, 0);
  updateTarget_.clear();
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t a = 0; a < below[k].size(); ++a)
      for (std::size_t b = a; b < below[k].size(); ++b) {
        const int i = below[k][b], j = below[k][a];
        if (i == j) {
          updateTarget_.push_back(-1 - i);
          continue;
        }
        const auto& column = below[static_cast<std::size_t>(j)];
        const auto found = std::lower_bound(column.begin(), column.end(), i);
        assert(found != column.end() && *found == i);
        updateTarget_.push_back(columnStart_[static_cast<std::size_t>(j)] +
                                static_cast<int>(found - column.begin()));
      }
    updateStart_.push_back(static_cast<int>(updateTarget_.size()));
  }
  diagonal_.assign(n, 0.0);
  lower_.assign(columnRows_.size(), 0.0);
}

void SaddlePoint::factor(std::span<const Row> rows, std::span<const std::array<double, 3>> inverseMass) {
  assert(rows.size() == order_.size());
  rows_ = rows;
  inverseMass_ = inverseMass;
  std::fill(diagonal_.begin(), diagonal_.end(), 0.0);
  std::fill(lower_.begin(), lower_.end(), 0.0);
  for (const PairOfRows& p : pairs_) {
    const double* gi = rows[static_cast<std::size_t>(p.rowI)].g.data() + 3 * p.slotI;
    const double* gj = rows[static_cast<std::size_t>(p.rowJ)].g.data() + 3 * p.slotJ;
    const auto& w = inverseMass[static_cast<std::size_t>(p.body)];
    const double product = gi[0] * w[0] * gj[0] + gi[1] * w[1] * gj[1] + gi[2] * w[2] * gj[2];
    (p.target < 0 ? diagonal_[static_cast<std::size_t>(-1 - p.target)]
                  : lower_[static_cast<std::size_t>(p.target)]) += product;
  }
  for (double& d : diagonal_) d += kRegularisation * d;

  const int n = rowCount();
  for (int k = 0; k < n; ++k) {
    const int first = columnStart_[static_cast<std::size_t>(k)],
              last = columnStart_[static_cast<std::size_t>(k) + 1];
    const double pivot = diagonal_[static_cast<std::size_t>(k)];
    const double inverse = pivot > 0 ? 1 / pivot : 0;  // a row without mass behind it exerts nothing
    const int* target = updateTarget_.data() + updateStart_[static_cast<std::size_t>(k)];
    for (int a = first; a < last; ++a) {
      const double scaled = lower_[static_cast<std::size_t>(a)] * inverse;
      for (int b = a; b < last; ++b, ++target) {
        double& entry = *target < 0 ? diagonal_[static_cast<std::size_t>(-1 - *target)]
                                    : lower_[static_cast<std::size_t>(*target)];
        entry -= scaled * lower_[static_cast<std::size_t>(b)];
      }
      lower_[static_cast<std::size_t>(a)] = scaled;
    }
    diagonal_[static_cast<std::size_t>(k)] = inverse;
  }
}

void SaddlePoint::solveFactor(std::span<double> rhs) const {
  const auto n = order_.size();
  for (std::size_t k = 0; k < n; ++k) work_[k] = rhs[static_cast<std::size_t>(order_[k])];
  for (std::size_t k = 0; k < n; ++k) {
    const double value = work_[k];
    for (int a = columnStart_[k]; a < columnStart_[k + 1]; ++a)
      work_[static_cast<std::size_t>(columnRows_[static_cast<std::size_t>(a)])] -=
          lower_[static_cast<std::size_t>(a)] * value;
  }
  for (std::size_t k = n; k-- > 0;) {
    double value = work_[k] * diagonal_[k];
    for (int a = columnStart_[k]; a < columnStart_[k + 1]; ++a)
      value -= lower_[static_cast<std::size_t>(a)] *
               work_[static_cast<std::size_t>(columnRows_[static_cast<std::size_t>(a)])];
    work_[k] = value;
  }
  for (std::size_t k = 0; k < n; ++k) rhs[static_cast<std::size_t>(order_[k])] = work_[k];
}

void SaddlePoint::solve(std::span<const double> f, std::span<const double> b, std::span<double> x,
                        std::span<double> lambda, int refinements) {
  for (std::size_t body = 0; body < inverseMass_.size(); ++body)
    for (std::size_t c = 0; c < 3; ++c) x[3 * body + c] = inverseMass_[body][c] * f[3 * body + c];
  std::fill(lambda.begin(), lambda.end(), 0.0);
  if (rows_.empty()) return;
  for (int pass = 0; pass <= refinements; ++pass) {
    std::copy(b.begin(), b.end(), residual_.begin());
    for (const Term& term : terms_) {
      const double* g = rows_[term.row].g.data() + term.slot;
      const double* xb = x.data() + term.body;
      residual_[term.row] -= g[0] * xb[0] + g[1] * xb[1] + g[2] * xb[2];
    }
    solveFactor(residual_);
    for (std::size_t r = 0; r < rows_.size(); ++r) lambda[r] += residual_[r];
    for (const Term& term : terms_) {
      const double* g = rows_[term.row].g.data() + term.slot;
      const auto& w = inverseMass_[term.body / 3];
      double* xb = x.data() + term.body;
      for (std::size_t c = 0; c < 3; ++c) xb[c] += w[c] * g[c] * residual_[term.row];
    }
  }
}

}  // namespace clank
