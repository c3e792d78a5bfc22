// SPDX-License-Identifier: GPL-3.0-or-later
// The one linear system that carries dynamics, impacts, projection and dragging:
//
//     [ M  -G' ] [ x      ]   [ f ]
//     [ G   0  ] [ lambda ] = [ b ]
//
// with M diagonal (three entries a body: m, m, J) and G sparse (each row touches at most three bodies).
//
// Why this way. x = W (f + G' lambda) with W = 1/M leaves S lambda = b - G W f, S = G W G'. S is sparse like
// the graph of joints, so an L D L' factor in a fill-reducing order (AMD, found once per set of rows) costs
// O(rows) for chains and ladders of loops. All positions of additions are listed in advance: the numeric part
// allocates nothing and branches on nothing. It works on terms, the three numbers of a row at one body,
// copied side by side as g and W g: each product of S and each sweep over G then reads consecutive numbers.
// Redundant rows and singular positions make S singular: its diagonal is raised by the relative amount
// kRegularisation, and refinement against the true S takes the error of the regular part back out.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace clank {

class SaddlePoint {
 public:
  static constexpr int kBodiesPerRow = 3;
  static constexpr double kRegularisation = 1e-10;

  struct Row {
    std::array<int, kBodiesPerRow> body{-1, -1, -1};  // -1: none (or the frame)
    std::array<double, 3 * kBodiesPerRow> g{};        // three entries a body, in the order of body
  };

  // Pattern: bodies of each row (the numbers in g are ignored). Allocates.
  void analyze(int bodies, std::span<const Row> rows);
  // Same rows with numbers, and 1/M per body. Factors S. No allocation.
  void factor(std::span<const Row> rows, std::span<const std::array<double, 3>> inverseMass);
  // x (3 a body) and lambda (one a row) for f and b, with the last factor. No allocation.
  void solve(std::span<const double> f, std::span<const double> b, std::span<double> x,
             std::span<double> lambda, int refinements = 1);

  int rowCount() const { return static_cast<int>(order_.size()); }
  int getFill() const { return static_cast<int>(columnRows_.size()); }

 private:
  using Index = std::uint32_t;
  struct Place {                  // where a term comes from and belongs
    Index row, slot, step, body;  // slot, body: offsets into Row::g and x; step: of the elimination of row
  };
  struct Term {
    std::array<double, 3> g, wg;
  };
  struct PairOfTerms {  // at one body: S(i, j) += g_i W g_j
    Index i, j, target;
  };
  void analyzeTerms(int bodies, std::span<const Row> rows);
  void analyzeFactor(const std::vector<std::vector<int>>& below);
  Index findEntry(Index stepI, Index stepJ) const;  // of L D in values_, stepI >= stepJ
  void solveFactor();                               // residual_ in place

  std::span<const std::array<double, 3>> inverseMass_;
  std::vector<Index> order_;     // order_[k]: row eliminated at step k
  std::vector<Index> position_;  // inverse of order_
  std::vector<Place> places_;
  std::vector<Term> terms_;  // one a place
  std::vector<PairOfTerms> pairs_;
  std::vector<Index> columnStart_, columnRows_;  // pattern of L by columns, elimination order
  std::vector<Index> updateStart_, updateTarget_;
  std::vector<double> values_;    // L by columns, then D; after factor() the inverse of D
  std::vector<double> residual_;  // elimination order
};

}  // namespace clank
