// SPDX-License-Identifier: GPL-3.0-or-later
// From SI to what people read: the one place where the window takes a document's choice of units.
#pragma once

#include <QString>

#include "core/model/unit_choice.h"

namespace clank {

// That of the document in the window that is used. Whoever draws reads it when it draws.
const UnitChoice& unitChoice();
void setUnitChoice(const UnitChoice& choice);
int shownDigits();

// The unit for a quantity with this SI unit ("m", "m/s2", "N m").
ShownUnit shownUnit(const QString& si);
// A unit as it is written: "mm", "\u00b0", "m/s\u00b2", "kg m\u00b2".
QString writeUnit(const std::string& unit);
// A number with its unit as it is written, "2 cm2" as "2 cm\u00b2"; any other text as it is. And what is
// written by the functions below as files have it and people type it: "\u22123\u00d710\u207b\u2078\u202fm"
// as "-3e-8 m".
QString raisePowers(const QString& text);
QString toTyped(QString text);
// A number beside its unit, both as they are written.
QString joinUnit(const QString& number, const QString& unit);
// Unit in force and its name at once, for headings: "m" gives "mm".
QString writeShownUnit(const QString& si);
// 0.25 with "m": "250 mm". digits: where the document has four, and more or fewer with it; 0: the document's.
QString writeShown(double value, const QString& si, int digits = 0);
// A number for people: significant digits as above, a true minus sign, "3\u00d710\u207b\u2078".
QString writeNumber(double value, int digits = 0);
// A message of the core, its quantities in the units of the document.
QString tellQuantities(const std::string& message);
QString writePower(const QString& number);  // "3e-08" as people write it

}  // namespace clank
