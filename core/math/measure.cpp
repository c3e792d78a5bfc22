// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/units.h"

namespace clank {

namespace {

constexpr double kNoConstant = std::numeric_limits<double>::quiet_NaN();

Measure bareMeasure(double constant) {
  return {Measure::Kind::bare, {}, constant};
}

// Whole numbers below 100 count things; 500 or 0.02 may be a quantity in SI.
bool isCount(double value) {
  constexpr double kMostCounted = 100;
  return value == std::round(value) && std::abs(value) < kMostCounted;
}

}  // namespace

Measure Measure::ofUnit(std::string_view text) {
  if (text.empty()) return open();
  const auto unit = findUnit(text);
  return unit ? known(unit->dimension) : open();
}

Measure DimensionCheck::ofNumber(double value) const {
  Measure number = bareMeasure(value);
  const bool mayBeSi =
      bare_ == BareNumbers::anything || (bare_ == BareNumbers::sometimesSi && !isCount(value));
  if (mayBeSi && value != 0) number.kind = Measure::Kind::open;
  return number;
}

// A number, but in the law "sin(pi*t)" it is per second.
Measure DimensionCheck::ofPi() const {
  Measure pi = ofCount(std::numbers::pi);
  if (bare_ == BareNumbers::anything) pi.kind = Measure::Kind::open;
  return pi;
}

Measure DimensionCheck::ofSlot(int slot) {
  return ofSlot_ ? ofSlot_(slot) : Measure::open();
}

Measure DimensionCheck::fail(std::string what) {
  if (conflict.empty()) conflict = std::move(what);
  return Measure::open();
}

Measure DimensionCheck::merge(const Measure& a, const Measure& b, std::string_view words) {
  if (a.isOpen() || b.isOpen()) return a.isKnown() ? a : b.isKnown() ? b : Measure::open();
  if (a.isBare() && b.isBare()) return bareMeasure(kNoConstant);
  if (a.isBare() || b.isBare()) {
    const Measure& bare = a.isBare() ? a : b;
    const Measure& known = a.isBare() ? b : a;
    if (bare_ != BareNumbers::numbers || bare.constant == 0) return Measure::known(known.dimension);
  }
  if (!isSameMechanics(a.dimension, b.dimension))
    return fail(fmt::format("{} and {} {}", nameDimension(a.dimension), nameDimension(b.dimension), words));
  if (a.dimension.isMechanical() || a.dimension == b.dimension) return Measure::known(a.dimension);
  const bool isAngle = fits(a.dimension, kAngleDimension) && fits(b.dimension, kAngleDimension);
  return Measure::known(isAngle ? kAngleDimension : Dimension());
}

Measure DimensionCheck::sum(const Measure& a, const Measure& b, double sign) {
  Measure made = merge(a, b, sign > 0 ? "cannot be added" : "cannot be subtracted");
  made.constant = a.constant + sign * b.constant;
  return made;
}

Measure DimensionCheck::product(const Measure& a, const Measure& b, double times) {
  const double constant = times > 0 ? a.constant * b.constant : a.constant / b.constant;
  if (a.isOpen() || b.isOpen()) return {Measure::Kind::open, {}, constant};
  if (a.isBare() && b.isBare()) return bareMeasure(constant);
  return Measure::known(multiply(a.dimension, b.dimension, times));
}

// The exponent of what has a dimension must be known, or so is nothing.
Measure DimensionCheck::power(const Measure& a, const Measure& b) {
  if (b.isKnown() && (b.dimension.isMechanical() || b.dimension.angle() != 0))
    return fail(fmt::format("the exponent of a power is {}, not a number", nameDimension(b.dimension)));
  if (a.isOpen()) return Measure::open();
  if (a.isBare()) return b.isBare() ? bareMeasure(std::pow(a.constant, b.constant)) : Measure::known({});
  if (a.dimension == Dimension()) return a;
  return std::isfinite(b.constant) ? Measure::known(raise(a.dimension, b.constant)) : Measure::open();
}

Measure DimensionCheck::root(const Measure& a, double degree) {
  return a.isKnown() ? Measure::known(raise(a.dimension, 1 / degree)) : Measure{a.kind, {}, kNoConstant};
}

Measure DimensionCheck::takeNumber(const Measure& a, std::string_view name, bool orAngle) {
  const bool isRight = !a.isKnown() || (orAngle ? !a.dimension.isMechanical() : a.dimension == Dimension());
  if (!isRight)
    return fail(fmt::format("{} wants {}, this is {}", name, orAngle ? "an angle or a number" : "a number",
                            nameDimension(a.dimension)));
  return a.isBare() ? bareMeasure(kNoConstant) : Measure::known({});
}

// floor, ceil: of what they round.
Measure DimensionCheck::round(const Measure& a, std::string_view name) {
  const Measure taken = takeNumber(a, name, true);
  return taken.isOpen() ? taken : a;
}

Measure DimensionCheck::giveTruth(std::span<const Measure> of) {
  const bool isBare = std::all_of(of.begin(), of.end(), [](const Measure& m) { return m.isBare(); });
  return isBare ? bareMeasure(kNoConstant) : Measure::known({});
}

}  // namespace clank
