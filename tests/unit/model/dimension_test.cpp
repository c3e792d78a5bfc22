// SPDX-License-Identifier: GPL-3.0-or-later
// Dimensions of quantities: a table of texts with their values or refusals, and 10,000 random texts against
// an evaluator that is written anew here, over trees, and shares nothing with the one of the program.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>

#include "core/model/parameter_values.h"
#include "core/model/quantity_text.h"
#include "core/model/unit_choice.h"

namespace clank {
namespace {

using std::numbers::pi;
using testing::HasSubstr;

struct Accepted {
  const char *text, *wanted;
  double value;
};

// With L = 250 mm, W = 100 mm, M = 2 kg, phi = 30 deg, w = 60 rpm, n = 3 (unit 1) and an open k = 7.
ParameterScope sampleScope() {
  ParameterScope scope;
  const auto add = [&](const char* name, double value, const char* unit) {
    scope.names.add(name);
    scope.values.push_back(value);
    scope.measures.push_back(Measure::ofUnit(unit));
  };
  add("L", 0.25, "mm");
  add("W", 0.1, "mm");
  add("M", 2, "kg");
  add("phi", pi / 6, "deg");
  add("w", 2 * pi, "rpm");
  add("n", 3, "1");
  add("k", 7, "");
  return scope;
}

class AcceptedQuantity : public testing::TestWithParam<Accepted> {};

TEST_P(AcceptedQuantity, HasItsValueAndNoDoubt) {
  const auto read = readQuantity(GetParam().text, GetParam().wanted, sampleScope());
  ASSERT_TRUE(read) << read.error();
  EXPECT_NEAR(read->value, GetParam().value, 1e-12 * std::abs(GetParam().value)) << GetParam().text;
  EXPECT_EQ(read->doubt, "") << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Quantities, AcceptedQuantity,
    testing::Values(
        // The unit belongs to the number before it, and to a fraction of bare numbers.
        Accepted{"1/2 in", "m", 0.0127}, Accepted{"-1/2 in", "m", -0.0127}, Accepted{"1/-2 in", "m", -0.0127},
        Accepted{"3/4*1/2 in", "m", 0.0254 * 3 / 8}, Accepted{"2/1/2 in", "m", 0.0254},
        Accepted{"1/2^2 in", "m", 0.0254 / 4}, Accepted{"(1 + 1/2) in", "m", 0.0381},
        Accepted{"sqrt(2)/2 m", "m", std::sqrt(2.0) / 2}, Accepted{"2^3 mm", "m", 0.008},
        Accepted{"L + 1/2 in", "m", 0.2627}, Accepted{"5 N*1/2 m", "N m", 2.5},
        Accepted{"5 m/2 s", "m/s", 2.5}, Accepted{"5 N*1/2 m/2 s", "W", 1.25}, Accepted{"6 m/(2 m)", "1", 3},
        Accepted{"1/(2 in)", "1/m", 1 / 0.0508}, Accepted{"L/2 mm", "1", 125}, Accepted{"1/60 min", "s", 1},
        Accepted{"pi/2 rad", "rad", pi / 2}, Accepted{"2*5 kg", "kg", 10},
        Accepted{"2*30 deg", "rad", pi / 3}, Accepted{"1/2", "m", 0.5}, Accepted{"(2 mm)^2", "m2", 4e-6},
        Accepted{"3 mm^2", "m2", 3e-6},
        // Sums, products, powers, functions.
        Accepted{"2*L + 20 mm", "m", 0.52}, Accepted{"L*W", "m2", 0.025},
        Accepted{"M*L^2/12", "kg m2", 0.125 / 12}, Accepted{"sqrt(L^2 + W^2)", "m", std::hypot(0.25, 0.1)},
        Accepted{"cbrt(L^3)", "m", 0.25}, Accepted{"sqrt(L)^2", "m", 0.25},
        Accepted{"hypot(L, W)", "m", std::hypot(0.25, 0.1)}, Accepted{"min(L, W, 1 in)", "m", 0.0254},
        Accepted{"max(L, 0)", "m", 0.25}, Accepted{"clamp(L, 0, 1 in)", "m", 0.0254},
        Accepted{"mod(L, W)", "m", 0.05}, Accepted{"L > W ? L : W", "m", 0.25},
        Accepted{"L*sin(phi)", "m", 0.125}, Accepted{"L*cos(0)", "m", 0.25},
        Accepted{"atan2(W, L)", "rad", std::atan2(0.1, 0.25)}, Accepted{"asin(W/L)", "rad", std::asin(0.4)},
        Accepted{"exp(0.1*phi)", "1", std::exp(pi / 60)}, Accepted{"L/W", "1", 2.5},
        Accepted{"abs(-L)", "m", 0.25}, Accepted{"M*9.81 m/s2", "N", 19.62}, Accepted{"2*pi/w", "s", 1},
        Accepted{"2*pi*50 Hz", "rad/s", 100 * pi},
        // An angle is a number where there is length, mass or time.
        Accepted{"w*L", "m/s", 0.5 * pi}, Accepted{"L*phi", "m", pi / 24}, Accepted{"3 N m", "N m/rad", 3},
        Accepted{"3 N m/rad*phi", "N m", pi / 2}, Accepted{"pi/2 - phi", "rad", pi / 3},
        Accepted{"0.5", "rad", 0.5}, Accepted{"n/2", "rad", 1.5}, Accepted{"5 1/s", "rad/s", 5},
        // Nothing is known of k.
        Accepted{"k", "m", 7}, Accepted{"2*k", "kg", 14}, Accepted{"k*L", "N", 1.75},
        Accepted{"L + k", "m", 7.25}, Accepted{"n*0 + 3", "1", 3}));

struct Refused {
  const char *text, *wanted, *why;
};

class RefusedQuantity : public testing::TestWithParam<Refused> {};

TEST_P(RefusedQuantity, SaysBothSides) {
  const auto read = readQuantity(GetParam().text, GetParam().wanted, sampleScope());
  ASSERT_FALSE(read) << GetParam().text << " is " << read->value;
  EXPECT_THAT(read.error(), HasSubstr(GetParam().why));
}

INSTANTIATE_TEST_SUITE_P(
    Quantities, RefusedQuantity,
    testing::Values(
        Refused{"2*5 kg", "m", "a length is wanted, this is a mass"},
        Refused{"2*30 deg", "m", "a length is wanted, this is an angle"},
        Refused{"30 deg", "1", "a number is wanted, this is an angle"},
        Refused{"0.05 m^99", "mm", "a length is wanted, this is a quantity in m^99"},
        Refused{"(0.05 m)^99", "mm", "a length is wanted, this is a quantity in m^99"},
        Refused{"1/(2 in)", "m", "a length is wanted, this is a reciprocal length"},
        Refused{"1 m + 1 s", "*", "a length and a time cannot be added"},
        Refused{"1 m + 1", "m", "a length and a number cannot be added"},
        Refused{"1 m - 30 deg", "m", "a length and an angle cannot be subtracted"},
        Refused{"1 m < 1 s", "*", "a length and a time cannot be compared"},
        Refused{"min(L, M)", "m", "a length and a mass cannot be compared"},
        Refused{"n ? L : M", "m", "a length and a mass cannot be the two branches of '?'"},
        Refused{"hypot(L, M)", "m", "cannot be the arguments of hypot"},
        Refused{"atan2(L, M)", "rad", "cannot be the arguments of atan2"},
        Refused{"M", "m", "this is a mass"}, Refused{"2*M", "m", "a length is wanted, this is a mass"},
        Refused{"L*W", "m", "this is an area"}, Refused{"L/W", "m", "a length is wanted, this is a number"},
        Refused{"sqrt(L)", "m", "a length is wanted, this is a quantity in m^0.5"},
        Refused{"sin(L)", "1", "sin wants an angle or a number, this is a length"},
        Refused{"exp(1 s)", "1", "exp wants"},
        Refused{"asin(30 deg)", "rad", "asin wants a number, this is an angle"},
        Refused{"floor(L)", "m", "floor wants"}, Refused{"2^L", "1", "the exponent of a power is a length"},
        Refused{"asin(W/L)", "m", "a length is wanted, this is an angle"},
        Refused{"2*50 Hz", "rad/s", "counts turns"}, Refused{"1/2 kHz", "rad/s", "counts turns"},
        Refused{"3 kg", "rad|m", "an angle or a length is wanted, this is a mass"},
        Refused{"3 kg", "N m2", "a quantity in N m2 is wanted, this is a mass"}));

// Files were written so before dimensions were checked.
TEST(Quantities, ABareNumberMayStandForAQuantityInSi) {
  const ParameterScope scope = sampleScope();
  for (const auto& [text, wanted, value] :
       {Accepted{"500*L*W", "kg", 12.5}, Accepted{"L + 0.05", "m", 0.3}, Accepted{"M*0.01", "kg m2", 0.02},
        Accepted{"2*sin(phi)", "m", 1}, Accepted{"0.2*sin(30 deg)", "m", 0.1}}) {
    const auto read = readQuantity(text, wanted, scope);
    ASSERT_TRUE(read) << read.error();
    EXPECT_NEAR(read->value, value, 1e-14) << text;
    EXPECT_THAT(read->doubt, HasSubstr("taken in SI")) << text;
  }
}

TEST(Quantities, BareNumbersTakeTheUnitOfTheField) {
  const ParameterScope none;
  EXPECT_NEAR(*evaluateQuantity("1/2", "in", none, "in"), 0.0127, 1e-17);
  EXPECT_NEAR(*evaluateQuantity("1 + 1/2", "in", none, "in"), 0.0381, 1e-16);
  EXPECT_EQ(*evaluateQuantity("9", "mm", none, "mm"), 0.009);
  EXPECT_EQ(*evaluateQuantity("2*5 kg", "kg", none, "g"), 10);
  EXPECT_EQ(withPlainUnit("1/2", "in"), "1/2 in");
  EXPECT_EQ(withPlainUnit(" 5 ", "mm"), "5 mm");
  EXPECT_EQ(withPlainUnit("1 + 2", "in"), "(1 + 2) in");
  EXPECT_EQ(withPlainUnit("2*L", "in"), "2*L");
  EXPECT_EQ(withPlainUnit("5 mm", "in"), "5 mm");
  EXPECT_EQ(withPlainUnit("1 +", "in"), "1 +");
  EXPECT_EQ(withPlainUnit("3", "1"), "3");
  for (const char* text : {"1/2", "1 + 1/2", "2*3", "-1/8", "sqrt(2)", "pi/4", "2 > 1 ? 3 : 4", "1/3/5"})
    EXPECT_NEAR(*evaluateQuantity(withPlainUnit(text, "in"), "in", none),
                0.0254 * *evaluateQuantity(text, "1", none), 1e-16)
        << text;
}

TEST(Quantities, AnInchDocumentShowsDensitiesAndAccelerationsInInches) {
  UnitChoice inches;
  inches.length = LengthUnit::in;
  EXPECT_EQ(findShownUnit("kg/m3", inches).name, "lb/in3");
  EXPECT_NEAR(7850 / findShownUnit("kg/m3", inches).factor, 0.28360, 5e-6);  // steel
  EXPECT_EQ(findShownUnit("m/s2", inches), (ShownUnit{"in/s2", 0.0254}));
  EXPECT_EQ(findShownUnit("kg/m3", UnitChoice()).name, "kg/m3");
}

// ---- the random texts

using Exponents = std::array<double, 4>;  // m, kg, s, rad

struct Term {
  std::string text;
  double value = 0;
  bool isBare = true;    // no unit anywhere
  bool hasBare = false;  // a number without unit in it
  Exponents of{};
  bool contradicts = false;
  bool hasZero = false;  // a bare one, which fits everything

