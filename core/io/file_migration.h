// SPDX-License-Identifier: GPL-3.0-or-later
// What files of an older version say, as this one says it.
#pragma once

#include "core/model/mechanism.h"

namespace clank {

// Version 1 has a surface within each contact with it. Here it is one of the surfaces of the mechanism, once
// where several contacts have the same: contact "c" gives it the id c_surface. One that nothing meets is no
// contact any more, and the surface takes its id. The motion is the same.
void moveSurfacesOut(Mechanism& mechanism);

// Links that bend and say no basis are clamped at their start in version 1.
void keepBases(Mechanism& mechanism);

}  // namespace clank
