// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/expression_switch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "tests/support/growth.h"

namespace clank {
namespace {

// p is constant.
const std::vector<std::string> kSwitchNames{"p", "t", "w", "x"};
constexpr int kFirstVarying = 1;
const double kLive = std::numeric_limits<double>::quiet_NaN();

Expression compileOf(const std::string& text) {
  auto expression = Expression::compile(text, kSwitchNames);
  EXPECT_TRUE(expression) << text;
  return expression ? *expression : Expression();
}

SwitchList listOf(const std::vector<std::string>& texts) {
  SwitchList list(kFirstVarying);
  for (const std::string& text : texts) compileOf(text).connect(list);
  return list;
}

TEST(ExpressionSwitch, SameArgumentIsOneSwitch) {
  EXPECT_EQ(listOf({"sign(w)*(1 + abs(w))", "w > 0 ? 1 : 2", "0 >= w", "step(-w)", "max(w, 0)"}).get().size(),
            1u);
  EXPECT_EQ(listOf({"w > x", "x < w", "min(x, w)", "abs(x - w)"}).get().size(), 2u)
      << "the order of a difference is chosen for comparisons alone";
  EXPECT_EQ(listOf({"t > 1", "t > 2", "t > 1 && w > 3"}).get().size(), 3u);
}

TEST(ExpressionSwitch, WhatNeverChangesIsNone) {
  EXPECT_EQ(listOf({"abs(p)", "p > 1 ? t : w", "floor(2.5)", "t == 3", "t && w", "hypot(t, w)"}).get().size(),
            0u);
}

TEST(ExpressionSwitch, InnerStandBeforeOuter) {
  const SwitchList list = listOf({"step(mod(t, 0.1) - 0.01)"});
  ASSERT_EQ(list.get().size(), 2u);
  EXPECT_EQ(list.get()[0].kind, ExpressionSwitch::Kind::floor);
  const std::vector<double> slots{0, 0.73, 0, 0}, branches{7, kLive};
  EXPECT_NEAR(list.get()[0].argument.evaluate(slots), 7.3, 1e-14);
  EXPECT_NEAR(list.get()[1].argument.evaluate(slots, branches), 0.02, 1e-14);
  EXPECT_NEAR(list.get()[1].argument.evaluate(slots, std::vector<double>{6, kLive}), 0.12, 1e-14);
}

// With the branches of its arguments an expression has its ordinary value; without, too.
TEST(ExpressionSwitch, BranchesInForceChangeNothing) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-3, 3);
  for (const char* text :
       {"abs(w) - sign(x)", "floor(3*w) + ceil(2*x)", "mod(w, x)", "w < x ? t : -t", "x >= w", "min(t, w, x)",
        "max(t, 2*w, -x)", "clamp(w, -1, x*x)", "atan2(w, x)", "step(t - abs(w))", "!(w > x) || t <= 1"}) {
    Expression expression = compileOf(text);
    SwitchList list(kFirstVarying);
    expression.connect(list);
    ASSERT_GT(list.get().size(), 0u) << text;
    for (int i = 0; i < 200; ++i) {
      const std::vector<double> slots{1, number(random), number(random), number(random)};
      std::vector<double> branches(list.get().size(), kLive);
      for (std::size_t s = 0; s < branches.size(); ++s) {
        const double x = list.get()[s].argument.evaluate(slots, branches);
        branches[s] = list.get()[s].kind == ExpressionSwitch::Kind::floor ? std::floor(x) : x < 0 ? -1 : 1;
      }
      EXPECT_NEAR(expression.evaluate(slots, branches), expression.evaluate(slots), 1e-14) << text;
      EXPECT_EQ(expression.evaluate(slots, std::vector<double>(branches.size(), kLive)),
                expression.evaluate(slots))
          << text;
    }
  }
}

