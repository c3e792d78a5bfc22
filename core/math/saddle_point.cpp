// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/saddle_point.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "core/math/elimination_order.h"

namespace clank {
namespace {

constexpr int kPasses = 4;          // of a solution with refinement
constexpr double kRefined = 1e-13;  // of the first residual: the rest is rounding

double findLargest(std::span<const Two> values) {
  double largest = 0;
  for (const Two& two : values) largest = std::max({largest, std::abs(two[0]), std::abs(two[1])});
  return largest;
}

// W f, and a copy of f where one is wanted; two at a time.
void multiplyBy(std::span<const SaddlePoint::InverseMass> W, const double* f, double* product, double* copy) {
  const double* const w = W.empty() ? nullptr : W.front().data();
  const std::size_t n = SaddlePoint::Row::kBlock * W.size();
  std::size_t i = 0;
  for (; i + 2 <= n; i += 2) {
    const Two two = loadTwo(f + i);
    if (copy) storeTwo(two, copy + i);
    storeTwo(Two(loadTwo(w + i).lanes * two.lanes), product + i);
  }
  if (i == n) return;
  if (copy) copy[i] = f[i];
  product[i] = w[i] * f[i];
}

// The block of a row that touches one alone; -1: there are others, or none.
int findOnly(const BlockRow& row) {
  int only = -1;
  for (std::size_t slot = 0; slot < row.size(); ++slot) {
    if (row.block(slot) < 0) continue;
    if (only >= 0) return -1;
    only = row.block(slot);
  }
  return only;
}

}  // namespace

void SaddlePoint::analyze(std::span<const InverseMass> inverseMass, std::span<const Row> rows) {
  rowCount_ = static_cast<int>(rows.size());
  inverseMass_ = inverseMass;
  findHeld(rows);
  std::vector<bool> isHeld(inverseMass.size()), isHolding(rows.size());
  for (const Held& h : held_) {
    isHeld[h.block] = true;
    for (const Index row : {h.first, h.second, h.third}) isHolding[row] = true;
  }
  findPairs(rows, isHolding);
  const std::size_t n = pairs_.size();
  orderPairs(rows, isHeld);
  analyzeTerms(rows);
  analyzeProducts();
  pivots_.assign(n, {});
  residual_.assign(n, Two{});
  smallPivots_.assign(2 * n, {});
  smallCount_ = emptyCount_ = 0;
  load_.assign(3 * inverseMass.size(), 0.0);
}

// The order of elimination, and the pattern of the factor.
void SaddlePoint::orderPairs(std::span<const Row> rows, const std::vector<bool>& isHeld) {
  const std::size_t n = pairs_.size();
  std::vector<std::vector<int>> pairsOfBlock(inverseMass_.size());
  for (std::size_t p = 0; p < n; ++p) {
    const Row& row = rows[pairs_[p].first];
    for (std::size_t slot = 0; slot < row.size(); ++slot)
      if (row.block(slot) >= 0 && !isHeld[static_cast<std::size_t>(row.block(slot))])
        pairsOfBlock[static_cast<std::size_t>(row.block(slot))].push_back(static_cast<int>(p));
  }
  const EliminationOrder elimination = findElimination(pairsOfBlock, n);
  std::vector<Pair> ordered;
  ordered.reserve(n);
  for (const int pair : elimination.order) ordered.push_back(pairs_[static_cast<std::size_t>(pair)]);
  pairs_ = std::move(ordered);
  analyzeFactor(elimination.below);
}

// Rows of one block alone, of which two have directions and one has none. Nothing is held where the last
// factor had small pivots: which rows give way there, those of drives before others, is for all to decide.
void SaddlePoint::findHeld(std::span<const Row> rows) {
  held_.clear();
  if (smallCount_ > 0) return;
  std::map<int, std::vector<Index>> rowsOfBlock;
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (const int block = findOnly(rows[r]); block >= 0) rowsOfBlock[block].push_back(static_cast<Index>(r));
  for (const auto& [block, own] : rowsOfBlock)
    if (own.size() == Row::kBlock) makeHeld(rows, static_cast<Index>(block), own);
}

void SaddlePoint::makeHeld(std::span<const Row> rows, Index block, std::span<const Index> own) {
  std::vector<Index> along, about;
  for (const Index r : own) {
    if (!rows[r].fixedDirection) return;
    const double* const g = rows[r].at(rows[r].find(static_cast<int>(block)));
    (g[0] == 0 && g[1] == 0 ? about : along).push_back(r);
  }
  const InverseMass& w = inverseMass_[block];
  if (along.size() != 2 || w[0] == 0 || w[1] == 0 || w[2] == 0) return;
  const double* const one = rows[along[0]].at(rows[along[0]].find(static_cast<int>(block)));
  const double* const two = rows[along[1]].at(rows[along[1]].find(static_cast<int>(block)));
  const double det = one[0] * two[1] - one[1] * two[0];
  constexpr double kApart = 0.5;  // sine of the angle between the directions
  if (!(std::abs(det) > kApart * std::hypot(one[0], one[1]) * std::hypot(two[0], two[1]))) return;
  Held held;
  held.block = block;
  held.first = along[0];
  held.second = along[1];
  held.third = about[0];
  held.column = Two(two[1] / det, -two[0] / det);
  held.other = Two(-one[1] / det, one[0] / det);
  held.mass = Two(1 / w[0], 1 / w[1]);
  held.inertia = 1 / w[2];
  held_.push_back(held);
}

void SaddlePoint::fillHeld(std::span<const Row> rows) {
  for (Held& h : held_) {
    const auto findTurn = [&](Index r) { return rows[r].at(rows[r].find(static_cast<int>(h.block)))[2]; };
    h.turn = Two(findTurn(h.first), findTurn(h.second));
    const double g = findTurn(h.third);
    h.inverse = g == 0 ? 0 : 1 / g;
  }
}

// x of what is held.
void SaddlePoint::solveHeld(std::span<const double> b) {
  for (Held& h : held_) {
    h.x[2] = h.inverse * b[h.third];
    const Two rest = Two(b[h.first], b[h.second]) - h.turn * h.x[2];
    storeTwo(h.column * rest[0] + h.other * rest[1], h.x.data());
  }
}

void SaddlePoint::putHeld(std::span<double> x) const {
  for (const Held& h : held_) std::copy(h.x.begin(), h.x.end(), x.begin() + Row::kBlock * h.block);
}

// With M x - f - G' lambda of the other rows left in the block.
void SaddlePoint::findHolding(std::span<double> lambda) const {
  for (const Held& h : held_) {
    const double* const load = load_.data() + Row::kBlock * h.block;
    const Two left = Two(h.mass.lanes * loadTwo(h.x.data()).lanes) - loadTwo(load);
    const Two along = dots(h.column, h.other, left);
    lambda[h.first] = along[0];
    lambda[h.second] = along[1];
    lambda[h.third] = h.inverse * (h.inertia * h.x[2] - load[2] - dots(h.turn, h.turn, along)[0]);
  }
}

// A row joins the last one on the same blocks that has no partner yet.
void SaddlePoint::findPairs(std::span<const Row> rows, const std::vector<bool>& isHolding) {
  pairs_.clear();
  std::map<std::vector<int>, std::size_t> waiting;
  std::vector<int> blocks;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto row = static_cast<Index>(r);
    if (isHolding[r]) continue;
    blocks.clear();
    for (std::size_t slot = 0; slot < rows[r].size(); ++slot) blocks.push_back(rows[r].block(slot));
    if (const auto found = waiting.find(blocks); found != waiting.end()) {
      Pair& pair = pairs_[found->second];
      pair.second = row;
      pair.fixedDirection = pair.fixedDirection && rows[r].fixedDirection;
      waiting.erase(found);
    } else {
      waiting.emplace(blocks, pairs_.size());
      pairs_.push_back({row, row, 0, rows[r].fixedDirection, rows[r].size() <= Row::kNear});
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
  values_.assign(columnRows_.size() + (held_.empty() ? 1 : 2) * below.size(), Block{});
}

SaddlePoint::Index SaddlePoint::findEntry(Index stepI, Index stepJ) const {
  if (stepI == stepJ) return static_cast<Index>(columnRows_.size()) + stepI;
  const auto first = columnRows_.begin() + columnStart_[stepJ],
             last = columnRows_.begin() + columnStart_[stepJ + 1];
  const auto found = std::lower_bound(first, last, stepI);
  assert(found != last && *found == stepI);
  return static_cast<Index>(found - columnRows_.begin());
}

void SaddlePoint::analyzeTerms(std::span<const Row> rows) {
  terms_.clear();
  turningTerms_.clear();
  std::size_t count = 0;
  for (const Pair& pair : pairs_) count += rows[pair.first].size();
  terms_.reserve(count);
  for (std::size_t step = 0; step < pairs_.size(); ++step) {
    const Row& row = rows[pairs_[step].first];
    for (std::size_t slot = 0; slot < row.size(); ++slot) {
      if (row.block(slot) < 0) continue;
      Term& term = terms_.emplace_back();
      term.step = static_cast<Index>(step);
      term.slot = static_cast<Index>(slot);
      term.block = static_cast<Index>(row.block(slot));
      term.at = 3 * term.block;
      if (pairs_[step].fixedDirection)
        fillDirections(rows, term);
      else
        turningTerms_.push_back(static_cast<Index>(terms_.size() - 1));
    }
    pairs_[step].endTerm = static_cast<Index>(terms_.size());
  }
}

// Terms meet at a block. Where both have fixed directions, only the product of their moments is left to do
// later.
void SaddlePoint::analyzeProducts() {
  turnProducts_.clear();
  directionProducts_.clear();
  fixedBlocks_.assign(values_.size(), Block{});
  std::vector<std::vector<Index>> termsOfBlock(inverseMass_.size());
  for (std::size_t i = 0; i < terms_.size(); ++i)
    termsOfBlock[terms_[i].block].push_back(static_cast<Index>(i));
  // What is held gives nothing but its share of the entries that pivots are compared with.
  const auto addProduct = [&](const Product& product, bool isFixed) {
    turnProducts_.push_back(product);
    if (isFixed)
      addDirections(product, fixedBlocks_);
    else
      directionProducts_.push_back(product);
  };
  const auto firstReference = static_cast<Index>(columnRows_.size() + pairs_.size());
  for (const Held& held : held_)
    for (const Index i : std::exchange(termsOfBlock[held.block], {}))
      addProduct({i, i, firstReference + terms_[i].step}, pairs_[terms_[i].step].fixedDirection);
  for (const auto& touching : termsOfBlock)
    for (const Index i : touching)
      for (const Index j : touching) {
        const Index stepI = terms_[i].step, stepJ = terms_[j].step;
        if (stepI < stepJ) continue;
        addProduct({i, j, findEntry(stepI, stepJ)},
                   pairs_[stepI].fixedDirection && pairs_[stepJ].fixedDirection);
      }
}

void SaddlePoint::factor(std::span<const Row> rows) {
  assert(static_cast<int>(rows.size()) == rowCount_);
  if (rows.empty()) return;
  fillHeld(rows);
  for (const Index term : turningTerms_) fillDirections(rows, terms_[term]);
  fillTurns(rows);
  fillBlocks();
  eliminate();
  if (smallCount_ == 0 || held_.empty()) return;
  analyze(inverseMass_, rows);  // from now on nothing is held
  factor(rows);
}

void SaddlePoint::fillDirections(std::span<const Row> rows, Term& term) const {
  const Pair& pair = pairs_[term.step];
  const double* const first = rows[pair.first].at(term.slot);
  const double* const second = rows[pair.second].at(term.slot);
  const double present = pair.isFull() ? 1 : 0;
  term.x = Two(first[0], present * second[0]);
  term.y = Two(first[1], present * second[1]);
}

void SaddlePoint::fillTurns(std::span<const Row> rows) {
  Term* term = terms_.data();
  Term* const begin = term;
  for (const Pair& pair : pairs_) {
    const Row& first = rows[pair.first];
    const Row& second = rows[pair.second];
    const double present = pair.isFull() ? 1 : 0;
    Term* const end = begin + pair.endTerm;
    const auto fill = [&](double one, double two) {
      term->turn = Two(one, present * two);
      term->weighted = term->turn * inverseMass_[term->block][2];
    };
    if (pair.isNear)
      for (; term != end; ++term) fill(first.near()[3 * term->slot + 2], second.near()[3 * term->slot + 2]);
    else
      for (; term != end; ++term) fill(first.at(term->slot)[2], second.at(term->slot)[2]);
  }
}

void SaddlePoint::addDirections(const Product& product, std::vector<Block>& values) const {
  const Term &i = terms_[product.i], &j = terms_[product.j];
  const InverseMass& w = inverseMass_[i.block];
  const Two x = j.x * w[0], y = j.y * w[1];
  Block& target = values[product.target];
  target.first += i.x * x[0] + i.y * y[0];
  target.second += i.x * x[1] + i.y * y[1];
}

void SaddlePoint::fillBlocks() {
  std::copy(fixedBlocks_.begin(), fixedBlocks_.end(), values_.begin());
  for (const Product& product : directionProducts_) addDirections(product, values_);
  Block* const value = values_.data();
  const Term* const term = terms_.data();
  for (const Product& product : turnProducts_) {
    const Two i = term[product.i].turn, j = term[product.j].weighted;
    Block& target = value[product.target];
    target.first += i * j[0];
    target.second += i * j[1];
  }
  const Block* const diagonal = value + columnRows_.size();
  for (std::size_t k = 0; k < pairs_.size(); ++k)
    pivots_[k].inverse = {diagonal[k].first[0], diagonal[k].second[1]};
  if (held_.empty()) return;
  const Block* const held = diagonal + pairs_.size();
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    pivots_[k].inverse[0] += held[k].first[0];
    pivots_[k].inverse[1] += held[k].second[1];
  }
}

// 0 where there is no mass behind the row, or no row.
double SaddlePoint::invertPivot(double pivot, double diagonal, Index row) {
  if (pivot > kListed * diagonal) return 1 / pivot;
  if (diagonal == 0) {
    ++emptyCount_;
    return 0;
  }
  smallPivots_[smallCount_++] = {static_cast<int>(row), pivot / diagonal};
  if (pivot > kRegular * diagonal) return 1 / pivot;
  needsRefinement_ = true;
  const double negligible = kNegligible * diagonal, part = pivot / negligible, square = part * part;
  return part * square / ((square * square + 1) * negligible);
}

void SaddlePoint::eliminate() {
  Block* const value = values_.data();
  const Block* const diagonal = value + columnRows_.size();
  const Index* target = updateTarget_.data();
  smallCount_ = emptyCount_ = 0;
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

// Of a small mechanism the calls of its parts would take a tenth of it.
[[gnu::flatten]] void SaddlePoint::solve(std::span<const double> f, std::span<const double> b,
                                         std::span<double> x, std::span<double> lambda) {
  std::fill(lambda.begin(), lambda.end(), 0.0);
  multiplyBy(inverseMass_, f.data(), x.data(), load_.data());
  solveHeld(b);
  putHeld(x);
  double first = 0;
  for (int pass = 0; !pairs_.empty() && pass < (needsRefinement_ ? kPasses : 1); ++pass) {
    fillResidual(b, x.data());
    if (needsRefinement_) {
      const double largest = findLargest(residual_);
      if (pass == 0) first = largest;
      if (pass > 0 && largest <= kRefined * first) break;
    }
    solveFactor();
    addSolution(lambda);
    weigh(x);
    putHeld(x);
  }
  findHolding(lambda);
}

void SaddlePoint::weigh(std::span<double> x) const {
  multiplyBy(inverseMass_, load_.data(), x.data(), nullptr);
}

void SaddlePoint::fillResidual(std::span<const double> b, const double* x) {
  const Term* term = terms_.data();
  const Term* const begin = term;
  Two* residual = residual_.data();
  for (const Pair& pair : pairs_) {
    Two rest(b[pair.first], pair.isFull() ? b[pair.second] : 0.0);
    for (const Term* const end = begin + pair.endTerm; term != end; ++term) {
      const double* const xb = x + term->at;
      rest -= term->x * xb[0] + term->y * xb[1] + term->turn * xb[2];
    }
    *residual++ = rest;
  }
}

// L, then D, then L'.
void SaddlePoint::solveFactor() {
  const std::size_t n = pairs_.size();
  Two* const z = residual_.data();
  const Block* const value = values_.data();
  for (std::size_t k = 0; k < n; ++k) {
    const Two zk = z[k];
    const Index last = columnStart_[k + 1];
    for (Index a = columnStart_[k]; a < last; ++a) z[columnRows_[a]] -= value[a] * zk;
    const Pivot& pivot = pivots_[k];
    const double second = pivot.inverse[1] * (zk[1] - pivot.l * zk[0]);
    z[k] = Two(pivot.inverse[0] * zk[0] - pivot.l * second, second);
  }
  for (std::size_t k = n; k-- > 0;) {
    Two zk = z[k];
    const Index last = columnStart_[k + 1];
    for (Index a = columnStart_[k]; a < last; ++a) zk -= transposedTimes(value[a], z[columnRows_[a]]);
    z[k] = zk;
  }
}

void SaddlePoint::addSolution(std::span<double> lambda) {
  const Term* term = terms_.data();
  const Term* const begin = term;
  const Two* solution = residual_.data();
  double* const load = load_.data();
  for (const Pair& pair : pairs_) {
    const Two z = *solution++;
    lambda[pair.first] += z[0];
    if (pair.isFull()) lambda[pair.second] += z[1];
    for (const Term* const end = begin + pair.endTerm; term != end; ++term) {
      double* const to = load + term->at;
      storeTwo(loadTwo(to) + dots(term->x, term->y, z), to);
      to[2] += dots(term->turn, term->turn, z)[0];
    }
  }
}

}  // namespace clank
