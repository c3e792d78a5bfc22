// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as text, independent of the locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace clank {

// Shortest text that reads back to the same double: "0.1", "250", "1e-10". Not finite: "nan", "inf", "-inf".
std::string toShortestText(double value);

// The number that a whole text spells ("0.8", "-1e-3"), or nothing; nan, inf, blanks and units are no
// numbers.
std::optional<double> readNumber(std::string_view text);

// Appends the shortest text that reads back to the same double, with an exponent where that is shorter; -0 as
// 0; nothing for a value that is not finite.
void appendFullNumber(std::string& out, double value);

}  // namespace clank
