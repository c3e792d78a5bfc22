// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/grid.h"

#include <array>
#include <cmath>
#include <numbers>

namespace clank {
namespace {

struct Unit {
  const char* name;
  double metres;
};
constexpr std::array<Unit, 4> kUnits{{{"m", 1}, {"mm", 1e-3}, {"um", 1e-6}, {"nm", 1e-9}}};

// Metres from one metre on, else the largest unit that leaves a number of at least one.
const Unit& findUnit(double metres) {
  for (const Unit& unit : kUnits)
    if (std::abs(metres) >= 0.9999 * unit.metres) return unit;
  return kUnits[1];
}

// Marks are read in the same unit all along: that of a hundred steps.
const Unit& findRulerUnitOf(double step) {
  return findUnit(step * 0.999 < 0.1 ? step : 1.0);
}

}  // namespace

GridStep findGridStep(double pixelsPerMetre, double minPixels) {
  const double least = minPixels / pixelsPerMetre;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0})
    if (factor * power >= least * (1 - 1e-9))
      return {factor * power, (factor == 2 ? 5 : 10) * factor * power};
  return {10 * power, 100 * power};
}

QString writeLength(double metres, int digits) {
  constexpr double kNothing = 1e-12;  // m, of rounding; the mouse points to a nanometre
  if (std::abs(metres) < kNothing) return QStringLiteral("0 mm");
  const Unit& unit = findUnit(metres);
  return QString::number(metres / unit.metres, 'g', digits) + ' ' + unit.name;
}

QString writeAngle(double radians, int digits) {
  const double degrees = radians * 180 / std::numbers::pi;
  return QString::number(std::abs(degrees) < 1e-9 ? 0 : degrees, 'g', digits) + QStringLiteral("°");
}

QString writeRulerMark(double metres, double step) {
  return QString::number(std::round(metres / step) * (step / findRulerUnitOf(step).metres), 'g', 6);
}

QString findRulerUnit(double step) {
  return findRulerUnitOf(step).name;
}

}  // namespace clank
