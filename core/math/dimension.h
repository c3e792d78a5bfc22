// SPDX-License-Identifier: GPL-3.0-or-later
// What sort of quantity a number is: the exponents of length, mass, time and angle.
#pragma once

#include <array>
#include <string>

namespace clank {

// Exponents of metre, kilogram, second and radian. Whole in units; a root has halves or thirds.
struct Dimension {
  std::array<double, 4> exponent{0, 0, 0, 0};

  bool isMechanical() const { return exponent[0] != 0 || exponent[1] != 0 || exponent[2] != 0; }
  double angle() const { return exponent[3]; }
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

constexpr Dimension kAngleDimension{{0, 0, 0, 1}};

// The dimension of a product with b^times.
Dimension multiply(const Dimension& a, const Dimension& b, double times = 1);
Dimension raise(const Dimension& a, double exponent);

// The same exponents of length, mass and time.
bool isSameMechanics(const Dimension& a, const Dimension& b);

// Whether a value of one dimension may stand where another is wanted. An angle is no number and no length;
// but in what has length, mass or time the radian is one, as mechanics has it: N m/rad is N m, and m rad an
// arc in m. A number may stand for an angle: it is in rad.
bool fits(const Dimension& found, const Dimension& wanted);

// "a length", "a mass", "a quantity in kg/s3".
std::string nameDimension(const Dimension& dimension);

}  // namespace clank
