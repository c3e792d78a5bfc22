// SPDX-License-Identifier: GPL-3.0-or-later
// Quantities in texts for people, in the units that a document has chosen. UTF-8.
#pragma once

#include <string>

#include "core/model/unit_choice.h"

namespace clank {

// A unit as it is written: "m/s\u00b2" for "m/s2", "\u00b0" for "deg", nothing for "1".
std::string writeUnitName(std::string_view unit);

// A value in SI with its unit after a thin space: "250 mm". digits: significant ones at most.
std::string writeShownText(double value, std::string_view si, const UnitChoice& choice, int digits);

}  // namespace clank
