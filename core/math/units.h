// SPDX-License-Identifier: GPL-3.0-or-later
// Units of measurement: "mm", "kg m2", "N m/rad", "rad/s". Everything inside the program is SI; units are read at the edges.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace clank {

// Exponents of metre, kilogram and second. The radian counts as dimensionless.
struct Dimension {
  std::array<int, 3> exponent{0, 0, 0};
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

struct Unit {
  double factor = 1;  // value in SI = number * factor
  Dimension dimension;
};

// Reads a whole unit text; nothing when some part of it is not a unit. "1" and "" are the dimensionless unit.
std::optional<Unit> findUnit(std::string_view text);

// Length of the longest prefix of text that is a unit ("mm - 3" gives 2); 0 when there is none.
std::size_t findUnitPrefix(std::string_view text);

}  // namespace clank
