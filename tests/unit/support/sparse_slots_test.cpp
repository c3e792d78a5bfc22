// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/support/sparse_slots.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace clank {
namespace {

TEST(SparseSlots, HoldsZerosUntilSomethingIsPutThere) {
  const SparseSlots none;
  EXPECT_EQ(none.size(), 0U);
  SparseSlots slots(1000);
  EXPECT_EQ(slots.size(), 1000U);
  for (std::size_t i = 0; i < slots.size(); ++i) ASSERT_EQ(slots[i], 0U) << i;
  slots.upd(999) = 7;
  EXPECT_EQ(slots[999], 7U);
  slots.upd(999) = 0;
  EXPECT_EQ(slots[999], 0U);
}

// Those of one page, at its ends and beyond them, do not get in each other's way.
TEST(SparseSlots, IsATableWithFewEntries) {
  constexpr std::size_t kCount = 100003;
  SparseSlots slots(kCount);
  std::map<std::size_t, std::uint32_t> table;
  for (const std::size_t i : {0U, 1U, 255U, 256U, 257U, 511U, 512U, 100002U})
    table[i] = 1 + static_cast<std::uint32_t>(i);
  std::mt19937 draw(1);
  for (int k = 0; k < 300; ++k) table[draw() % kCount] = static_cast<std::uint32_t>(draw());
  for (const auto& [i, value] : table) slots.upd(i) = value;
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto found = table.find(i);
    ASSERT_EQ(slots[i], found == table.end() ? 0 : found->second) << i;
  }
}

TEST(SparseSlots, IsCopiedWhole) {
  SparseSlots one(600);
  one.upd(3) = 1;
  one.upd(599) = 2;
  SparseSlots other = one;
  other.upd(3) = 5;
  EXPECT_EQ(one[3], 1U);
  EXPECT_EQ(other[3], 5U);
  EXPECT_EQ(other[599], 2U);
}

}  // namespace
}  // namespace clank
