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

// Samples pass over the touch of g and meet that of h at its peak.
TEST(ChannelNumbers, PeaksOfForcesAreThoseOfTheMotion) {
  Trajectory trajectory({{"t", "s"}, {"g.normal_force", "N"}, {"h.normal_force", "N"}, {"g.gap", "m"}});
  trajectory.sample(std::array{0.0, 1.0, 5.0, 0.0});
  for (const double force : {20.0, 70.0, 30.0}) {
    Receipt receipt;
    receipt.element = "g";
    receipt.contact.emplace().peakForce = force;
    receipt.contact->begin = force / 100;
    trajectory.event(receipt);
  }
  trajectory.sample(std::array{1.0, 0.5, 5.0, 0.0});
  EXPECT_EQ(calcChannelNumbers(trajectory, 1).peak, 70);
  EXPECT_EQ(calcChannelNumbers(trajectory, 1).peakTime, 0.7);
  EXPECT_EQ(calcChannelNumbers(trajectory, 2).peak, 5);
  EXPECT_EQ(calcChannelNumbers(trajectory, 3).peak, 0);
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
