// SPDX-License-Identifier: GPL-3.0-or-later
// Units of measurement: "mm", "kg m2", "N m/rad", "rad/s". Everything inside the program is SI; units are
// read at the edges.
//
// A unit text is a product of atoms with whole exponents: atoms stand apart by blanks or a middle dot, "/"
// divides by the one atom after it, an exponent follows its atom ("m2", "m^2", "s^-1"). Atoms:
//   m km dm cm mm um in ft | kg g mg t lb oz | s ms us min h | rad mrad deg rev | rpm Hz kHz |
//   N mN kN MN lbf kgf | J mJ kJ | W mW kW | Pa kPa MPa GPa bar psi,
// and the signs for micrometre and degree.
// Hz counts periods and rad/s angle, but both are per second: 1 Hz reads as 1 rad/s.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/math/dimension.h"

namespace clank {

struct Unit {
  double factor = 1;  // value in SI = number * factor
  Dimension dimension;
};

// Reads a whole unit text; nothing when some part of it is not a unit. "1" and "" are the dimensionless unit.
std::optional<Unit> findUnit(std::string_view text);

// Length of the longest prefix of text that is a unit ("mm - 3" gives 2); 0 when there is none. Text is what
// follows a number in an expression: "/" belongs to the unit only without blanks around it and before an atom
// ("m/s + v", but not "m / s" nor "m/L1"), a name that merely starts like a unit ("mm2x", "max") is none, and
// neither is a function's name before its parenthesis ("min(").
std::size_t findUnitPrefix(std::string_view text);

// "; did you mean 'N m'?" of what is no unit but two written together, or nothing.
std::string suggestUnit(std::string_view word);

// number * unit.factor, rounded once where the factor is 1/10, 1/1000, ...: 9 mm give the double nearest to
// 0.009.
double toSi(double number, const Unit& unit);

}  // namespace clank
