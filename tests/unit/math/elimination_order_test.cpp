// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/elimination_order.h"

#include <gmock/gmock.h>

namespace clank {
namespace {

// Neighbours in a line; closed into a ring when asked.
std::vector<std::vector<int>> makeLine(int unknowns, bool ring) {
  std::vector<std::vector<int>> groups;
  for (int i = 0; i + 1 < unknowns; ++i) groups.push_back({i, i + 1});
  if (ring) groups.push_back({unknowns - 1, 0});
  return groups;
}

int countWaits(const EliminationOrder& elimination) {  // steps that the next one needs
  int waits = 0;
  for (std::size_t k = 0; k < elimination.below.size(); ++k)
    for (const int row : elimination.below[k])
      if (row == static_cast<int>(k) + 1) ++waits;
  return waits;
}

TEST(EliminationOrder, BothEndsOfALineTakeTurns) {
  const EliminationOrder line = findElimination(makeLine(20, false), 20);
  EXPECT_THAT(std::vector<int>(line.order.begin(), line.order.begin() + 4),
              testing::ElementsAre(0, 19, 1, 18));
  for (std::size_t k = 0; k + 1 < 20; ++k) EXPECT_EQ(line.below[k].size(), 1) << k;
  EXPECT_LE(countWaits(line), 1);
}

TEST(EliminationOrder, ARingFillsOneEntryAStep) {
  const EliminationOrder ring = findElimination(makeLine(64, true), 64);
  std::size_t entries = 0;
  for (const auto& rows : ring.below) entries += rows.size();
  EXPECT_EQ(entries, 2 * 64 - 3);
  EXPECT_LT(countWaits(ring), 8);
}

// 1 is in the middle of a star: of its leaves none makes neighbours, and it is left for the end.
TEST(EliminationOrder, LeavesBeforeTheMiddle) {
  const EliminationOrder star = findElimination({{1, 0}, {1, 2}, {1, 3}, {1, 4}}, 5);
  EXPECT_THAT(star.below, testing::ElementsAre(std::vector{4}, std::vector{4}, std::vector{4}, std::vector{4},
                                               std::vector<int>{}));
}

TEST(EliminationOrder, UnknownsWithoutNeighbours) {
  EXPECT_THAT(findElimination({}, 2).order, testing::ElementsAre(0, 1));
  EXPECT_TRUE(findElimination({}, 0).order.empty());
}

}  // namespace
}  // namespace clank
