// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/dimension.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace clank {

namespace {

constexpr double kSameExponent = 1e-9;  // a third of a power of three is one again but for rounding

struct NamedDimension {
  Dimension dimension;
  std::string_view name;
};

constexpr std::array kNamedDimensions{
    NamedDimension{{{0, 0, 0, 0}}, "a number"},
    NamedDimension{{{1, 0, 0, 0}}, "a length"},
    NamedDimension{{{2, 0, 0, 0}}, "an area"},
    NamedDimension{{{3, 0, 0, 0}}, "a volume"},
    NamedDimension{{{4, 0, 0, 0}}, "a second moment of area"},
    NamedDimension{{{-1, 0, 0, 0}}, "a reciprocal length"},
    NamedDimension{{{0, 1, 0, 0}}, "a mass"},
    NamedDimension{{{0, 0, 1, 0}}, "a time"},
    NamedDimension{{{0, 0, 0, 1}}, "an angle"},
    NamedDimension{{{0, 0, -1, 0}}, "a frequency"},
    NamedDimension{{{0, 0, -1, 1}}, "an angular velocity"},
    NamedDimension{{{0, 0, -2, 1}}, "an angular acceleration"},
    NamedDimension{{{1, 0, -1, 0}}, "a speed"},
    NamedDimension{{{1, 0, -2, 0}}, "an acceleration"},
    NamedDimension{{{-3, 1, 0, 0}}, "a density"},
    NamedDimension{{{2, 1, 0, 0}}, "a moment of inertia"},
    NamedDimension{{{1, 1, -1, 0}}, "an impulse"},
    NamedDimension{{{1, 1, -2, 0}}, "a force"},
    NamedDimension{{{2, 1, -2, 0}}, "a moment or an energy"},
    NamedDimension{{{2, 1, -3, 0}}, "a power"},
    NamedDimension{{{-1, 1, -2, 0}}, "a pressure"},
    NamedDimension{{{0, 1, -2, 0}}, "a stiffness (N/m)"},
    NamedDimension{{{2, 1, -2, -1}}, "a stiffness (N m/rad)"},
    NamedDimension{{{0, 1, -1, 0}}, "a damping (N s/m)"},
    NamedDimension{{{2, 1, -1, -1}}, "a damping (N m s/rad)"},
};

bool isSame(double a, double b) {
  return std::abs(a - b) < kSameExponent;
}

bool isSameDimension(const Dimension& a, const Dimension& b) {
  return isSameMechanics(a, b) && isSame(a.angle(), b.angle());
}

// "kg m/s2" of the exponents; 1/s where nothing is above the line.
std::string writeBaseUnits(const Dimension& dimension) {
  constexpr std::array<std::string_view, 4> kBase{"m", "kg", "s", "rad"};
  std::string above, below;
  for (std::size_t i = 0; i < kBase.size(); ++i) {
    const double exponent = dimension.exponent[i], size = std::abs(exponent);
    if (isSame(exponent, 0)) continue;
    const bool isDigit = isSame(size, std::round(size)) && size < 10;
    const std::string power = isSame(size, 1) ? "" : fmt::format("{}{:.3g}", isDigit ? "" : "^", size);
    if (exponent > 0) above += fmt::format("{}{}{}", above.empty() ? "" : " ", kBase[i], power);
    if (exponent < 0) below += fmt::format("/{}{}", kBase[i], power);
  }
  return (above.empty() ? "1" : above) + below;
}

}  // namespace

Dimension multiply(const Dimension& a, const Dimension& b, double times) {
  Dimension product = a;
  for (std::size_t i = 0; i < product.exponent.size(); ++i) {
    double& exponent = product.exponent[i];
    exponent += times * b.exponent[i];
    if (isSame(exponent, std::round(exponent))) exponent = std::round(exponent);
  }
  return product;
}

Dimension raise(const Dimension& a, double exponent) {
  return multiply({}, a, exponent);
}

bool isSameMechanics(const Dimension& a, const Dimension& b) {
  return isSame(a.exponent[0], b.exponent[0]) && isSame(a.exponent[1], b.exponent[1]) &&
         isSame(a.exponent[2], b.exponent[2]);
}

bool fits(const Dimension& found, const Dimension& wanted) {
  if (!isSameMechanics(found, wanted)) return false;
  if (wanted.isMechanical() || isSame(found.angle(), wanted.angle())) return true;
  return isSame(found.angle(), 0) && isSame(wanted.angle(), 1);
}

std::string nameDimension(const Dimension& dimension) {
  for (const NamedDimension& known : kNamedDimensions)
    if (isSameDimension(known.dimension, dimension)) return std::string(known.name);
  return "a quantity in " + writeBaseUnits(dimension);
}

}  // namespace clank
