// SPDX-License-Identifier: GPL-3.0-or-later
// What the user reads when an expression is wrong: the cause, the column, the nearest name.
#include <gtest/gtest.h>

#include "core/math/expression.h"

namespace clank {
namespace {

const std::vector<std::string> kKnown{"L1", "t", "link1.omega", "g"};

struct Wrong {
  std::string text, what, where;
};

class WrongExpression : public testing::TestWithParam<Wrong> {};

TEST_P(WrongExpression, SaysWhatAndWhere) {
  const auto expression = Expression::compile(GetParam().text, kKnown);
  ASSERT_FALSE(expression) << GetParam().text;
  ASSERT_EQ(expression.error().size(), 1U);
  EXPECT_EQ(expression.error().front().what, GetParam().what);
  EXPECT_EQ(expression.error().front().where, GetParam().where);
}

INSTANTIATE_TEST_SUITE_P(
    Expression, WrongExpression,
    testing::Values(
        Wrong{"", "the expression is empty", "column 1"}, Wrong{"   ", "the expression is empty", "column 1"},
        Wrong{"2 *   link1.omga", "unknown name 'link1.omga'; did you mean 'link1.omega'?", "column 7"},
        Wrong{"1 + speed", "unknown name 'speed'", "column 5"},
        Wrong{"1 + Pi", "unknown name 'Pi'; did you mean 'pi'?", "column 5"},
        Wrong{"sinn(t)", "unknown function 'sinn'; did you mean 'sin'?", "column 1"},
        Wrong{"if(t)", "unknown function 'if'", "column 1"},
        Wrong{"2*sin", "'sin' is a function: write sin(...)", "column 3"},
        Wrong{"L1(3)", "'L1' is a value, not a function; write '*' to multiply", "column 1"},
        Wrong{"1 + atan2(t)", "atan2 takes 2 arguments, found 1", "column 5"},
        Wrong{"sin(1, 2)", "sin takes 1 argument, found 2", "column 1"},
        Wrong{"sin()", "sin takes 1 argument, found 0", "column 1"},
        Wrong{"max()", "max takes at least 1 argument, found 0", "column 1"},
        Wrong{"clamp(1, 2)", "clamp takes 3 arguments, found 2", "column 1"},
        Wrong{"2*(1 + t", "')' is missing for the '(' at column 3", "column 9"},
        Wrong{"sin(t", "')' is missing for the '(' at column 4", "column 6"},
        Wrong{"(1 + 2))", "')' has no '(' before it", "column 8"},
        Wrong{"1 +", "the expression ends where a value is expected", "column 4"},
        Wrong{"1 + * 2", "a value is expected, found '*'", "column 5"},
        Wrong{"()", "a value is expected, found ')'", "column 2"},
        Wrong{"t L1", "an operator is expected before 'L1'", "column 3"},
        Wrong{"t 3", "an operator is expected, found '3'", "column 3"},
        Wrong{"2 L1", "'*' is missing between the number and 'L1'", "column 3"},
        Wrong{"2 pi", "'*' is missing between the number and 'pi'", "column 3"},
        Wrong{"2 sin(t)", "'*' is missing between the number and 'sin'", "column 3"},
        Wrong{"2 furlong", "'furlong' after the number is not a unit", "column 3"},
        Wrong{"2 mm2x", "'mm2x' after the number is not a unit", "column 3"},
        Wrong{"2 t", "'t' after a number could be the unit or the name; write 2*t for the name", "column 3"},
        Wrong{"9.81g", "'g' after a number could be the unit or the name; write 9.81*g for the name",
              "column 5"},
        Wrong{"20 Nm", "'Nm' after the number is not a unit; did you mean 'N m'?", "column 4"},
        Wrong{"(1 + 2) t", "'t' after a number could be the unit or the name; write (1 + 2)*t for the name",
              "column 9"},
        Wrong{"(1 + 2) foo", "an operator is expected before 'foo'", "column 9"},
        Wrong{"5 mm^100",
              "the exponent of a unit is a whole number from -99 to 99; for the power of a quantity write "
              "(5 mm)^...",
              "column 5"},
        Wrong{"t = 3", "'=' does not compare; write '=='", "column 3"},
        Wrong{"t & 3", "a single '&' means nothing; write '&&'", "column 3"},
        Wrong{"1,5", "',' only separates the arguments of a function; decimals are written with '.'",
              "column 2"},
        Wrong{"t ? 1", "':' is missing for the '?' at column 3", "column 6"},
        Wrong{"1e999", "the number is out of range", "column 1"},
        Wrong{"1e308 km", "the number is out of range", "column 1"},
        Wrong{"1 + \u03b8 + 2", "a value is expected, found '\u03b8'", "column 5"},
        Wrong{"\u03b8x", "a value is expected, found '\u03b8'", "column 1"},
        Wrong{"1 + \xff", "a value is expected, found the character with code 255", "column 5"},
        Wrong{"t \u03b8", "an operator is expected, found '\u03b8'", "column 3"},
        Wrong{"t \u03b8 @", "an operator is expected, found '\u03b8'", "column 3"}));

TEST(ExpressionErrors, ColumnsCountCharactersNotBytes) {
  const auto expression = Expression::compile("20\u00b0 + foo", kKnown);
  ASSERT_FALSE(expression);
  EXPECT_EQ(expression.error().front().where, "column 7");
}

TEST(ExpressionErrors, DeepNestingIsRefused) {
  for (const char* open : {"(", "-", "sin(", "2^", "1?", "1+("}) {
    std::string text;
    for (int i = 0; i < 2500; ++i) text += open;
    const auto expression = Expression::compile(text + "1", kKnown);
    ASSERT_FALSE(expression);
    const std::string& what = expression.error().front().what;
    EXPECT_TRUE(what == "the expression nests too deeply" || what.ends_with("intermediate values at once"))
        << what;
  }
}

// Each level keeps five values waiting on the stack: more than it holds must not compile.
TEST(ExpressionErrors, TooManyIntermediateValuesAreRefused) {
  const auto nested = [](int levels) {
    std::string text = "1";
    for (int i = 0; i < levels; ++i) text = "1 || 1 && 1 == 1 + 1*(" + text + ")";
    return text;
  };
  const auto fits = Expression::compile(nested(25), kKnown);  // 5*25 + 1 values
  ASSERT_TRUE(fits) << fits.error().front().what;
  EXPECT_EQ(fits->evaluate(std::vector<double>(kKnown.size())), 1);
  const auto refused = Expression::compile(nested(26), kKnown);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().front().what, "the expression needs more than 128 intermediate values at once");
}

TEST(ExpressionErrors, FunctionNames) {
  EXPECT_TRUE(isFunctionName("sin"));
  EXPECT_TRUE(isFunctionName("clamp"));
  EXPECT_FALSE(isFunctionName("pi"));
  EXPECT_FALSE(isFunctionName("Sin"));
  EXPECT_FALSE(isFunctionName(""));
}

}  // namespace
}  // namespace clank
