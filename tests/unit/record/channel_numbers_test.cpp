// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/channel_numbers.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>

namespace clank {
namespace {

// v = 3 - 2 t from 0 to 2, a jump there to -4, then level until 3: by hand.
TEST(ChannelNumbers, OfLinesAndAJump) {
  Trajectory trajectory({{"t", "s"}, {"v", "m"}});
  for (const auto& [t, v] : {std::pair{0.0, 3.0}, {2.0, -1.0}, {2.0, -4.0}, {3.0, -4.0}})
    trajectory.sample(std::array{t, v});
  const ChannelNumbers numbers = calcChannelNumbers(trajectory, 1);
  EXPECT_EQ(numbers.end, -4);
  EXPECT_EQ(numbers.peak, -4);
  EXPECT_EQ(numbers.peakTime, 2);
  EXPECT_NEAR(numbers.mean, (2 - 4) / 3.0, 1e-15);
  EXPECT_NEAR(numbers.rms, std::sqrt((14 / 3.0 + 16) / 3), 1e-15);
}

TEST(ChannelNumbers, OfOneSample) {
  Trajectory trajectory({{"t", "s"}, {"v", "m"}});
  trajectory.sample(std::array{1.0, -2.0});
  const ChannelNumbers numbers = calcChannelNumbers(trajectory, 1);
  EXPECT_EQ(numbers.mean, -2);
  EXPECT_EQ(numbers.rms, 2);
}

}  // namespace
}  // namespace clank