  bool isPure() const { return of[0] == 0 && of[1] == 0 && of[2] == 0; }
};

class TermMaker {
 public:
  explicit TermMaker(unsigned seed) : random_(seed) {}

  Term make(int depth) {
    if (depth == 0) return leaf();
    switch (pick(9)) {
      case 0:
      case 1:
        return sum(make(depth - 1), make(depth - 1), pick(2) == 0);
      case 2:
      case 3:
        return product(make(depth - 1), make(depth - 1));
      case 4:
        return quotient(make(depth - 1), make(depth - 1));
      case 5:
        return power(make(depth - 1), 1 + pick(3));
      case 6:
        return root(make(depth - 1));
      case 7:
        return sine(make(depth - 1));
      default:
        return least(make(depth - 1), make(depth - 1));
    }
  }

 private:
  struct NamedUnit {
    const char* text;
    double factor;
    Exponents of;
  };
  static constexpr std::array<NamedUnit, 14> kUnits{{{"mm", 1e-3, {1, 0, 0, 0}},
                                                     {"in", 0.0254, {1, 0, 0, 0}},
                                                     {"ft", 0.3048, {1, 0, 0, 0}},
                                                     {"kg", 1, {0, 1, 0, 0}},
                                                     {"lb", 0.45359237, {0, 1, 0, 0}},
                                                     {"ms", 1e-3, {0, 0, 1, 0}},
                                                     {"deg", pi / 180, {0, 0, 0, 1}},
                                                     {"rpm", pi / 30, {0, 0, -1, 1}},
                                                     {"kN", 1e3, {1, 1, -2, 0}},
                                                     {"lbf", 4.4482216152605, {1, 1, -2, 0}},
                                                     {"N m/rad", 1, {2, 1, -2, -1}},
                                                     {"kg/m3", 1, {-3, 1, 0, 0}},
                                                     {"in/s2", 0.0254, {1, 0, -2, 0}},
                                                     {"psi", 6894.757293168361, {-1, 1, -2, 0}}}};

  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  // "3", "3 mm" or "1/3*2/5 mm": a chain of numbers with one unit behind all of them.
  Term leaf() {
    Term made;
    const int links = pick(3);
    made.value = 1 + pick(9);
    made.text = fmt::format("{:g}", made.value);
    for (int i = 0; i < links; ++i) {
      const int number = 1 + pick(9);
      const bool divides = pick(2) == 0;
      made.text += fmt::format("{}{}", divides ? "/" : "*", number);
      made.value = divides ? made.value / number : made.value * number;
    }
    made.hasBare = true;
    // A product of several numbers keeps those that the unit does not reach, which is the last run of
    // quotients.
    if (pick(4) != 0) {
      const NamedUnit& unit = kUnits[static_cast<std::size_t>(pick(static_cast<int>(kUnits.size())))];
      const auto star = made.text.rfind('*');
      made.hasBare = star != std::string::npos;
      made.text += std::string(" ") + unit.text;
      made.value *= unit.factor;
      made.of = unit.of;
      made.isBare = false;
    }
    made.text = "(" + made.text + ")";
    return made;
  }

