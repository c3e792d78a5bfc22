// SPDX-License-Identifier: GPL-3.0-or-later
// The one linear system that carries dynamics, impacts, projection and dragging:
//
//     [ M  -G' ] [ x      ]   [ f ]
//     [ G   0  ] [ lambda ] = [ b ]
//
// with M diagonal and G sparse. Coordinates come in blocks of three: the pose of a rigid body is one (m, m, J
// on the diagonal). A body with more of them takes further blocks, in coordinates in which its mass matrix is
// the identity (theory (1b)), so that M stays constant and diagonal here.
//
// Why this way. x = W (f + G' lambda) with W = 1/M leaves S lambda = b - G W f, S = G W G'. S is sparse like
// the graph of joints, so an L D L' factor in a fill-reducing order (minimum degree, found once per set of
// rows) costs O(rows) for chains and ladders of loops. Rows come in pairs that touch the same bodies (a
// revolute joint is one), so S and L consist of 2 x 2 blocks and every kernel has a fixed size; a row that
// finds no partner keeps an empty one. All positions are listed in advance: the numeric part allocates
// nothing.
//
// Why not Eigen::SimplicialLDLT (clank_libraries_bench, tests/bench/libraries_bench.cpp): it has no pivots of
// 2 x 2. Of the whole matrix it finds no factor in any benchmark, because its order comes to a multiplier,
// with 0 on the diagonal, before the bodies; with -1e-10 there it takes 5 to 6 times as long and is wrong by
// 1e-10 to 4e-9. Of S it takes 3 times as long, S not counted, allocates 4 times a factor, and stops where
// rows depend on each other (flat four-bars).
//
// A body that rows to the frame alone hold, as a crank on its pin that a drive turns, needs no share in that:
// they say its x, to the others it has no W, and their multipliers come last, from M x = f + G' lambda of its
// block. Without them half of the rows of a driven four-bar are left. Where a pivot becomes small nothing is
// held from there on, until the next analyze(): which rows give way near a dead centre, and which share a
// load, is for all of them to decide, and that of a drive would never do so.
//
// Redundant rows and singular positions make S singular: pivots p of rows that depend on earlier ones vanish.
// With d the diagonal entry that the pivot started from, a pivot below kRegular d is replaced by
//
//     1/p -> p^3 / (p^4 + (e d)^4),   e = kNegligible,
//
// which differs from 1/p by (e d/p)^4 and gives a dependent row no multiplier. The power is so high because
// that error stands in the pivots of rows after it, however they depend on it, and 1e-10 there is more than
// nothing. One refinement against the rows themselves takes it, and the rounding that a small pivot enlarges,
// out again; systems without small pivots need none. e is the square root of the rounding error: p is a
// square of distances (from the singular position), so that much smaller ones are noise, and noise must not
// move anything.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/math/block_row.h"
#include "core/math/two.h"

namespace clank {

class SaddlePoint {
 public:
  static constexpr double kListed = 0.1, kRegular = 1e-2, kNegligible = 1e-8;

  using Row = BlockRow;
  using InverseMass = std::array<double, 3>;  // of a block

  // Pattern: blocks of each row, and directions where they are fixed (other numbers are ignored), and 1/M per
  // block, which has to outlive this object's use. Allocates.
  void analyze(std::span<const InverseMass> inverseMass, std::span<const Row> rows);
  // Same rows with numbers. Factors S. No allocation, but where the first small pivot is met.
  void factor(std::span<const Row> rows);
  // x (3 a block) and lambda (one a row) for f and b, with the last factor. No allocation.
  void solve(std::span<const double> f, std::span<const double> b, std::span<double> x,
             std::span<double> lambda);

  // A pivot of the last factor below kListed of the diagonal entry it started from. The ratio is the square
  // of how far its row is from depending on the others (a sine).
  struct SmallPivot {
    int row = 0;
    double ratio = 0;
  };
  std::span<const SmallPivot> smallPivots() const { return {smallPivots_.data(), smallCount_}; }
  // None is small, and there is mass behind every row.
  bool isRegular() const { return smallCount_ == 0 && hasMassBehindAll(); }
  // No row depends on the others: then a pivot would vanish but for rounding, and none is near that.
  bool hasFullRank() const {
    constexpr double kSure = 1e-6;  // a thousandth of a row is left beside those before it
    return hasMassBehindAll() &&
           std::ranges::all_of(smallPivots(), [](const SmallPivot& pivot) { return pivot.ratio > kSure; });
  }

