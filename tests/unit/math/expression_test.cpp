// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/expression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace clank {
namespace {

using std::numbers::pi;

// Names and slot values that the tests use.
const std::vector<std::string> kNames{"L1", "t", "link1.omega", "link1.angle", "x_2"};
const std::vector<double> kSlots{0.25, 2.0, 3.0, 0.5, -7.0};

double valueOf(std::string_view text) {
  const auto expression = Expression::compile(text, kNames);
  if (!expression) {
    ADD_FAILURE() << text << ": " << expression.error().front().what;
    return std::numeric_limits<double>::quiet_NaN();
  }
  return expression->evaluate(kSlots);
}

TEST(Expression, Numbers) {
  EXPECT_EQ(valueOf("3"), 3);
  EXPECT_EQ(valueOf(" 3.5 "), 3.5);
  EXPECT_EQ(valueOf(".5"), 0.5);
  EXPECT_EQ(valueOf("5."), 5);
  EXPECT_EQ(valueOf("1.5e-3"), 0.0015);
  EXPECT_EQ(valueOf("2E2"), 200);
  EXPECT_EQ(valueOf("pi"), pi);
}

TEST(Expression, NumbersWithUnits) {
  EXPECT_EQ(valueOf("250 mm"), 0.25);
  EXPECT_EQ(valueOf("250mm"), 0.25);
  EXPECT_EQ(valueOf("20 mm - L1"), 0.02 - 0.25);
  EXPECT_EQ(valueOf("L1 + 20 mm"), 0.27);
  EXPECT_EQ(valueOf("2 m/s + link1.omega"), 5);
  EXPECT_EQ(valueOf("180 deg"), pi);
  EXPECT_EQ(valueOf("(90 deg)*2"), pi);
  EXPECT_EQ(valueOf("3 m^2"), 3);
  EXPECT_EQ(valueOf("30 cm^2"), 0.003);
  EXPECT_EQ(valueOf("3 m * 2"), 6);
  EXPECT_EQ(valueOf("3 m/L1"), 12);
}

TEST(Expression, Precedence) {
  EXPECT_EQ(valueOf("1 + 2*3"), 7);
  EXPECT_EQ(valueOf("(1 + 2)*3"), 9);
  EXPECT_EQ(valueOf("10 - 4 - 3"), 3);
  EXPECT_EQ(valueOf("24/4/3"), 2);
  EXPECT_EQ(valueOf("24/4*3"), 18);
  EXPECT_EQ(valueOf("-2^2"), -4);
  EXPECT_EQ(valueOf("(-2)^2"), 4);
  EXPECT_EQ(valueOf("2^-2"), 0.25);
  EXPECT_EQ(valueOf("2^3^2"), 512);
  EXPECT_EQ(valueOf("2*-3"), -6);
  EXPECT_EQ(valueOf("- -3"), 3);
  EXPECT_EQ(valueOf("+3"), 3);
  EXPECT_EQ(valueOf("1 + 1 < 3"), 1);
  EXPECT_EQ(valueOf("1 < 2 == 1"), 1) << "comparisons go from left to right";
  EXPECT_EQ(valueOf("0 && 1 || 1"), 1);
  EXPECT_EQ(valueOf("1 || 1 && 0"), 1);
  EXPECT_EQ(valueOf("!0 + 1"), 2);
  EXPECT_EQ(valueOf("1 ? 2 : 3 + 10"), 2);
  EXPECT_EQ(valueOf("0 ? 2 : 0 ? 4 : 5"), 5);
  EXPECT_EQ(valueOf("t > 1 ? 10 : 20"), 10);
  EXPECT_EQ(valueOf("t<1?10:20"), 20);
}

TEST(Expression, Comparisons) {
  EXPECT_EQ(valueOf("1 <= 1"), 1);
  EXPECT_EQ(valueOf("1 >= 2"), 0);
  EXPECT_EQ(valueOf("1 > 1"), 0);
  EXPECT_EQ(valueOf("1 != 2"), 1);
  EXPECT_EQ(valueOf("1 == 2"), 0);
  EXPECT_EQ(valueOf("!5"), 0);
  EXPECT_EQ(valueOf("2 && 3"), 1);
  EXPECT_EQ(valueOf("0 || 0"), 0);
}

TEST(Expression, Functions) {
  EXPECT_DOUBLE_EQ(valueOf("sin(1)"), std::sin(1.0));
  EXPECT_DOUBLE_EQ(valueOf("cos(1)"), std::cos(1.0));
  EXPECT_DOUBLE_EQ(valueOf("tan(1)"), std::tan(1.0));
  EXPECT_DOUBLE_EQ(valueOf("asin(0.3)"), std::asin(0.3));
  EXPECT_DOUBLE_EQ(valueOf("acos(0.3)"), std::acos(0.3));
  EXPECT_DOUBLE_EQ(valueOf("atan(0.3)"), std::atan(0.3));
  EXPECT_DOUBLE_EQ(valueOf("atan2(1, -1)"), std::atan2(1.0, -1.0));
  EXPECT_DOUBLE_EQ(valueOf("sinh(1)"), std::sinh(1.0));
  EXPECT_DOUBLE_EQ(valueOf("cosh(1)"), std::cosh(1.0));
  EXPECT_DOUBLE_EQ(valueOf("tanh(1)"), std::tanh(1.0));
  EXPECT_DOUBLE_EQ(valueOf("exp(1)"), std::exp(1.0));
  EXPECT_DOUBLE_EQ(valueOf("log(2)"), std::log(2.0));
  EXPECT_EQ(valueOf("log10(1000)"), 3);
  EXPECT_DOUBLE_EQ(valueOf("sqrt(2)"), std::sqrt(2.0));
  EXPECT_DOUBLE_EQ(valueOf("cbrt(27)"), std::cbrt(27.0));
  EXPECT_EQ(valueOf("abs(-2)"), 2);
  EXPECT_EQ(valueOf("sign(-3) + 10*sign(0) + 100*sign(2)"), 99);
  EXPECT_EQ(valueOf("floor(-1.5)"), -2);
  EXPECT_EQ(valueOf("ceil(-1.5)"), -1);
  EXPECT_EQ(valueOf("min(3)"), 3);
  EXPECT_EQ(valueOf("min(3, 1, 2)"), 1);
  EXPECT_EQ(valueOf("max(3, 1, 4, 2)"), 4);
  EXPECT_EQ(valueOf("pow(2, 3)"), 8);
  EXPECT_EQ(valueOf("hypot(3, 4)"), 5);
  EXPECT_EQ(valueOf("mod(7, 3)"), 1);
  EXPECT_EQ(valueOf("mod(-1, 3)"), 2);
  EXPECT_EQ(valueOf("mod(1, -3)"), -2);
  EXPECT_EQ(valueOf("mod(-6, 3)"), 0);
  EXPECT_EQ(valueOf("step(-1e-300)"), 0);
  EXPECT_EQ(valueOf("step(0)"), 1);
  EXPECT_EQ(valueOf("clamp(5, 0, 2)"), 2);
  EXPECT_EQ(valueOf("clamp(-5, 0, 2)"), 0);
  EXPECT_EQ(valueOf("clamp(1, 0, 2)"), 1);
  EXPECT_EQ(valueOf("max( min( 1 , 2 ) , -3 )"), 1);
}

TEST(Expression, NamesReadTheirSlots) {
  EXPECT_EQ(valueOf("link1.omega*t + x_2"), -1);
  EXPECT_EQ(valueOf("1.955 - 0.0196*link1.omega"), 1.955 - 0.0196 * 3.0);
}

TEST(Expression, ListsTheSlotsItReads) {
  const auto expression = Expression::compile("t*x_2 + L1 - t", kNames);
  ASSERT_TRUE(expression);
  EXPECT_EQ(expression->getSlots(), (std::vector<int>{0, 1, 4}));
  EXPECT_TRUE(Expression::compile("1 + pi", kNames)->getSlots().empty());
}

TEST(Expression, KeepsNotANumber) {
  EXPECT_TRUE(std::isnan(valueOf("sqrt(-1)")));
  EXPECT_TRUE(std::isnan(valueOf("min(1, sqrt(-1))")));
  EXPECT_TRUE(std::isnan(valueOf("min(sqrt(-1), 1)")));
  EXPECT_TRUE(std::isnan(valueOf("max(1, sqrt(-1))")));
  EXPECT_TRUE(std::isnan(valueOf("sign(sqrt(-1))")));
  EXPECT_TRUE(std::isinf(valueOf("1/0")));
  EXPECT_EQ(valueOf("1 > 0 ? 2 : sqrt(-1)"), 2) << "the other branch does not matter";
}

TEST(Expression, LongSumsNeedNoDeepStack) {
  std::string text = "0";
  for (int i = 0; i < 10000; ++i) text += " + 1";
  EXPECT_EQ(valueOf(text), 10000);
  std::string arguments = "max(0";
  for (int i = 1; i < 1000; ++i) arguments += "," + std::to_string(i);
  EXPECT_EQ(valueOf(arguments + ")"), 999);
}

TEST(NearestName, FindsTypingMistakes) {
  const std::vector<std::string> names{"link1.omega", "link2.omega", "stiffness", "t", "L1"};
  EXPECT_EQ(findNearestName("link1.omga", names), "link1.omega");
  EXPECT_EQ(findNearestName("link1.omeag", names), "link1.omega");
  EXPECT_EQ(findNearestName("Stifness", names), "stiffness");
  EXPECT_EQ(findNearestName("l1", names), "L1");
  EXPECT_EQ(findNearestName("L", names), "L1");
  EXPECT_EQ(findNearestName("q", names), "");
  EXPECT_EQ(findNearestName("damping", names), "");
  EXPECT_EQ(findNearestName("", names), "");
}

}  // namespace
}  // namespace clank
