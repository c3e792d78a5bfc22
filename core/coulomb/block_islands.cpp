// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/block_islands.h"

namespace clank {

BlockIslands::BlockIslands(const System& system) : islands_(system.layout.blocks()) {
  for (const BentLink& link : system.bends)
    for (std::size_t k = 0; k < link.blocks; ++k)
      islands_.unite(link.body, static_cast<int>(StateLayout::blockOf(link.first) + k));
}

void BlockIslands::unite(const BlockRow& row) {
  const int first = findMovingBlock(row);
  for (std::size_t slot = 0; slot < row.size(); ++slot) islands_.unite(first, row.block(slot));
}

int findMovingBlock(const BlockRow& row) {
  for (std::size_t slot = 0; slot < row.size(); ++slot)
    if (row.block(slot) >= 0) return row.block(slot);
  return -1;
}

}  // namespace clank
