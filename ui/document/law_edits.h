// SPDX-License-Identifier: GPL-3.0-or-later
// What a law of contact needs beside its name. Pure: they work on the copy inside MechanismDocument::edit().
#pragma once

#include <string>

#include "core/model/mechanism.h"

namespace clank {

// After the word at a pointer ("/joints/1/clearance/law", "/contacts/0/friction_law") was chosen: what the
// law cannot do without and nobody has given yet, so that it runs as it is. Steel where radii and materials
// make the stiffness, else a stiffness.
void completeLaw(Mechanism& mechanism, const std::string& pointer);

}  // namespace clank
