// SPDX-License-Identifier: GPL-3.0-or-later
// Random input from a seeded generator: garbage never breaks the compiler, and well-formed expressions have
// the value that is computed beside their text.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/math/expression.h"

namespace clank {
namespace {

const std::vector<std::string> kSlotNames{"a", "b.x", "c_1"};

std::size_t pickIndex(std::mt19937& random, std::size_t n) {
  return random() % n;
}

// A random expression in fully parenthesised or plain form together with its value.
struct Sample {
  std::string text;
  double value;
};

class Generator {
 public:
  explicit Generator(std::mt19937& random, std::span<const double> slots) : random_(random), slots_(slots) {}

  Sample sum(int depth) {
    Sample s = product(depth);
    while (pickIndex(random_, 3) == 0) {
      const Sample other = product(depth);
      const bool plus = pickIndex(random_, 2) == 0;
      s = {s.text + (plus ? " + " : "-") + other.text, plus ? s.value + other.value : s.value - other.value};
    }
    return s;
  }

 private:
  Sample product(int depth) {
    Sample s = power(depth);
    while (pickIndex(random_, 3) == 0) {
      const Sample other = power(depth);
      const bool times = pickIndex(random_, 2) == 0;
      s = {s.text + (times ? "*" : " / ") + other.text,
           times ? s.value * other.value : s.value / other.value};
    }
    return s;
  }

  Sample power(int depth) {
    const Sample base = primary(depth);
    if (pickIndex(random_, 6) != 0) return base;
    const auto exponent = static_cast<int>(pickIndex(random_, 4));
    return {fmt::format("{}^{}", base.text, exponent), std::pow(base.value, exponent)};
  }

  Sample primary(int depth) {
    switch (depth <= 0 ? pickIndex(random_, 2) : pickIndex(random_, 9)) {
      case 0: {
        const auto tenths = static_cast<int>(pickIndex(random_, 50));
        const std::string text = fmt::format("{}.{}", tenths / 10, tenths % 10);
        return {text, std::stod(text)};
      }
      case 1: {
        const std::size_t i = pickIndex(random_, kSlotNames.size());
        return {kSlotNames[i], slots_[i]};
      }
      case 2:
        return wrap("(", sum(depth - 1), [](double x) { return x; });
      case 3:
        return wrap("(-", primary(depth - 1), [](double x) { return -x; });
      case 4:
        return wrap("sin(", sum(depth - 1), [](double x) { return std::sin(x); });
      case 5:
        return wrap("abs( ", sum(depth - 1), [](double x) { return std::abs(x); });
      case 6: {
        const Sample y = sum(depth - 1), x = sum(depth - 1);
        return {"atan2(" + y.text + "," + x.text + ")", std::atan2(y.value, x.value)};
      }
      case 7: {
        const Sample x = sum(depth - 1), y = sum(depth - 1), z = sum(depth - 1);
        return {"(" + x.text + "<" + y.text + " ? " + z.text + ":" + x.text + ")",
                x.value < y.value ? z.value : x.value};
      }
      default: {
        const Sample x = sum(depth - 1), y = sum(depth - 1);
        return {"hypot(" + x.text + ", " + y.text + ")", std::hypot(x.value, y.value)};
      }
    }
  }

  template <class F>
  static Sample wrap(const char* open, const Sample& inner, F f) {
    return {open + inner.text + ")", f(inner.value)};
  }

  std::mt19937& random_;
  std::span<const double> slots_;
};

TEST(ExpressionRandom, AgreesWithDirectComputation) {
  std::mt19937 random(20201);
  int finite = 0;
  for (int i = 0; i < 600; ++i) {
    std::vector<double> slots;
    for (std::size_t k = 0; k < kSlotNames.size(); ++k)
      slots.push_back(static_cast<double>(pickIndex(random, 2000)) / 250 - 4);
    const Sample sample = Generator(random, slots).sum(4);
    const auto expression = Expression::compile(sample.text, kSlotNames);
    ASSERT_TRUE(expression) << sample.text << ": " << expression.error().front().what;
    const double value = expression->evaluate(slots);
    if (std::isnan(sample.value)) {
      EXPECT_TRUE(std::isnan(value)) << sample.text;
    } else {
      EXPECT_EQ(value, sample.value) << sample.text;
      ++finite;
    }
  }
  EXPECT_GT(finite, 400);
}

TEST(ExpressionRandom, GarbageNeverBreaksTheCompiler) {
  std::mt19937 random(77);
  const std::string alphabet = "0123456789.eE+-*/^()<>=!&|?:, abctxmmsNrdegpi_sinmaxclamp\xc2\xb0\xff\x01\n";
  const std::vector<double> slots{1, 2, 3};
  int compiled = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string text(1 + pickIndex(random, 24), ' ');
    const bool anyByte = i % 4 == 0;
    for (char& c : text)
      c = anyByte ? static_cast<char>(pickIndex(random, 256)) : alphabet[pickIndex(random, alphabet.size())];
    const auto expression = Expression::compile(text, kSlotNames);
    if (expression) {
      expression->evaluate(slots);
      ++compiled;
    } else {
      ASSERT_EQ(expression.error().size(), 1U);
      EXPECT_FALSE(expression.error().front().what.empty());
      EXPECT_TRUE(expression.error().front().where.starts_with("column "));
    }
  }
  EXPECT_GT(compiled, 100) << "some garbage has to be an expression, or the test looks at nothing";
}

// Breaking a good expression at one place reaches deeper into the parser than noise.
TEST(ExpressionRandom, BrokenExpressionsNeverBreakTheCompiler) {
  std::mt19937 random(3);
  const std::vector<double> slots{1, 2, 3};
  for (int i = 0; i < 20000; ++i) {
    std::string text = Generator(random, slots).sum(3).text;
    const std::size_t at = pickIndex(random, text.size());
    switch (pickIndex(random, 3)) {
      case 0:
        text.erase(at, 1 + pickIndex(random, 3));
        break;
      case 1:
        text.insert(at, 1, static_cast<char>(pickIndex(random, 256)));
        break;
      default:
        text.resize(at);
        break;
    }
    const auto expression = Expression::compile(text, kSlotNames);
    if (expression) expression->evaluate(slots);
  }
}

}  // namespace
}  // namespace clank
