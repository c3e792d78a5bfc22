// SPDX-License-Identifier: GPL-3.0-or-later
// The rank of a sparse matrix by orthogonal elimination.
//
// Rows enter R one after the other: a Givens rotation with the row of R that begins in the same column takes
// the first number away, until the row finds its place empty or is used up (George and Heath 1980). In the
// end |R_kk| is what is left of column k beside the columns before it. Where that is nothing, the rest of
// that row goes into the rows below, so that R ends in echelon form. Rotations keep lengths: what is small
// was small in the matrix, not by cancellation of squares as in A'A. Columns are taken in the fill-reducing
// order of A'A, so that cost and fill grow linearly for bands and trees.
//
// Why not Eigen::SparseQR (clank_libraries_bench, tests/bench/libraries_bench.cpp): the ranks are the same,
// near singular positions too, and so is the time up to a dozen columns. But it keeps Q, which fills: 100
// columns of a chain take 110 us (here 29), 240 of four-bars 1.4 ms (0.08), 4000 of a chain 3 s (1.1 ms).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace clank {

using SparseRow = std::vector<std::pair<int, double>>;  // column, number; ascending columns

struct RankResult {
  int rank = 0;
  std::int64_t fill = 0;       // numbers in R
  std::int64_t rotations = 0;  // of single numbers
};

// A column counts as dependent when no more than the tolerance is left of its length; give columns of
// length 1.
RankResult calcRank(std::vector<SparseRow> rows, int columns, double tolerance);

}  // namespace clank
