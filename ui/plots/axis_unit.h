// SPDX-License-Identifier: GPL-3.0-or-later
// The unit along an axis.
#pragma once

#include <QString>

#include "ui/look/shown_units.h"

namespace clank {

// That leaves one to three digits of the greatest number; lengths that are not tiny, and angles, as they are
// shown elsewhere.
// most: size of that number, in SI. unit: of SI.
ShownUnit findAxisUnit(double most, const QString& unit);

}  // namespace clank