// On a branch the function goes on smoothly beyond its end.
TEST(ExpressionSwitch, ABranchGoesOn) {
  const auto valueOn = [](const std::string& text, double branch, double w, double x = 0) {
    Expression expression = compileOf(text);
    SwitchList list(kFirstVarying);
    expression.connect(list);
    return expression.evaluate(std::vector<double>{0, 0, w, x}, std::vector<double>{branch});
  };
  EXPECT_EQ(valueOn("abs(w)", 1, -2), -2);
  EXPECT_EQ(valueOn("sign(w)", -1, 5), -1);
  EXPECT_EQ(valueOn("w > 0", 1, -1), 1);
  EXPECT_EQ(valueOn("0 > w", 1, -1), 0);
  EXPECT_EQ(valueOn("min(w, 1)", -1, 4), 4);
  EXPECT_EQ(valueOn("max(1, w)", 1, 0.5), 0.5);
  EXPECT_EQ(valueOn("floor(w)", 3, 9.5), 3);
  EXPECT_EQ(valueOn("ceil(w)", 3, 9.5), 4);
  EXPECT_EQ(valueOn("mod(w, 2)", 1, 4.5), 2.5);
  const double pi = std::acos(-1.0);
  EXPECT_NEAR(valueOn("atan2(w, x)", 1, -0.1, -1), std::atan2(-0.1, -1) + 2 * pi, 1e-14);
  EXPECT_NEAR(valueOn("atan2(w, x)", -1, 0.1, -1), std::atan2(0.1, -1) - 2 * pi, 1e-14);
  EXPECT_NEAR(valueOn("atan2(w, x)", 1, -0.1, 1), std::atan2(-0.1, 1), 1e-14);
}

TEST(ExpressionSwitch, StraightLines) {
  const auto isLine = [](const std::string& text) {
    Expression expression = compileOf(text);
    SwitchList list(kFirstVarying);
    expression.connect(list);
    return expression.isLinearIn(1);
  };
  for (const char* text : {"t", "2*t - p", "(t - 1)/p", "mod(t, 0.1)", "abs(t - 1)", "p^2 + sin(p)*t", "3",
                           "floor(t)*t", "t > 1 ? t : 2 - t", "min(t, 1)", "-t"})
    EXPECT_TRUE(isLine(text)) << text;
  for (const char* text : {"t*t", "sin(t)", "1/t", "t^2", "2^t", "t ? 1 : 2", "mod(1, t)"})
    EXPECT_FALSE(isLine(text)) << text;
}

std::string repeat(const std::string& first, const std::string& more, int count) {
  std::string text = first;
  for (int i = 0; i < count; ++i) text += more;
  return text;
}

// Of a long chain each comparison has all before it as its argument. With a cost that grows with the square
// of the length these would take many times as long; they take a tenth of a second.
TEST(ExpressionSwitch, ChainsTakeTimeAndMemoryThatGrowWithThem) {
  const double begin = test::readThreadTime();
  for (const std::string& text :
       {repeat("1", "<1", 40'000), repeat("p", "<1", 900), repeat("min(1", ",1", 40'000) + ")",
        repeat("t", "+1", 40'000), repeat("t", "&&1", 30'000)})
    EXPECT_EQ(listOf({text}).get().size(), 0u);
  EXPECT_LT(test::readThreadTime() - begin, 5);
  EXPECT_EQ(listOf({repeat("t", "<1", 900)}).get().size(), 900u);
  EXPECT_EQ(listOf({repeat("max(t", ",t", 500) + ")"}).get().size(), 500u);
}

TEST(ExpressionSwitch, ChainsThatNobodyCanWatchAreRefused) {
  for (const std::string& text : {repeat("t", "<1", 8'000), repeat("min(t", ",1", 8'000) + ")",
                                  repeat("t", "+t", 20'000) + repeat("", "<1", 100)}) {
    const auto expression = Expression::compile(text, kSwitchNames);
    ASSERT_FALSE(expression);
    EXPECT_NE(expression.error().front().what.find("inside each other"), std::string::npos);
  }
}

}  // namespace
}  // namespace clank
