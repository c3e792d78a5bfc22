// SPDX-License-Identifier: GPL-3.0-or-later
// The dimension of an expression, found while it is compiled.
//
// A value is bare (computed from numbers without a unit: "2*pi"), known (it has a dimension, which may be
// that of a number: "L1/L2", "sin(30 deg)") or open (nothing is known of it, as of a parameter without a
// unit). A bare number that stands alone takes the unit of its field. In a product it is a number: 2*5 kg is
// a mass. Sums, comparisons, min, max, mod, hypot and both branches of a choice want one dimension; sqrt
// halves the exponents and cbrt divides them by three; sin, cos and tan want an angle or a number, asin,
// acos, atan and atan2 give an angle; other functions want a number. In sums a number counts as an angle in
// rad.
//
// Once a contradiction is found the value is open, so that only the first is reported.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/math/dimension.h"
#include "core/math/expression.h"
#include "core/support/result.h"

namespace clank {

class NameIndex;

struct Measure {
  enum class Kind { bare, known, open };
  Kind kind = Kind::bare;
  Dimension dimension{};                                       // of a known one
  double constant = std::numeric_limits<double>::quiet_NaN();  // of what is computed from numbers alone

  static Measure open() { return {Kind::open, {}}; }
  static Measure known(const Dimension& dimension) { return {Kind::known, dimension}; }
  // Of a unit; open when there is none, or the text is no unit.
  static Measure ofUnit(std::string_view unit);

  bool isKnown() const { return kind == Kind::known; }
  bool isBare() const { return kind == Kind::bare; }
  bool isOpen() const { return kind == Kind::open; }
};

// What bare numbers may be. As somebody writes "500*width*height" for a mass and means 500 kg/m2, older files
// do; whole numbers below 100 count things.
enum class BareNumbers {
  numbers,      // numbers
  sometimesSi,  // but in products, those that do not count, and in sums all, quantities in SI
  anything      // as in a law: 0.3*omega is a moment
};

class DimensionCheck {
 public:
  explicit DimensionCheck(BareNumbers bare, std::function<Measure(int slot)> measures = {})
      : bare_(bare), ofSlot_(std::move(measures)) {}

  // What an expression amounts to, once it is compiled, and what contradicts itself in it.
  Measure result;
  std::string conflict;
  bool hasUnit = false;        // a number with unit is in it
  bool hasBare = false;        // a number without unit is in it
  bool countsPeriods = false;  // it has Hz, and no pi that would make an angle of it

  // For the parser: what an operation makes of the measures that it takes.
  Measure ofNumber(double value) const;
  Measure ofPi() const;
  Measure ofSlot(int slot);
  static Measure ofCount(double value) { return {Measure::Kind::bare, {}, value}; }
  // words: "are compared"
  Measure merge(const Measure& a, const Measure& b, std::string_view words);
  Measure sum(const Measure& a, const Measure& b, double sign);
  Measure product(const Measure& a, const Measure& b, double times);  // a b^times
  Measure power(const Measure& a, const Measure& b);
  Measure root(const Measure& a, double degree);
  Measure takeNumber(const Measure& a, std::string_view name, bool orAngle);  // gives a number
  Measure round(const Measure& a, std::string_view name);
  Measure giveTruth(std::span<const Measure> of);

 private:
  Measure fail(std::string what);

  BareNumbers bare_;
  std::function<Measure(int)> ofSlot_;
};

// Expression::compile() that finds the dimension too.
Result<Expression> compileChecked(std::string_view text, const NameIndex& names, DimensionCheck& check);

}  // namespace clank
