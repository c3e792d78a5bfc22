// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/event_locator.h"

#include <gtest/gtest.h>

#include <cmath>

namespace clank {
namespace {

GuardFunction parabola(double height, double bottom) {
  return {[=](double t) { return height + (t - bottom) * (t - bottom); },
          [=](double t) { return 2 * (t - bottom); }, 0};
}

TEST(EventLocator, FindsTheFirstFall) {
  const auto t =
      locateFirst({[](double s) { return std::cos(s); }, [](double s) { return -std::sin(s); }, 0}, 0, 3);
  ASSERT_TRUE(t);
  EXPECT_NEAR(*t, std::acos(0.0), 1e-14);
}

TEST(EventLocator, ARiseIsNoEvent) {
  EXPECT_FALSE(locateFirst({[](double s) { return s - 0.5; }, {}, 0.51}, 0, 1));
}

// The guard dips below zero and back between two looks.
TEST(EventLocator, FindsADipInsideASubinterval) {
  const double bottom = 0.3871, depth = 1e-8;
  const auto t = locateFirst(parabola(-depth, bottom), 0, 1);
  ASSERT_TRUE(t);
  EXPECT_NEAR(*t, bottom - std::sqrt(depth), 1e-10);
  EXPECT_FALSE(locateFirst(parabola(depth, bottom), 0, 1));
}

// Just bounced: zero and rising at the start, down again at t = 2.
TEST(EventLocator, DoesNotFireAgainWhereItHasJustFired) {
  const GuardFunction flight{[](double t) { return t * (2 - t); }, [](double t) { return 2 - 2 * t; }, 0};
  const auto t = locateFirst(flight, 0, 3);
  ASSERT_TRUE(t);
  EXPECT_NEAR(*t, 2, 1e-14);
  EXPECT_FALSE(locateFirst(flight, 0, 1.5));
}

// The bounce leaves the gap at minus rounding error; without a prediction the guard still finds the next
// contact.
TEST(EventLocator, StartsAtMinusRoundingError) {
  GuardFunction flight{[](double t) { return -1e-17 + t * (2 - t); }, [](double t) { return 2 - 2 * t; }, 0};
  auto t = locateFirst(flight, 0, 3);
  ASSERT_TRUE(t);
  EXPECT_NEAR(*t, 2, 1e-12);
  flight.ignoreUntil = 1;
  t = locateFirst(flight, 0, 3);
  ASSERT_TRUE(t);
  EXPECT_NEAR(*t, 2, 1e-12);
}

}  // namespace
}  // namespace clank
