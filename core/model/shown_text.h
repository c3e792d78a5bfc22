// SPDX-License-Identifier: GPL-3.0-or-later
// Quantities in texts for people, in the units and digits that a document has chosen: the one place that
// knows how they are written, for window, report and messages. UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "core/model/unit_choice.h"

namespace clank {

// Between a number and its unit: thin, and no line breaks there.
inline constexpr const char* kThinSpace = "\u202f";

// A unit as it is written: "m/s\u00b2" for "m/s2", "N/m\u00b9\u22c5\u2075" for "N/m^1.5", "\u00b0" for "deg",
// nothing for "1".
std::string writeUnitName(std::string_view unit);

// "-3e-08" as people write it: a true minus sign, "\u22123\u00d710\u207b\u2078".
std::string writePower(std::string number);

// Significant digits of a number that has `usual` of them where the document has four, more or fewer with
// it; 0: the document's.
int countDigits(const UnitChoice& choice, int usual = 0);

// A number that has no unit, or stands beside it.
std::string writeShownNumber(double value, const UnitChoice& choice, int usual = 0);

// A number beside the name of its unit, both as they are written: a degree sign stands close.
std::string joinUnit(const std::string& number, const std::string& unit);

// A value in SI with its unit: 0.25 with "m" as "250 mm".
std::string writeShownText(double value, std::string_view si, const UnitChoice& choice, int usual = 0);

}  // namespace clank
