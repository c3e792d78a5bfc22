// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts of a resolved mechanism as pairs of bodies, and each pair as a circle against a piece of surface
// each.
#pragma once

#include "core/dynamics/system.h"

namespace clank {

// Appends them to a system that has its bodies. A contact with several bodies becomes as many pairs as there
// are of them that can touch: each with the surface, and each with each other but where a joint connects
// them.
void addContacts(const Mechanism& resolved, System& system);

}  // namespace clank