  static void join(Term& made, const Term& a, const Term& b) {
    made.contradicts = a.contradicts || b.contradicts;
    made.isBare = a.isBare && b.isBare;
    made.hasBare = a.hasBare || b.hasBare;
    made.hasZero = a.hasZero || b.hasZero || (made.isBare && made.value == 0);
  }

  // Of both sides of a sum or comparison.
  static void merge(Term& made, const Term& a, const Term& b) {
    join(made, a, b);
    const bool same = a.of[0] == b.of[0] && a.of[1] == b.of[1] && a.of[2] == b.of[2];
    made.contradicts = made.contradicts || !same;
    made.of = a.of;
    if (same && a.isPure() && a.of[3] != b.of[3]) {
      const auto isSmall = [](double e) { return e == 0 || e == 1; };
      made.of[3] = isSmall(a.of[3]) && isSmall(b.of[3]) ? 1 : 0;
    }
  }

  static Term sum(const Term& a, const Term& b, bool plus) {
    Term made{fmt::format("({} {} {})", a.text, plus ? "+" : "-", b.text),
              plus ? a.value + b.value : a.value - b.value};
    merge(made, a, b);
    return made;
  }
  static Term least(const Term& a, const Term& b) {
    Term made{fmt::format("min({}, {})", a.text, b.text), std::min(a.value, b.value)};
    merge(made, a, b);
    return made;
  }
  static Term product(const Term& a, const Term& b) {
    Term made{fmt::format("({}*{})", a.text, b.text), a.value * b.value};
    join(made, a, b);
    for (std::size_t i = 0; i < 4; ++i) made.of[i] = a.of[i] + b.of[i];
    return made;
  }
  static Term quotient(const Term& a, const Term& b) {
    Term made{fmt::format("({}/{})", a.text, b.text), a.value / b.value};
    join(made, a, b);
    for (std::size_t i = 0; i < 4; ++i) made.of[i] = a.of[i] - b.of[i];
    return made;
  }
  static Term power(const Term& a, int n) {
    Term made = a;
    made.text = fmt::format("({})^{}", a.text, n);
    made.value = std::pow(a.value, n);
    for (double& e : made.of) e *= n;
    return made;
  }
  static Term root(const Term& a) {
    Term made = a;
    made.text = fmt::format("sqrt(abs({}))", a.text);
    made.value = std::sqrt(std::abs(a.value));
    for (double& e : made.of) e /= 2;
    return made;
  }
  static Term sine(const Term& a) {
    Term made = a;
    made.text = fmt::format("sin({})", a.text);
    made.value = std::sin(a.value);
    made.contradicts = a.contradicts || !a.isPure();
    made.of = {};
    return made;
  }

