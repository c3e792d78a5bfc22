// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/curve_difference.h"

#include <gtest/gtest.h>

#include <cmath>

namespace clank {
namespace {

// Ours is 2 t. At 0.5: 1 - 1.5 = -0.5; at 1.5: 3 - 2 = 1; 3 s is beyond ours.
TEST(CurveDifference, IsWhatIsComputedByHand) {
  const auto found = compareCurves({{0, 1, 2}, {0, 2, 4}}, {{0.5, 1.5, 3}, {1.5, 2, 9}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->points, 2U);
  EXPECT_EQ(found->from, 0.5);
  EXPECT_EQ(found->to, 2);
  EXPECT_DOUBLE_EQ(found->rms, std::sqrt((0.25 + 1.0) / 2));
  EXPECT_EQ(found->peak, 1);
  EXPECT_EQ(found->peakTime, 1.5);
  EXPECT_EQ(found->ours, 3);
  EXPECT_EQ(found->theirs, 2);
}

// The sign of the peak stays: ours below theirs is negative.
TEST(CurveDifference, PeakKeepsItsSign) {
  EXPECT_EQ(compareCurves({{0, 1}, {0, 0}}, {{0.5, 0.75}, {3, -1}})->peak, -3);
}

// Ours jumps from 1 to 5 at 1 s.
TEST(CurveDifference, TakesTheNearerSideOfAJump) {
  const TimedCurve ours{{0, 1, 1, 2}, {1, 1, 5, 5}};
  EXPECT_EQ(compareCurves(ours, {{1}, {4}})->peak, 1);
  EXPECT_EQ(compareCurves(ours, {{1}, {2}})->peak, -1);
  EXPECT_EQ(compareCurves(ours, {{1, 1}, {1, 5}})->rms, 0);
}

TEST(CurveDifference, WithoutASharedRangeThereIsNone) {
  EXPECT_FALSE(compareCurves({{0, 1}, {0, 0}}, {{2, 3}, {0, 0}}));
  EXPECT_FALSE(compareCurves({}, {{2, 3}, {0, 0}}));
  EXPECT_FALSE(compareCurves({{0, 1}, {0, 0}}, {}));
  EXPECT_FALSE(compareCurves({{0.4, 0.6}, {0, 0}}, {{0, 1}, {0, 0}})) << "none of its points lies in ours";
}

}  // namespace
}  // namespace clank
