// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/motion_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace clank {
namespace {

Jet at(const MotionLaw& law, double t) {
  std::vector<Jet> scratch(4);
  return calcMotion(law, t, scratch);
}

FormulaLaw makeFormula(const std::string& text) {
  const std::vector<std::string> names{"t"};
  return {Expression::compile(text, names).value(), {Jet(0.0)}, 0};
}

// Derivatives against differences of the value and of the first derivative.
void expectDerivatives(const MotionLaw& law, double t, const std::string& what) {
  const double h = 1e-5;
  const Jet j = at(law, t), a = at(law, t - h), b = at(law, t + h);
  EXPECT_NEAR(j.d, (b.v - a.v) / (2 * h), 1e-6 * (1 + std::abs(j.d))) << what;
  EXPECT_NEAR(j.dd, (b.d - a.d) / (2 * h), 1e-6 * (1 + std::abs(j.dd))) << what;
}

TEST(MotionLaw, ExpressionsHaveExactDerivatives) {
  for (const char* text : {"sin(3*t)",          "cos(t)^3",     "tan(t/2)",
                           "exp(-t)*sin(5*t)",  "log(1 + t^2)", "log10(2 + t)",
                           "sqrt(1 + t)",       "cbrt(1 + t)",  "asin(t/2)",
                           "acos(t/2)",         "atan(2*t)",    "atan2(sin(t), 2 + cos(t))",
                           "sinh(t)",           "cosh(t)",      "tanh(t)",
                           "hypot(1 + t, 2*t)", "(1 + t)^t",    "t^2",
                           "1/(1 + t)",         "abs(t - 2)",   "mod(5*t, 1.7)",
                           "t < 1 ? t^3 : 1",   "min(t, t^2)",  "clamp(3*t, 1, 2.5)",
                           "max(t, 0.3)^2",     "floor(t) + t"})
    expectDerivatives(makeFormula(text), 0.7, text);
}

TEST(MotionLaw, PowersAtZeroStayFinite) {
  const Jet j = at(makeFormula("t^2"), 0);
  EXPECT_EQ(j.v, 0);
  EXPECT_EQ(j.d, 0);
  EXPECT_EQ(j.dd, 2);
}

TEST(MotionLaw, StrokesStartAndEndAtRest) {
  for (const bool cycloidal : {false, true}) {
    const MotionLaw law = StrokeLaw{cycloidal, 0.5, 2, 1, 3};
    for (const double t : {0.0, 1.0}) EXPECT_EQ(at(law, t).v, 0.5);
    for (const double t : {4.0, 9.0}) EXPECT_EQ(at(law, t).v, 2.5);
    EXPECT_NEAR(at(law, 2.5).v, 1.5, 1e-14);
    for (const double t : {1 + 1e-9, 4 - 1e-9}) {
      EXPECT_NEAR(at(law, t).d, 0, 1e-8);
      EXPECT_NEAR(at(law, t).dd, 0, 1e-7);
    }
    for (const double t : {1.3, 2.1, 3.4}) expectDerivatives(law, t, cycloidal ? "cycloidal" : "345");
  }
  // Peak speed in the middle: 15/8 (polynomial) and 2 (cycloidal) times rise/duration.
  EXPECT_NEAR(at(StrokeLaw{false, 0, 1, 0, 1}, 0.5).d, 1.875, 1e-12);
  EXPECT_NEAR(at(StrokeLaw{true, 0, 1, 0, 1}, 0.5).d, 2, 1e-12);
}

TEST(MotionLaw, SplineGoesThroughItsPointsSmoothly) {
  const MotionLaw law = TableLaw{CubicSpline({0, 1, 2.5, 4}, {0, 2, -1, 3})};
  EXPECT_NEAR(at(law, 1).v, 2, 1e-14);
  EXPECT_NEAR(at(law, 2.5).v, -1, 1e-14);
  for (const double t : {1.0, 2.5}) {
    EXPECT_NEAR(at(law, t - 1e-9).d, at(law, t + 1e-9).d, 1e-6);
    EXPECT_NEAR(at(law, t - 1e-9).dd, at(law, t + 1e-9).dd, 1e-6);
  }
  EXPECT_NEAR(at(law, 1e-12).dd, 0, 1e-9);
  EXPECT_EQ(at(law, -1).v, 0);
  EXPECT_EQ(at(law, 5).v, 3);
  for (const double t : {0.4, 1.7, 3.3}) expectDerivatives(law, t, "spline");
  // A natural spline reproduces a straight line.
  EXPECT_NEAR(at(TableLaw{CubicSpline({0, 1, 3}, {1, 3, 7})}, 2.2).v, 5.4, 1e-14);
}

}  // namespace
}  // namespace clank
