// SPDX-License-Identifier: GPL-3.0-or-later
// What counts where a field is empty: the value of a material, a position as drawn.
#pragma once

#include <QString>

#include "core/model/mechanism.h"
#include "ui/document/properties.h"

namespace clank {

// "2.1e11 (steel)"; "as drawn"; "none" where nothing takes its place. The value is in the unit
// that is shown for the property. shown: the mechanism with its values.
QString tellTaken(const Mechanism& shown, const Property& property);

}  // namespace clank
