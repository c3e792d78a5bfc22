// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/unit_choice.h"

#include <fmt/format.h>

#include <numbers>

namespace clank {

ShownUnit findShownUnit(std::string_view si, const UnitChoice& choice) {
  const bool inches = choice.length.value == LengthUnit::in;
  if (si == "m") {
    switch (choice.length.value) {
      case LengthUnit::mm:
        return {"mm", 1e-3};
      case LengthUnit::cm:
        return {"cm", 1e-2};
      case LengthUnit::in:
        return {"in", 0.0254};
      case LengthUnit::m:
        break;
    }
  }
  if (si == "m/s" && inches) return {"in/s", 0.0254};
  if (si == "m/s2" && inches) return {"in/s2", 0.0254};
  if (si == "rad" && choice.angle.value == AngleUnit::deg) return {"deg", std::numbers::pi / 180};
  return {std::string(si), 1};
}

Quantity makeTyped(double value, std::string_view si, const UnitChoice& choice, int digits) {
  const ShownUnit unit = findShownUnit(si, choice);
  Quantity quantity = value;
  quantity.text = fmt::format("{:.{}g} {}", value / unit.factor + 0.0, digits, unit.name);
  return quantity;
}

}  // namespace clank
