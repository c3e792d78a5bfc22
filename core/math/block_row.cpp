// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/block_row.h"

#include <algorithm>

namespace clank {

void BlockRow::start(std::span<const int> blocks) {
  size_ = static_cast<std::uint32_t>(blocks.size());
  nearBlock_.fill(-1);
  near_.fill(0);
  std::copy_n(blocks.begin(), std::min(blocks.size(), kNear), nearBlock_.begin());
  if (size_ <= kNear && far_.empty()) return;
  far_.clear();
  for (std::size_t i = kNear; i < size_; ++i) far_.upd().push_back({blocks[i], {}});
}

void BlockRow::scale(double factor) {
  for (double& g : near_) g *= factor;
  for (std::size_t i = 0; i < far_.size(); ++i)
    for (double& g : far_[i].g) g *= factor;
}

void BlockRow::divide(double by) {
  for (double& g : near_) g /= by;
  for (std::size_t i = 0; i < far_.size(); ++i)
    for (double& g : far_[i].g) g /= by;
}

double dot(const BlockRow& row, const double* x) {
  double sum = 0;
  for (std::size_t slot = 0; slot < row.size(); ++slot) {
    const int block = row.block(slot);
    if (block < 0) continue;
    const double* const g = row.at(slot);
    const double* const xb = x + 3 * static_cast<std::size_t>(block);
    for (std::size_t c = 0; c < 3; ++c) sum += g[c] * xb[c];
  }
  return sum;
}

void multiply(std::span<const BlockRow> rows, const double* x, std::span<double> result) {
  for (std::size_t r = 0; r < rows.size(); ++r) result[r] = dot(rows[r], x);
}

void scatter(const BlockRow& row, std::span<double> f) {
  std::fill(f.begin(), f.end(), 0.0);
  addScattered(row, 1, f);
}

void addScattered(const BlockRow& row, double multiplier, std::span<double> f) {
  for (std::size_t slot = 0; slot < row.size(); ++slot) {
    if (row.block(slot) < 0) continue;
    const double* const g = row.at(slot);
    double* const fb = f.data() + 3 * row.block(slot);
    for (std::size_t c = 0; c < 3; ++c) fb[c] += multiplier * g[c];
  }
}

}  // namespace clank
