// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as text, independent of the locale.
#pragma once

#include <cstddef>
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
// The same at a place with room for kNumberRoom characters; returns the end. Behind it something may stand.
inline constexpr std::size_t kLongestNumber = 24;  // "-2.2250738585072014e-308"
inline constexpr std::size_t kNumberRoom = 48;
char* putFullNumber(char* out, double value);

}  // namespace clank
