// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace clank {

// A number for people: so many significant digits, a true minus sign, no exponent where a few zeros do.
QString toWords(double value, int digits = 4);
// "0.4864 -> 0.2445 J" with a real arrow.
QString toWords(double before, double after, const QString& unit, int digits = 4);
// Zero for a speed (m/s, rad/s) that is only what rounding leaves.
double withoutNoise(double speed);
// With the unit's prefix that leaves one to three digits before the point: "53.4 \u00b5s", "4213 N", "12.5
// kN".
QString toPrefixed(double value, const QString& unit, int digits = 4);
// A power of ten with one digit: "3e-13".
QString toMagnitude(double value);

}  // namespace clank
