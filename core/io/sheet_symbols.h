// SPDX-License-Identifier: GPL-3.0-or-later
// Symbols of textbooks (ISO 3952) as paths. Lengths in m, angles in rad.
#pragma once

#include "core/io/sheet.h"

namespace clank {

// A bearing of the frame: a triangle below a point, on hatched ground.
void addGroundBearing(Sheet& sheet, Corner at);
// Strokes to the right of a line, of what is fixed behind it.
void addHatch(Sheet& sheet, SheetLayer layer, Corner from, Corner to);
void addArrow(Sheet& sheet, SheetLayer layer, Corner from, Corner to);
// About a point from an angle by a sweep, with a head at its end.
void addTurnArrow(Sheet& sheet, SheetLayer layer, Corner center, double radius, double begin, double sweep);
void addSpring(Sheet& sheet, Corner from, Corner to);
void addDamper(Sheet& sheet, Corner from, Corner to);
void addSpiral(Sheet& sheet, Corner center);
// A barrel of a length (m) from one eye, and the rod out of it to the other.
void addCylinder(Sheet& sheet, Corner from, Corner to, double barrel);
// On a joint whose coordinate is held.
void addLock(Sheet& sheet, Corner at);

}  // namespace clank
