// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/sin_cos.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <random>

namespace clank {
namespace {

// Against the mathematical library in long double.
TEST(SinCos, AgreeWithLongDouble) {
  std::mt19937 random(1);
  for (const double range : {1e-8, 0.7, 10.0, 1e3, 1e6, 1e9}) {
    std::uniform_real_distribution<double> uniform(-range, range);
    for (int i = 0; i < 20000; ++i) {
      const double x = uniform(random);
      const SinCos result = calcSinCos(x);
      const auto s = static_cast<double>(std::sin(static_cast<long double>(x)));
      const auto c = static_cast<double>(std::cos(static_cast<long double>(x)));
      EXPECT_NEAR(result.s, s, 2e-16 * 1.5) << x;
      EXPECT_NEAR(result.s, s, 5e-16 * std::abs(s)) << x;
      EXPECT_NEAR(result.c, c, 5e-16 * std::abs(c)) << x;
    }
  }
}

TEST(SinCos, KnowEveryQuarterTurn) {
  for (int k = -8; k <= 8; ++k) {
    const double x = k * std::numbers::pi / 2;
    const SinCos result = calcSinCos(x);
    EXPECT_NEAR(result.s, std::sin(x), 1e-30) << k;
    EXPECT_NEAR(result.c, std::cos(x), 1e-30) << k;
  }
}

TEST(SinCos, PassOnWhatIsNoNumber) {
  EXPECT_TRUE(std::isnan(calcSinCos(std::numeric_limits<double>::infinity()).s));
  EXPECT_TRUE(std::isnan(calcSinCos(std::numeric_limits<double>::quiet_NaN()).c));
}

}  // namespace
}  // namespace clank
