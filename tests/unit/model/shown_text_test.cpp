// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/shown_text.h"

#include <gtest/gtest.h>

namespace clank {
namespace {

UnitChoice choose(LengthUnit length, AngleUnit angle = AngleUnit::deg, double digits = 4) {
  UnitChoice choice;
  choice.length = length;
  choice.angle = angle;
  choice.digits = digits;
  return choice;
}

TEST(ShownText, PowersOfUnitsAreRaised) {
  EXPECT_EQ(writeUnitName("kg m2"), "kg m\u00b2");
  EXPECT_EQ(writeUnitName("N/m^1.5"), "N/m\u00b9\u22c5\u2075");
  EXPECT_EQ(writeUnitName("m^-1"), "m\u207b\u00b9");
  EXPECT_EQ(writeUnitName("1/s"), "1/s");
  EXPECT_EQ(writeUnitName("deg"), "\u00b0");
  EXPECT_EQ(writeUnitName("1"), "");
}

TEST(ShownText, NumbersHaveAMinusAndPowersOfTen) {
  EXPECT_EQ(writePower("-3e-08"), "\u22123\u00d710\u207b\u2078");
  EXPECT_EQ(writePower("1e+20"), "10\u00b2\u2070");
  EXPECT_EQ(writePower("-1e-11"), "\u221210\u207b\u00b9\u00b9");
  EXPECT_EQ(writePower("-0.5"), "\u22120.5");
}

TEST(ShownText, ANumberThatTheUnitWouldMakeInfiniteStaysInSi) {
  EXPECT_EQ(writeShownText(1e308, "m", choose(LengthUnit::mm)), "10\u00b3\u2070\u2078\u202fm");
  EXPECT_EQ(makeTyped(-1e308, "m", choose(LengthUnit::mm), 6).text, "-1e+308 m");
}

TEST(ShownText, LengthsAreasAndAnglesFollowTheDocument) {
  EXPECT_EQ(writeShownText(-0.12, "m", choose(LengthUnit::mm)), "\u2212120\u202fmm");
  EXPECT_EQ(writeShownText(1e-4, "m2", choose(LengthUnit::mm)), "100\u202fmm\u00b2");
  EXPECT_EQ(writeShownText(8e-10, "m4", choose(LengthUnit::mm)), "800\u202fmm\u2074");
  EXPECT_EQ(writeShownText(1e-4, "m2", choose(LengthUnit::cm)), "1\u202fcm\u00b2");
  EXPECT_EQ(writeShownText(1e-4, "m2", choose(LengthUnit::m)), "0.0001\u202fm\u00b2");
  EXPECT_EQ(writeShownText(0.0254 * 0.0254, "m2", choose(LengthUnit::in)), "1\u202fin\u00b2");
  EXPECT_EQ(writeShownText(9.81, "m/s2", choose(LengthUnit::mm)), "9.81\u202fm/s\u00b2");
  EXPECT_EQ(writeShownText(0.0254, "m/s2", choose(LengthUnit::in)), "1\u202fin/s\u00b2");
  EXPECT_EQ(writeShownText(1.5707963267948966, "rad", choose(LengthUnit::mm)), "90\u00b0");
  EXPECT_EQ(writeShownText(1.5, "rad", choose(LengthUnit::mm, AngleUnit::rad)), "1.5\u202frad");
  EXPECT_EQ(writeShownText(2.5, "1", choose(LengthUnit::mm)), "2.5");
}

TEST(ShownText, DigitsFollowTheDocument) {
  EXPECT_EQ(writeShownText(1.0 / 3, "s", choose(LengthUnit::mm)), "0.3333\u202fs");
  EXPECT_EQ(writeShownText(1.0 / 3, "s", choose(LengthUnit::mm, AngleUnit::deg, 6), 5), "0.3333333\u202fs");
}

// What is written as typed is read again as the same value.
TEST(ShownText, AreasAreTypedInTheirUnit) {
  EXPECT_EQ(makeTyped(1e-4, "m2", choose(LengthUnit::mm), 6).text, "100 mm2");
}

}  // namespace
}  // namespace clank