  std::mt19937 random_;
};

TEST(Quantities, TenThousandRandomTextsHaveTheirValueAndDimensionOrAreRefused) {
  constexpr std::array<std::pair<const char*, Exponents>, 4> kWanted{
      {{"m", {1, 0, 0, 0}}, {"kg", {0, 1, 0, 0}}, {"rad", {0, 0, 0, 1}}, {"1", {0, 0, 0, 0}}}};
  TermMaker maker(20261128);
  const ParameterScope none;
  int accepted = 0, refused = 0;
  for (int i = 0; i < 10'000; ++i) {
    const Term term = maker.make(i % 4);
    if (term.hasZero || !std::isfinite(term.value) || std::abs(term.value) < 1e-9 ||
        std::abs(term.value) > 1e9)
      continue;
    const auto any = readQuantity(term.text, "*", none);
    ASSERT_EQ(any.has_value(), !term.contradicts) << term.text << (any ? "" : any.error());
    if (any) {
      EXPECT_NEAR(any->value, term.value, 1e-9 * std::abs(term.value)) << term.text;
      ASSERT_EQ(any->measure.isBare(), term.isBare) << term.text;
      for (std::size_t e = 0; e < 4 && !term.isBare; ++e)
        ASSERT_NEAR(any->measure.dimension.exponent[e], term.of[e], 1e-9) << term.text;
    }
    const auto& [unit, wanted] = kWanted[static_cast<std::size_t>(i) % kWanted.size()];
    const bool isMechanical = wanted[0] != 0 || wanted[1] != 0;
    const bool sameMechanics = term.of[0] == wanted[0] && term.of[1] == wanted[1] && term.of[2] == wanted[2];
    const bool sameAngle = isMechanical || term.of[3] == wanted[3] || (term.of[3] == 0 && wanted[3] == 1);
    const bool isNumber = term.of == Exponents{};
    const bool fits = term.isBare || (sameMechanics && sameAngle) || (isNumber && term.hasBare);
    const auto read = readQuantity(term.text, unit, none);
    ASSERT_EQ(read.has_value(), fits && !term.contradicts) << term.text << " as " << unit;
    ++(read ? accepted : refused);
  }
  EXPECT_GT(accepted, 1000);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace clank
