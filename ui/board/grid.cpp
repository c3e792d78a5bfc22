// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/grid.h"

#include <cmath>
#include <numbers>

#include "ui/look/shown_units.h"

namespace clank {

namespace {

constexpr double kLabelled = 5;  // least distances of minor lines: room for a number, and always a multiple

// The least step of 1, 2 or 5 times a power of ten that is no less than this, both in the unit of lengths.
double findRoundStep(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

}  // namespace

GridStep findGridStep(double pixelsPerMetre, double minPixels) {
  const double unit = shownUnit("m").factor;
  const double least = minPixels / pixelsPerMetre / unit;
  return {findRoundStep(least) * unit, findRoundStep(kLabelled * least) * unit};
}

namespace {

QString writeSigned(double value, int digits) {
  const QString text = QString::number(value, 'g', digits);
  return text.startsWith('-') ? QChar(0x2212) + text.mid(1) : text;
}

}  // namespace

QString writeLength(double metres, int digits) {
  constexpr double kNothing = 1e-12;  // m, of rounding; the mouse points to a nanometre
  if (std::abs(metres) < kNothing) metres = 0;
  return writeShown(metres, "m", digits);
}

QString writeAngle(double radians, int digits) {
  return writeShown(std::abs(radians) < 1e-11 ? 0 : radians, "rad", digits);
}

QString writeRulerMark(double metres, double step) {
  return writeSigned(std::round(metres / step) * (step / shownUnit("m").factor), 6);
}

}  // namespace clank
