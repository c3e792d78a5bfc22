// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/saddle_point.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cassert>
#include <iterator>
#include <vector>

namespace clank {
namespace {

// Rows of S that share a body, as a symmetric sparse pattern.
Eigen::SparseMatrix<double> findPattern(int bodies, std::span<const SaddlePoint::Row> rows) {
  std::vector<std::vector<int>> rowsOfBody(static_cast<std::size_t>(bodies));
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (const int body : rows[r].body)
      if (body >= 0) rowsOfBody[static_cast<std::size_t>(body)].push_back(static_cast<int>(r));
  std::vector<Eigen::Triplet<double>> entries;
  for (const auto& touching : rowsOfBody)
    for (const int i : touching)
      for (const int j : touching) entries.emplace_back(i, j, 1.0);
  const auto n = static_cast<Eigen::Index>(rows.size());
  Eigen::SparseMatrix<double> pattern(n, n);
  pattern.setFromTriplets(entries.begin(), entries.end());
  return pattern;
}

}  // namespace

void SaddlePoint::analyze(int bodies, std::span<const Row> rows) {
  const auto n = rows.size();
  const auto pattern = findPattern(bodies, rows);

  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  if (n > 0) Eigen::AMDOrdering<int>()(pattern, permutation);
  order_.assign(permutation.indices().data(), permutation.indices().data() + permutation.indices().size());
  position_.assign(n, 0);
  for (std::size_t k = 0; k < n; ++k) position_[order_[k]] = static_cast<Index>(k);

  // Pattern below the diagonal in elimination order, filled in by the elimination tree: a column passes its
  // rows on to the first of them.
  std::vector<std::vector<int>> below(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (Eigen::SparseMatrix<double>::InnerIterator it(pattern, static_cast<Eigen::Index>(order_[k])); it;
         ++it)
      if (const Index p = position_[static_cast<std::size_t>(it.row())]; p > k)
        below[k].push_back(static_cast<int>(p));
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::sort(below[k].begin(), below[k].end());
    below[k].erase(std::unique(below[k].begin(), below[k].end()), below[k].end());
    if (below[k].size() < 2) continue;
    auto& parent = below[static_cast<std::size_t>(below[k].front())];
    parent.insert(parent.end(), std::next(below[k].begin()), below[k].end());
  }
  analyzeFactor(below);
  analyzeTerms(bodies, rows);
  residual_.assign(n, 0.0);
}

void SaddlePoint::analyzeFactor(const std::vector<std::vector<int>>& below) {
  const auto n = below.size();
  columnStart_.assign(1, 0);
  columnRows_.clear();
  for (const auto& rows : below) {
    columnRows_.insert(columnRows_.end(), rows.begin(), rows.end());
    columnStart_.push_back(static_cast<Index>(columnRows_.size()));
  }
  updateStart_.assign(1, 0);
  updateTarget_.clear();
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t a = 0; a < below[k].size(); ++a)
      for (std::size_t b = a; b < below[k].size(); ++b)
        updateTarget_.push_back(findEntry(static_cast<Index>(below[k][b]), static_cast<Index>(below[k][a])));
    updateStart_.push_back(static_cast<Index>(updateTarget_.size()));
  }
  values_.assign(columnRows_.size() + n, 0.0);
}

SaddlePoint::Index SaddlePoint::findEntry(Index stepI, Index stepJ) const {
  if (stepI == stepJ) return static_cast<Index>(columnRows_.size()) + stepI;
  const auto first = columnRows_.begin() + columnStart_[stepJ],
             last = columnRows_.begin() + columnStart_[stepJ + 1];
  const auto found = std::lower_bound(first, last, stepI);
  assert(found != last && *found == stepI);
  return static_cast<Index>(found - columnRows_.begin());
}

