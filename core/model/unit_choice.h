// SPDX-License-Identifier: GPL-3.0-or-later
// In which units, and with how many digits, a mechanism is shown to people. Files, channels and CSV stay SI.
#pragma once

#include <string>
#include <string_view>

#include "core/model/flexible_link.h"
#include "core/support/compiled_once.h"

namespace clank {

enum class LengthUnit { mm, cm, m, in };
enum class AngleUnit { deg, rad };

struct UnitChoice {
  Choice<LengthUnit> length = LengthUnit::mm;
  Choice<AngleUnit> angle = AngleUnit::deg;
  Quantity digits = 4;  // significant ones of a number that is shown
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(UnitChoice);
};

constexpr int kLeastDigits = 2, kMostDigits = 12;

struct ShownUnit {
  std::string name;   // "mm"
  double factor = 1;  // value in SI = number shown * factor
  friend bool operator==(const ShownUnit&, const ShownUnit&) = default;
};

// The unit in which a quantity with this SI unit is shown: lengths, areas, second moments of area and angles
// as chosen; with inches also velocities, accelerations and densities (lb/in3). Everything else, and rates of
// lengths in metres, in SI: a speed of 2 m/s says more than one of 2000 mm/s.
ShownUnit findShownUnit(std::string_view si, const UnitChoice& choice);

// The same for a value in SI; SI itself where the number in the chosen unit would leave the computer's range.
ShownUnit findShownUnit(double value, std::string_view si, const UnitChoice& choice);

// A value in SI as somebody would type it: 0.12 with "m" as "120 mm". digits: significant ones at most.
Quantity makeTyped(double value, std::string_view si, const UnitChoice& choice, int digits);

}  // namespace clank