  int rowCount() const { return rowCount_; }
  // Blocks of L below the diagonal, and block products of one factorisation.
  int getFill() const { return static_cast<int>(columnRows_.size()); }
  int getProducts() const {
    return static_cast<int>(turnProducts_.size() + directionProducts_.size() + updateTarget_.size());
  }

 private:
  using Index = std::uint32_t;
  std::size_t rows() const { return static_cast<std::size_t>(rowCount_); }
  bool hasMassBehindAll() const {
    return emptyCount_ + rows() == 2 * pairs_.size() + Row::kBlock * held_.size();
  }
  struct Pair {  // rows; equal when the second is missing
    Index first, second;
    Index endTerm = 0;    // behind the last of its terms
    bool fixedDirection;  // of both
    bool isNear;          // no more blocks than a row holds in itself
    bool isFull() const { return first != second; }
  };
  // The columns of a pair of rows at the three coordinates of one block, and 1/J times the last.
  struct Term {
    Two x, y, turn, weighted;
    Index step, slot, block, at;  // where it comes from and belongs; slot: of the row, at: of x
  };
  struct Product {  // at one block: S(i, j) += g_i W g_j'
    Index i, j, target;
  };
  struct Pivot {  // of the diagonal block [1 0; l 1] diag(1/inverse) [1 l; 0 1]
    double l;
    std::array<double, 2> inverse;
  };
  // Rows that hold a block: two with fixed directions d, and one of the third coordinate alone, g.
  struct Held {
    Index block = 0, first = 0, second = 0, third = 0;
    Two column, other;   // of the inverse of d
    Two mass;            // of the first two coordinates
    double inertia = 0;  // of the third
    Two turn;            // of the first two rows, about the third coordinate
    double inverse = 0;  // 1/g
    std::array<double, 3> x{};
  };
  void findHeld(std::span<const Row> rows);
  void makeHeld(std::span<const Row> rows, Index block, std::span<const Index> own);
  void fillHeld(std::span<const Row> rows);
  void solveHeld(std::span<const double> b);
  void putHeld(std::span<double> x) const;
  void findHolding(std::span<double> lambda) const;
  void findPairs(std::span<const Row> rows, const std::vector<bool>& isHolding);
  void orderPairs(std::span<const Row> rows, const std::vector<bool>& isHeld);
  void analyzeFactor(const std::vector<std::vector<int>>& below);
  void analyzeTerms(std::span<const Row> rows);
  void analyzeProducts();
  Index findEntry(Index stepI, Index stepJ) const;  // of L or D in values_, stepI >= stepJ
  void fillDirections(std::span<const Row> rows, Term& term) const;
  void fillTurns(std::span<const Row> rows);
  void addDirections(const Product& product, std::vector<Block>& values) const;
  void fillBlocks();
  void eliminate();
  double invertPivot(double pivot, double diagonal, Index row);
  void fillResidual(std::span<const double> b, const double* x);
  void solveFactor();  // residual_ in place
  void addSolution(std::span<double> lambda);
  void weigh(std::span<double> x) const;  // x = W load_

  int rowCount_ = 0;
  std::span<const InverseMass> inverseMass_;
  std::vector<Held> held_;
  std::vector<Pair> pairs_;          // of the other rows, in the order of elimination
  std::vector<Term> terms_;          // in the order of pairs
  std::vector<Index> turningTerms_;  // those without fixed directions
  std::vector<Block> fixedBlocks_;   // what fixed directions give to values_
  std::vector<Product> turnProducts_, directionProducts_;
  std::vector<Index> columnStart_, columnRows_;  // pattern of L by columns
  std::vector<Index> updateTarget_;              // in the order of elimination
  std::vector<Block> values_;                    // L by columns, then D
  std::vector<Pivot> pivots_;
  std::vector<Two> residual_;
  std::vector<SmallPivot> smallPivots_;  // one place a row
  std::size_t smallCount_ = 0;
  std::size_t emptyCount_ = 0;  // pivots of no mass or no row
  std::vector<double> load_;    // f + G' lambda
  bool needsRefinement_ = false;
};

}  // namespace clank
