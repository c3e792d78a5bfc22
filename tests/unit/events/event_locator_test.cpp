// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/event_locator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

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

// It starts at rest, and has turned before the first look.
TEST(EventLocator, FindsADipThatStartsAtRest) {
  const auto guard = [](double s) { return 1 - 40 * s * s * (0.6 - s); };
  const auto t = locateFirst(
      {[=](double s) { return guard(10 * s); }, [](double s) { return -400 * (12 * s - 300 * s * s); }, 0}, 0,
      1);
  ASSERT_TRUE(t);
  EXPECT_NEAR(guard(10 * *t), 0, 1e-12);
  EXPECT_LT(*t, 0.04);
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

// A distance from a centre that is passed exactly: its rate jumps from -1 to 1, and just behind the centre
// the guard is positive.
TEST(EventLocator, FindsTheWayThroughACentre) {
  const double centre = 0.3871, radius = 0.01;
  const GuardFunction guard{[=](double s) { return s < centre ? centre - s - radius : s - centre; },
                            [=](double s) { return s < centre ? -1.0 : 1.0; }, 0};
  const auto t = locateFirst(guard, 0, 1);
  ASSERT_TRUE(t);
  EXPECT_NEAR(*t, centre - radius, 1e-14);
}

// The same where the rate and the guard are zero in the centre, and the plane is the distance itself.
TEST(EventLocator, FindsTheWayThroughACentreOnItsPlane) {
  auto plane = std::make_shared<double>();
  const double centre = 0.375, radius = 0.01;
  const GuardFunction guard{[=](double s) {
                              *plane = std::abs(centre - s) - radius;
                              return std::max(*plane, s - centre);
                            },
                            [=](double s) { return s == centre  ? 0.0
                                                   : s < centre ? -1.0
                                                                : 1.0; }, 0,
                            [=] { return *plane; }};
  const auto t = locateFirst(guard, 0, 1);
  ASSERT_TRUE(t);
  EXPECT_NEAR(*t, centre - radius, 1e-14);
}

// A gap that falls for good, from a piece that is passed within a subinterval: at the looks the body is
// beyond one end of it and then beyond the other.
TEST(EventLocator, FindsAShortPieceInAFall) {
  const auto makeGuard = [](double hit) {
    auto plane = std::make_shared<double>();
    return GuardFunction{[=](double s) {
                           *plane = hit - s;
                           return std::max(*plane, std::abs(s - 0.39) - 0.001);
                         },
                         [](double) { return -1.0; }, 0, [=] { return *plane; }};
  };
  const auto t = locateFirst(makeGuard(0.3895), 0, 1);
  ASSERT_TRUE(t);
  EXPECT_NEAR(*t, 0.3895, 1e-14);
  EXPECT_FALSE(locateFirst(makeGuard(0.3885), 0, 1)) << "past the end";
}

// The flight ends long before half of what was foretold, and the body goes through and past the end of the
// piece: there the gap is positive again.
TEST(EventLocator, AFlightMayBeShorterThanForetold) {
  auto plane = std::make_shared<double>();
  const GuardFunction flight{[=](double s) {
                               *plane = s * (0.2 - s);
                               return std::max(*plane, s - 0.5);
                             },
                             [](double s) { return 0.2 - 2 * s; }, 0.9, [=] { return *plane; }};
  const auto t = locateFirst(flight, 0, 0.8);
  ASSERT_TRUE(t);
  EXPECT_NEAR(*t, 0.2, 1e-14);
}

TEST(EventLocator, StopsWhereTheGuardIsNoNumber) {
  const GuardFunction late{[](double s) { return std::sqrt(0.5 - s) - 0.6; }, {}, 0};
  const auto t = locateFirst(late, 0, 1);
  ASSERT_TRUE(t);
  EXPECT_NEAR(*t, 0.14, 1e-14);
  EXPECT_FALSE(locateFirst({[](double s) { return std::sqrt(0.1 - s) + 0.6; }, {}, 0}, 0, 1));
  EXPECT_FALSE(locateFirst({[](double) { return std::nan(""); }, {}, 0}, 0, 1));
}

// From either side of the zero, in a few looks, to where it has just been passed.
TEST(EventLocator, AnOnlyFallTakesFewLooks) {
  for (const double guess : {1.2, 1.5, 1.5707963, 1.6, 2.0}) {
    int looks = 0;
    const auto guard = [&](double t) {
      ++looks;
      return std::sin(2 * t) + 0.5 * std::sin(t);
    };
    const double zero = std::acos(-0.25);
    const auto rate = [](double t) { return 2 * std::cos(2 * t) + 0.5 * std::cos(t); };
    const auto t = locateOnlyFall({guard, rate, 0}, guess, 1.0, 2.2);
    ASSERT_TRUE(t) << guess;
    EXPECT_LE(guard(*t), 0);
    EXPECT_NEAR(*t, zero, 1e-15);
    EXPECT_LE(looks, 8);
  }
  EXPECT_FALSE(locateOnlyFall({[](double) { return 1.0; }, [](double) { return -1.0; }, 0}, 0.5, 0, 1));
}

}  // namespace
}  // namespace clank
