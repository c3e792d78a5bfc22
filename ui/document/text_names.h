// SPDX-License-Identifier: GPL-3.0-or-later
// Names in the texts of quantities and laws.
#pragma once

#include <string>
#include <string_view>

namespace clank {

// Is the text of a quantity in this unit an expression that needs parameters?
bool isOfParameters(const std::string& text, const std::string& unit);

// The expression with one name replaced where it stands as a name: "2*L1 + L10 mm", L1 -> a gives "2*a + L10
// mm". One with dots is one name, and what it begins with is as well: "plate.tip.x", plate.tip -> plate.end
// gives "plate.end.x".
std::string replaceName(std::string_view expression, std::string_view from, std::string_view to);

}  // namespace clank
