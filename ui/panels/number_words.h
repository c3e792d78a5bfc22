// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/look/shown_units.h"

namespace clank {

// "0.4864 -> 0.2445 J" with a real arrow, in the unit shown for this SI unit.
QString writeChange(double before, double after, const QString& si, int digits = 0);
// With the unit's prefix that leaves one to three digits before the point: "53.4 \u00b5s", "4213 N", "12.5
// kN".
QString toPrefixed(double value, const QString& unit, int digits = 0);
// A power of ten with one digit: "3\u00d710\u207b\u00b9\u00b3".
QString toMagnitude(double value);

}  // namespace clank
