// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/saddle_point.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <map>
#include <vector>

namespace clank {
namespace {

constexpr int kPasses = 4;          // of a solution with refinement
constexpr double kRefined = 1e-13;  // of the first residual: the rest is rounding

using Lists = std::vector<std::vector<int>>;

// Pairs that share a body, as a symmetric sparse pattern.
Eigen::SparseMatrix<double> makePattern(const Lists& pairsOfBody, std::size_t pairs) {
  std::vector<Eigen::Triplet<double>> entries;
  for (const auto& touching : pairsOfBody)
    for (const int i : touching)
      for (const int j : touching) entries.emplace_back(i, j, 1.0);
  const auto n = static_cast<Eigen::Index>(pairs);
  Eigen::SparseMatrix<double> pattern(n, n);
  pattern.setFromTriplets(entries.begin(), entries.end());
  return pattern;
}

// Rows of L below the diagonal, by columns, filled in by the elimination tree: a column passes its rows on to
// the first of them. position[p] is the step that eliminates p.
Lists findFill(const Eigen::SparseMatrix<double>& pattern, const std::vector<int>& order,
               const std::vector<int>& position) {
  Lists below(order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    for (Eigen::SparseMatrix<double>::InnerIterator it(pattern, order[k]); it; ++it)
      if (const int p = position[static_cast<std::size_t>(it.row())]; p > static_cast<int>(k))
        below[k].push_back(p);
  for (auto& rows : below) {
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (rows.size() < 2) continue;
    auto& parent = below[static_cast<std::size_t>(rows.front())];
    parent.insert(parent.end(), std::next(rows.begin()), rows.end());
  }
  return below;
}

double findLargest(std::span<const Two> values) {
  double largest = 0;
  for (const Two& two : values) largest = std::max({largest, std::abs(two[0]), std::abs(two[1])});
  return largest;
}

}  // namespace

void SaddlePoint::analyze(int bodies, std::span<const Row> rows) {
  rowCount_ = static_cast<int>(rows.size());
  findPairs(rows);
  const std::size_t n = pairs_.size();
  Lists pairsOfBody(static_cast<std::size_t>(bodies));
  for (std::size_t p = 0; p < n; ++p)
    for (const int body : rows[pairs_[p].first].body)
      if (body >= 0) pairsOfBody[static_cast<std::size_t>(body)].push_back(static_cast<int>(p));
  const auto pattern = makePattern(pairsOfBody, n);

  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  if (n > 0) Eigen::AMDOrdering<int>()(pattern, permutation);
  const std::vector<int> order(permutation.indices().data(), permutation.indices().data() + n);
  std::vector<int> position(n);
  std::vector<Pair> ordered;
  for (std::size_t k = 0; k < n; ++k) {
    position[static_cast<std::size_t>(order[k])] = static_cast<int>(k);
    ordered.push_back(pairs_[static_cast<std::size_t>(order[k])]);
  }
  pairs_ = std::move(ordered);
  analyzeFactor(findFill(pattern, order, position));
  analyzeTerms(bodies, rows);
  pivots_.assign(n, {});
  residual_.assign(n, Two{});
  smallPivots_.assign(2 * n, {});
  smallCount_ = 0;
}

// A row joins the last one on the same bodies that has no partner yet.
void SaddlePoint::findPairs(std::span<const Row> rows) {
  pairs_.clear();
  std::map<std::array<int, kBodiesPerRow>, std::size_t> waiting;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto row = static_cast<Index>(r);
    if (const auto found = waiting.find(rows[r].body); found != waiting.end()) {
      pairs_[found->second].second = row;
      waiting.erase(found);
    } else {
      waiting.emplace(rows[r].body, pairs_.size());
      pairs_.push_back({row, row});
    }
  }
}

void SaddlePoint::analyzeFactor(const std::vector<std::vector<int>>& below) {
  columnStart_.assign(1, 0);
  columnRows_.clear();
  for (const auto& rows : below) {
    columnRows_.insert(columnRows_.end(), rows.begin(), rows.end());
    columnStart_.push_back(static_cast<Index>(columnRows_.size()));
  }
  updateTarget_.clear();
  for (const auto& rows : below)
    for (std::size_t a = 0; a < rows.size(); ++a)
      for (std::size_t b = a; b < rows.size(); ++b)
        updateTarget_.push_back(findEntry(static_cast<Index>(rows[b]), static_cast<Index>(rows[a])));
  values_.assign(columnRows_.size() + below.size(), Block{});
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
  for (std::size_t step = 0; step < pairs_.size(); ++step)
    for (std::size_t slot = 0; slot < kBodiesPerRow; ++slot) {
      const int body = rows[pairs_[step].first].body[slot];
      if (body < 0) continue;
      termsOfBody[static_cast<std::size_t>(body)].push_back(static_cast<Index>(places_.size()));
      places_.push_back({static_cast<Index>(step), static_cast<Index>(3 * slot), static_cast<Index>(body),
                         static_cast<Index>(3 * body)});
    }
  terms_.assign(places_.size(), {});
  products_.clear();
  for (const auto& touching : termsOfBody)
    for (const Index i : touching)
      for (const Index j : touching)
        if (places_[i].step >= places_[j].step)
          products_.push_back({i, j, findEntry(places_[i].step, places_[j].step)});
}

void SaddlePoint::factor(std::span<const Row> rows, std::span<const std::array<double, 3>> inverseMass) {
  assert(static_cast<int>(rows.size()) == rowCount_);
  inverseMass_ = inverseMass;
  fillTerms(rows);
  fillBlocks();
  eliminate();
}

void SaddlePoint::fillTerms(std::span<const Row> rows) {
  static constexpr std::array<double, 3> kMissing{};
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place place = places_[i];
    const Pair pair = pairs_[place.step];
    const double* first = rows[pair.first].g.data() + place.slot;
    const double* second = pair.isFull() ? rows[pair.second].g.data() + place.slot : kMissing.data();
    const auto& w = inverseMass_[place.body];
    Term& term = terms_[i];
    for (std::size_t c = 0; c < 3; ++c) {
      const Two column(first[c], second[c]);
      term.g[c] = column;
      term.wg[c] = column * w[c];
    }
  }
}

