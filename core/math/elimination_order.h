// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which the unknowns of a sparse symmetric system are eliminated.
//
// Minimum degree: the unknown with the fewest neighbours goes first and makes neighbours of them. Among
// equals it is the one that has waited longest. So both ends of a chain take turns, a ring is eliminated all
// round, and steps that follow one another seldom depend on each other: the processor works on several at
// once.
//
// Why not Eigen's AMD (clank_amd_bench, tests/bench/libraries_bench.cpp): fill and instructions are the same
// in every benchmark, and from 50 unknowns on it finds the order in half to two thirds of the time (160
// unknowns: 21 us, here 39), but it eats a chain up from one end. Runs of chains of 3 and 50 rods then take 9
// and 22 % longer, the squeezer 1 %; rows of 10 and 40 four-bars gain 3 %.
#pragma once

#include <cstddef>
#include <vector>

namespace clank {

struct EliminationOrder {
  std::vector<int> order;               // unknown of each step
  std::vector<std::vector<int>> below;  // steps of the rows of L below the diagonal, by columns, rising
};

// Unknowns 0..unknowns-1; those in one group are neighbours.
EliminationOrder findElimination(const std::vector<std::vector<int>>& groups, std::size_t unknowns);

}  // namespace clank