void SaddlePoint::analyzeTerms(int bodies, std::span<const Row> rows) {
  places_.clear();
  std::vector<std::vector<Index>> termsOfBody(static_cast<std::size_t>(bodies));
  for (const Index r : order_)
    for (std::size_t slot = 0; slot < kBodiesPerRow; ++slot) {
      const int body = rows[r].body[slot];
      if (body < 0) continue;
      termsOfBody[static_cast<std::size_t>(body)].push_back(static_cast<Index>(places_.size()));
      places_.push_back({r, static_cast<Index>(3 * slot), position_[r], static_cast<Index>(3 * body)});
    }
  terms_.assign(places_.size(), {});
  pairs_.clear();
  for (const auto& touching : termsOfBody)
    for (const Index i : touching)
      for (const Index j : touching)
        if (places_[i].step >= places_[j].step)
          pairs_.push_back({i, j, findEntry(places_[i].step, places_[j].step)});
}

void SaddlePoint::factor(std::span<const Row> rows, std::span<const std::array<double, 3>> inverseMass) {
  assert(rows.size() == order_.size());
  inverseMass_ = inverseMass;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place& place = places_[i];
    const double* g = rows[place.row].g.data() + place.slot;
    const auto& w = inverseMass[place.body / 3];
    terms_[i] = {{g[0], g[1], g[2]}, {w[0] * g[0], w[1] * g[1], w[2] * g[2]}};
  }
  double* const value = values_.data();
  std::fill(values_.begin(), values_.end(), 0.0);
  for (const PairOfTerms& pair : pairs_) {
    const auto& g = terms_[pair.i].g;
    const auto& wg = terms_[pair.j].wg;
    value[pair.target] += g[0] * wg[0] + g[1] * wg[1] + g[2] * wg[2];
  }
  const std::size_t n = order_.size();
  double* const diagonal = value + columnRows_.size();
  for (std::size_t k = 0; k < n; ++k) diagonal[k] += kRegularisation * diagonal[k];

  for (std::size_t k = 0; k < n; ++k) {
    const double pivot = diagonal[k];
    const double inverse = pivot > 0 ? 1 / pivot : 0;  // a row without mass behind it exerts nothing
    const Index* target = updateTarget_.data() + updateStart_[k];
    const Index last = columnStart_[k + 1];
    for (Index a = columnStart_[k]; a < last; ++a) {
      const double scaled = value[a] * inverse;
      for (Index b = a; b < last; ++b, ++target) value[*target] -= scaled * value[b];
      value[a] = scaled;
    }
    diagonal[k] = inverse;
  }
}

void SaddlePoint::solveFactor() {
  const std::size_t n = order_.size();
  double* const z = residual_.data();
  const double* const value = values_.data();
  const double* const inverse = value + columnRows_.size();
  for (std::size_t k = 0; k < n; ++k) {
    const double zk = z[k];
    const Index last = columnStart_[k + 1];
    for (Index a = columnStart_[k]; a < last; ++a) z[columnRows_[a]] -= value[a] * zk;
  }
  for (std::size_t k = n; k-- > 0;) {
    double zk = z[k] * inverse[k];
    const Index last = columnStart_[k + 1];
    for (Index a = columnStart_[k]; a < last; ++a) zk -= value[a] * z[columnRows_[a]];
    z[k] = zk;
  }
}

void SaddlePoint::solve(std::span<const double> f, std::span<const double> b, std::span<double> x,
                        std::span<double> lambda, int refinements) {
  for (std::size_t body = 0; body < inverseMass_.size(); ++body)
    for (std::size_t c = 0; c < 3; ++c) x[3 * body + c] = inverseMass_[body][c] * f[3 * body + c];
  std::fill(lambda.begin(), lambda.end(), 0.0);
  const std::size_t n = order_.size();
  for (int pass = 0; n > 0 && pass <= refinements; ++pass) {
    for (std::size_t k = 0; k < n; ++k) residual_[k] = b[order_[k]];
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const auto& g = terms_[i].g;
      const double* xb = x.data() + places_[i].body;
      residual_[places_[i].step] -= g[0] * xb[0] + g[1] * xb[1] + g[2] * xb[2];
    }
    solveFactor();
    for (std::size_t k = 0; k < n; ++k) lambda[order_[k]] += residual_[k];
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const auto& wg = terms_[i].wg;
      const double impulse = residual_[places_[i].step];
      double* xb = x.data() + places_[i].body;
      xb[0] += wg[0] * impulse;
      xb[1] += wg[1] * impulse;
      xb[2] += wg[2] * impulse;
    }
  }
}

}  // namespace clank