void SaddlePoint::fillBlocks() {
  Block* const value = values_.data();
  std::fill(values_.begin(), values_.end(), Block{});
  for (const Product& product : products_) {
    const auto& g = terms_[product.i].g;
    const auto& wg = terms_[product.j].wg;
    Block& target = value[product.target];
    target.first += g[0] * wg[0][0] + g[1] * wg[1][0] + g[2] * wg[2][0];
    target.second += g[0] * wg[0][1] + g[1] * wg[1][1] + g[2] * wg[2][1];
  }
  const Block* const diagonal = value + columnRows_.size();
  for (std::size_t k = 0; k < pairs_.size(); ++k)
    pivots_[k].inverse = {diagonal[k].first[0], diagonal[k].second[1]};
}

// 0 where there is no mass behind the row, or no row.
double SaddlePoint::invertPivot(double pivot, double diagonal, Index row) {
  if (pivot > kListed * diagonal) return 1 / pivot;
  if (diagonal == 0) return 0;
  smallPivots_[smallCount_++] = {static_cast<int>(row), pivot / diagonal};
  if (pivot > kRegular * diagonal) return 1 / pivot;
  needsRefinement_ = true;
  const double negligible = kNegligible * diagonal;
  return pivot / (pivot * pivot + negligible * negligible);
}

void SaddlePoint::eliminate() {
  Block* const value = values_.data();
  const Block* const diagonal = value + columnRows_.size();
  const Index* target = updateTarget_.data();
  smallCount_ = 0;
  needsRefinement_ = false;
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const Block d = diagonal[k];
    Pivot& pivot = pivots_[k];
    const double i0 = pivot.inverse[0] = invertPivot(d.first[0], pivot.inverse[0], pairs_[k].first);
    const double l = pivot.l = d.first[1] * i0;
    const double i1 = pivot.inverse[1] =
        invertPivot(d.second[1] - l * d.first[1], pivot.inverse[1], pairs_[k].second);

    const Index last = columnStart_[k + 1];
    for (Index a = columnStart_[k]; a < last; ++a) {
      Block scaled;
      scaled.second = (value[a].second - value[a].first * l) * i1;
      scaled.first = value[a].first * i0 - scaled.second * l;
      for (Index b = a; b < last; ++b, ++target) value[*target] -= timesTransposed(value[b], scaled);
      value[a] = scaled;
    }
  }
}

void SaddlePoint::solve(std::span<const double> f, std::span<const double> b, std::span<double> x,
                        std::span<double> lambda) {
  for (std::size_t body = 0; body < inverseMass_.size(); ++body)
    for (std::size_t c = 0; c < 3; ++c) x[3 * body + c] = inverseMass_[body][c] * f[3 * body + c];
  std::fill(lambda.begin(), lambda.end(), 0.0);
  double first = 0;
  for (int pass = 0; pass < (needsRefinement_ ? kPasses : 1); ++pass) {
    fillResidual(b, x);
    if (needsRefinement_) {
      const double largest = findLargest(residual_);
      if (pass == 0) first = largest;
      if (pass > 0 && largest <= kRefined * first) break;
    }
    solveFactor();
    addSolution(x, lambda);
  }
}

void SaddlePoint::fillResidual(std::span<const double> b, std::span<const double> x) {
  for (std::size_t k = 0; k < pairs_.size(); ++k)
    residual_[k] = Two(b[pairs_[k].first], pairs_[k].isFull() ? b[pairs_[k].second] : 0.0);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const double* xb = x.data() + places_[i].x;
    const auto& g = terms_[i].g;
    residual_[places_[i].step] -= g[0] * xb[0] + g[1] * xb[1] + g[2] * xb[2];
  }
}

void SaddlePoint::solveFactor() {
  const std::size_t n = pairs_.size();
  Two* const z = residual_.data();
  const Block* const value = values_.data();
  for (std::size_t k = 0; k < n; ++k) {
    const Two zk = z[k];
    const Index last = columnStart_[k + 1];
    for (Index a = columnStart_[k]; a < last; ++a) z[columnRows_[a]] -= value[a] * zk;
  }
  for (std::size_t k = n; k-- > 0;) {
    const Pivot& pivot = pivots_[k];
    const double second = pivot.inverse[1] * (z[k][1] - pivot.l * z[k][0]);
    Two zk(pivot.inverse[0] * z[k][0] - pivot.l * second, second);
    const Index last = columnStart_[k + 1];
    for (Index a = columnStart_[k]; a < last; ++a) zk -= transposedTimes(value[a], z[columnRows_[a]]);
    z[k] = zk;
  }
}

void SaddlePoint::addSolution(std::span<double> x, std::span<double> lambda) const {
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    lambda[pairs_[k].first] += residual_[k][0];
    if (pairs_[k].isFull()) lambda[pairs_[k].second] += residual_[k][1];
  }
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Two impulse = residual_[places_[i].step];
    const auto& wg = terms_[i].wg;
    double* xb = x.data() + places_[i].x;
    const Two linear = dots(wg[0], wg[1], impulse), angular = dots(wg[2], wg[2], impulse);
    xb[0] += linear[0];
    xb[1] += linear[1];
    xb[2] += angular[0];
  }
}

}  // namespace clank
