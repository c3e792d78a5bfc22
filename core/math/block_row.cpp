// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/block_row.h"

#include <algorithm>

namespace clank {

void BlockRow::start(std::span<const int> blocks) {
  entries.resize(blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) entries[i] = {blocks[i], {}};
}

double dot(const BlockRow& row, const double* x) {
  double sum = 0;
  for (const BlockRow::Entry& entry : row.entries) {
    if (entry.block < 0) continue;
    const double* const xb = x + 3 * entry.block;
    for (std::size_t c = 0; c < 3; ++c) sum += entry.g[c] * xb[c];
  }
  return sum;
}

void multiply(std::span<const BlockRow> rows, const double* x, std::span<double> result) {
  for (std::size_t r = 0; r < rows.size(); ++r) result[r] = dot(rows[r], x);
}

void scatter(const BlockRow& row, std::span<double> f) {
  std::fill(f.begin(), f.end(), 0.0);
  for (const BlockRow::Entry& entry : row.entries) {
    if (entry.block < 0) continue;
    double* const fb = f.data() + 3 * entry.block;
    for (std::size_t c = 0; c < 3; ++c) fb[c] += entry.g[c];
  }
}

}  // namespace clank
