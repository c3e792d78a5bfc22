// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/units.h"

#include <gtest/gtest.h>

#include <numbers>
#include <string>

namespace clank {
namespace {

using std::numbers::pi;

struct UnitCase {
  std::string text;
  double factor;
  std::array<double, 4> exponent;  // m, kg, s, rad
};

class KnownUnit : public testing::TestWithParam<UnitCase> {};

TEST_P(KnownUnit, HasFactorAndDimension) {
  const auto unit = findUnit(GetParam().text);
  ASSERT_TRUE(unit) << GetParam().text;
  EXPECT_DOUBLE_EQ(unit->factor, GetParam().factor) << GetParam().text;
  EXPECT_EQ(unit->dimension.exponent, GetParam().exponent) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Units, KnownUnit,
    testing::Values(
        UnitCase{"", 1, {0, 0, 0, 0}}, UnitCase{"1", 1, {0, 0, 0, 0}}, UnitCase{"  ", 1, {0, 0, 0, 0}},
        UnitCase{"m", 1, {1, 0, 0, 0}}, UnitCase{"km", 1000, {1, 0, 0, 0}},
        UnitCase{"cm", 0.01, {1, 0, 0, 0}}, UnitCase{"mm", 0.001, {1, 0, 0, 0}},
        UnitCase{"um", 1e-6, {1, 0, 0, 0}}, UnitCase{"\u00b5m", 1e-6, {1, 0, 0, 0}},
        UnitCase{"in", 0.0254, {1, 0, 0, 0}}, UnitCase{"kg", 1, {0, 1, 0, 0}},
        UnitCase{"g", 0.001, {0, 1, 0, 0}}, UnitCase{"t", 1000, {0, 1, 0, 0}}, UnitCase{"s", 1, {0, 0, 1, 0}},
        UnitCase{"ms", 0.001, {0, 0, 1, 0}}, UnitCase{"min", 60, {0, 0, 1, 0}},
        UnitCase{"rad", 1, {0, 0, 0, 1}}, UnitCase{"deg", pi / 180, {0, 0, 0, 1}},
        UnitCase{"\u00b0", pi / 180, {0, 0, 0, 1}}, UnitCase{"rev", 2 * pi, {0, 0, 0, 1}},
        UnitCase{"rpm", pi / 30, {0, 0, -1, 1}}, UnitCase{"Hz", 1, {0, 0, -1, 0}},
        UnitCase{"N", 1, {1, 1, -2, 0}}, UnitCase{"kN", 1000, {1, 1, -2, 0}},
        UnitCase{"mN", 0.001, {1, 1, -2, 0}}, UnitCase{"J", 1, {2, 1, -2, 0}},
        UnitCase{"W", 1, {2, 1, -3, 0}}, UnitCase{"kW", 1000, {2, 1, -3, 0}},
        UnitCase{"Pa", 1, {-1, 1, -2, 0}}, UnitCase{"kPa", 1e3, {-1, 1, -2, 0}},
        UnitCase{"MPa", 1e6, {-1, 1, -2, 0}}, UnitCase{"GPa", 1e9, {-1, 1, -2, 0}},
        UnitCase{"mm2", 1e-6, {2, 0, 0, 0}}, UnitCase{"mm^2", 1e-6, {2, 0, 0, 0}},
        UnitCase{"cm2", 1e-4, {2, 0, 0, 0}}, UnitCase{"kg m2", 1, {2, 1, 0, 0}},
        UnitCase{"kg m^2", 1, {2, 1, 0, 0}}, UnitCase{"kg\u00b7m2", 1, {2, 1, 0, 0}},
        UnitCase{"kg/m3", 1, {-3, 1, 0, 0}}, UnitCase{"g/cm3", 1000, {-3, 1, 0, 0}},
        UnitCase{"m/s", 1, {1, 0, -1, 0}}, UnitCase{"m / s", 1, {1, 0, -1, 0}},
        UnitCase{"m/s2", 1, {1, 0, -2, 0}}, UnitCase{"m/s/s", 1, {1, 0, -2, 0}},
        UnitCase{"m s^-2", 1, {1, 0, -2, 0}}, UnitCase{"N m", 1, {2, 1, -2, 0}},
        UnitCase{"N m/rad", 1, {2, 1, -2, -1}}, UnitCase{"N m s/rad", 1, {2, 1, -1, -1}},
        UnitCase{"rad/s", 1, {0, 0, -1, 1}}, UnitCase{"N mm/deg", 0.18 / pi, {2, 1, -2, -1}},
        UnitCase{"1/s", 1, {0, 0, -1, 0}}, UnitCase{"km/h", 1 / 3.6, {1, 0, -1, 0}},
        UnitCase{" mm ", 0.001, {1, 0, 0, 0}}, UnitCase{"m^12", 1, {12, 0, 0, 0}},
        UnitCase{"lb", 0.45359237, {0, 1, 0, 0}}, UnitCase{"oz", 0.028349523125, {0, 1, 0, 0}},
        UnitCase{"ft", 0.3048, {1, 0, 0, 0}}, UnitCase{"lbf", 4.4482216152605, {1, 1, -2, 0}},
        UnitCase{"kgf", 9.80665, {1, 1, -2, 0}}, UnitCase{"psi", 6894.757293168361, {-1, 1, -2, 0}},
        UnitCase{"lbf/in2", 6894.757293168361, {-1, 1, -2, 0}},
        UnitCase{"lbf ft", 1.3558179483314004, {2, 1, -2, 0}},
        UnitCase{"lb/in3", 27679.904710203125, {-3, 1, 0, 0}}, UnitCase{"in/s2", 0.0254, {1, 0, -2, 0}}));

TEST(Units, RefusesWhatIsNoUnit) {
  for (const char* text :
       {"furlong", "mm2x", "M",   "m/",  "/s", "m//s",  "2",  "m 1", "m^",     "m^0", "m^x",
        "m2.5",    "m22",  "mm-", "N*m", "m(", "10 mm", "Kg", "m_",  "\u00b7", "11",  "1 m"})
    EXPECT_FALSE(findUnit(text)) << text;
}

TEST(Units, SuggestsTheBlankThatIsMissing) {
  EXPECT_EQ(suggestUnit("Nm"), "; did you mean 'N m'?");
  EXPECT_EQ(suggestUnit("kNm"), "; did you mean 'kN m'?");
  EXPECT_EQ(suggestUnit("Nmm"), "; did you mean 'N mm'?");
  EXPECT_EQ(suggestUnit("bananas"), "");
  EXPECT_EQ(suggestUnit(""), "");
}

TEST(Units, RefusesAFactorBeyondDouble) {
  std::string text = "km9";
  for (int i = 0; i < 20; ++i) text += " km9";
  EXPECT_FALSE(findUnit(text));
}

TEST(Units, PrefixEndsWhereTheUnitEnds) {
  const auto prefix = [](const std::string& text) { return text.substr(0, findUnitPrefix(text)); };
  EXPECT_EQ(prefix("mm - L1"), "mm");
  EXPECT_EQ(prefix("mm"), "mm");
  EXPECT_EQ(prefix("mm)"), "mm");
  EXPECT_EQ(prefix("m/s + v"), "m/s");
  EXPECT_EQ(prefix("m / s"), "m");
  EXPECT_EQ(prefix("m/ s"), "m");
  EXPECT_EQ(prefix("m /s"), "m");
  EXPECT_EQ(prefix("m/L1"), "m");
  EXPECT_EQ(prefix("m/s2x"), "m");
  EXPECT_EQ(prefix("m/2"), "m");
  EXPECT_EQ(prefix("N m s/rad * 3"), "N m s/rad");
  EXPECT_EQ(prefix("kg m2*x"), "kg m2");
  EXPECT_EQ(prefix("kg m^2/s+1"), "kg m^2/s");
  EXPECT_EQ(prefix("m-1"), "m");
  EXPECT_EQ(prefix("m max(1, 2)"), "m");
  for (const char* none :
       {"mm2x", "max", "min(1, 2)", "min (1, 2)", "m.x", "m_2", "L1", "+ mm", " mm", "", "1", "/s"})
    EXPECT_EQ(findUnitPrefix(none), 0U) << none;
}

// 9 * 0.001 is 0.009000000000000001, 9 mm is not.
TEST(Units, ConvertsWithOneRounding) {
  EXPECT_EQ(toSi(9, *findUnit("mm")), 0.009);
  EXPECT_EQ(toSi(2, *findUnit("cm2")), 0.0002);
  EXPECT_EQ(toSi(35, *findUnit("kg m2")), 35);
  EXPECT_EQ(toSi(7800, *findUnit("kg/m3")), 7800);
  EXPECT_EQ(toSi(2.5, *findUnit("km")), 2500);
  EXPECT_EQ(toSi(180, *findUnit("deg")), pi);
  EXPECT_EQ(toSi(-90, *findUnit("deg")), -pi / 2);
}

}  // namespace
}  // namespace clank
