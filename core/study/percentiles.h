// SPDX-License-Identifier: GPL-3.0-or-later
// Percentiles of numbers that are too many to be held in memory: they are read several times instead.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace clank {

// Reads all rows of a table, the same ones in every call; a row has one number a column.
using VisitRow = std::function<void(std::span<const double>)>;
using ReadRows = std::function<void(const VisitRow&)>;

struct Percentiles {
  std::uint64_t count = 0;     // of the finite values
  std::vector<double> values;  // one a part; empty where no value is finite
};

// Of every column the values below which the parts (0..1) of its finite values lie, straight between
// neighbours: those of calcPercentile(), to the last bit. Memory does not depend on the number of rows.
std::vector<Percentiles> calcPercentiles(const ReadRows& read, std::size_t columns,
                                         std::span<const double> parts);

}  // namespace clank
