// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people would type them: what the mouse points at is no better than a nanometre.
#pragma once

#include <QPointF>
#include <cmath>
#include <numbers>
#include <string>

#include "core/model/body.h"

namespace clank {

// What lies beside a whole micrometre by a nanometre is meant to be on it: closing the joints of a drawing
// leaves that much.
inline Quantity makeNumber(double value) {
  constexpr double kLeft = 1.5e-9;
  const double whole = std::round(value * 1e6) / 1e6;
  return std::abs(value - whole) < kLeft ? whole + 0.0 : std::round(value * 1e9) / 1e9;
}
// With so many digits that count.
inline Quantity makeRound(double value, int digits) {
  if (!(std::abs(value) > 0)) return 0.0;
  const double decade = std::pow(10, digits - 1 - std::floor(std::log10(std::abs(value))));
  return std::round(value * decade) / decade;
}
// A round angle in degrees, any other in rad. Off it by so little that a metre does not tell, it is meant.
inline Quantity makeAngle(double value) {
  constexpr double kOfRound = 1e-9;  // rad
  const double degree = std::numbers::pi / 180, round = std::round(value / degree);
  Quantity angle = value;
  if (!(std::abs(value - round * degree) < kOfRound)) return angle;
  if (round == 0) return 0.0;
  angle.text = std::to_string(std::lround(round)) + " deg";
  return angle;
}
inline Point makePoint(QPointF p) {
  return {makeNumber(p.x()), makeNumber(p.y())};
}

}  // namespace clank
