// SPDX-License-Identifier: GPL-3.0-or-later
// A parameter without a unit that stands alone in a field of millimetres counts in metres, which nobody sees
// from the field: it is said.
#pragma once

#include <QString>

#include "core/model/mechanism.h"
#include "ui/document/properties.h"

namespace clank {

// "r has no unit: it counts in m"; empty where a unit is named in the text or comes with one of its
// parameters, and where numbers of the property are shown in SI anyway.
QString tellUnitless(const Mechanism& drawn, const Property& property);

}  // namespace clank
