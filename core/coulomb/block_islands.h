// SPDX-License-Identifier: GPL-3.0-or-later
// Which blocks of coordinates hang together: what a row has both of, and a link that bends with all its
// modes. Rows name poses and modes alike, so there is one island maker for both.
#pragma once

#include "core/dynamics/system.h"
#include "core/math/block_row.h"
#include "core/math/islands.h"

namespace clank {

class BlockIslands {
 public:
  BlockIslands() = default;
  // Links that bend hang together with their modes; all else is alone.
  explicit BlockIslands(const System& system);

  std::size_t size() const { return islands_.size(); }
  // All blocks of a row that move.
  void unite(const BlockRow& row);
  // The least block that hangs together with it: of a link that bends its pose.
  std::size_t findRoot(int block) { return static_cast<std::size_t>(islands_.findRoot(block)); }

 private:
  Islands islands_;
};

// A block of the row that moves; -1 where none does.
int findMovingBlock(const BlockRow& row);

}  // namespace clank
