// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/unit_choice.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/math/units.h"

namespace clank {

namespace {

ShownUnit findLengthUnit(LengthUnit unit) {
  switch (unit) {
    case LengthUnit::mm:
      return {"mm", 1e-3};
    case LengthUnit::cm:
      return {"cm", 1e-2};
    case LengthUnit::in:
      return {"in", 0.0254};
    case LengthUnit::m:
      break;
  }
  return {"m", 1};
}

}  // namespace

ShownUnit findShownUnit(std::string_view si, const UnitChoice& choice) {
  const ShownUnit length = findLengthUnit(choice.length.value);
  if (si == "m") return length;
  if (si == "m2" || si == "m4") {
    const int power = si.back() - '0';
    return {length.name + si.back(), std::pow(length.factor, power)};
  }
  const bool inches = choice.length.value == LengthUnit::in;
  if (si == "m/s" && inches) return {"in/s", length.factor};
  if (si == "m/s2" && inches) return {"in/s2", length.factor};
  if (si == "kg/m3" && inches) return {"lb/in3", findUnit("lb/in3")->factor};
  if (si == "rad" && choice.angle.value == AngleUnit::deg) return {"deg", std::numbers::pi / 180};
  return {std::string(si), 1};
}

ShownUnit findShownUnit(double value, std::string_view si, const UnitChoice& choice) {
  const ShownUnit unit = findShownUnit(si, choice);
  return std::isfinite(value / unit.factor) ? unit : ShownUnit{std::string(si), 1};
}

Quantity makeTyped(double value, std::string_view si, const UnitChoice& choice, int digits) {
  const ShownUnit unit = findShownUnit(value, si, choice);
  Quantity quantity = value;
  quantity.text = fmt::format("{:.{}g} {}", value / unit.factor + 0.0, digits, unit.name);
  return quantity;
}

}  // namespace clank
