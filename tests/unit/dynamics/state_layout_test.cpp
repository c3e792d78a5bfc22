// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/state_layout.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace clank {
namespace {

// Every number of y belongs to one part, in the order q, v, u, z.
TEST(StateLayout, PartsCoverTheState) {
  const StateLayout layout(4, 3, 5);
  std::vector<double> y(layout.size());
  std::iota(y.begin(), y.end(), 0.0);
  std::vector<double> joined;
  for (const auto part : {layout.positions(y), layout.speeds(y), layout.internals(y), layout.integrals(y)})
    joined.insert(joined.end(), part.begin(), part.end());
  EXPECT_EQ(joined, y);
  EXPECT_EQ(layout.coordinates(), 21u);
  EXPECT_EQ(layout.internals(y).size(), 5u);
  EXPECT_EQ(layout.integrals(y).size(), static_cast<std::size_t>(kWorkIntegrals));
}

// Poses stand where they do without bending, whoever bends.
TEST(StateLayout, PosesComeFirst) {
  EXPECT_EQ(StateLayout::pose(3), 9u);
  EXPECT_EQ(StateLayout::angle(3), 11u);
  EXPECT_EQ(StateLayout::begin(3), StateLayout::pose(3));
  EXPECT_EQ(StateLayout::blockOf(11), 3u);
  EXPECT_EQ(StateLayout::placeOf(11), 2u);
  EXPECT_EQ(StateLayout(4).coordinates(), 12u);
}

// A part written through the layout is written in the state; a constant state gives constant parts.
TEST(StateLayout, PartsAreTheStateItself) {
  const StateLayout layout(2);
  std::vector<double> y(layout.size(), 0.0);
  layout.speeds(y)[StateLayout::angle(1)] = 7;
  EXPECT_EQ(y[11], 7);
  const std::vector<double>& constant = y;
  static_assert(std::is_same_v<decltype(layout.speeds(constant)), std::span<const double>>);
}

}  // namespace
}  // namespace clank
