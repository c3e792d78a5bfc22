// SPDX-License-Identifier: GPL-3.0-or-later
// Making a bar bend and stiff again, and what its section and material come to.
#pragma once

#include <QString>
#include <string>

#include "core/model/mechanism.h"

namespace clank {

// Bars; no discs, no plates.
bool canBend(const Body& body);
// A round bar of steel, as thick as the rod that it was; without one, as takeRod (body_mass.h) has it.
// pointer: of the body, "/bodies/2". shown: the mechanism with its values.
void makeFlexible(Mechanism& drawn, const Mechanism& shown, const std::string& pointer);
// A rigid rod of the same section and material.
void makeRigid(Mechanism& drawn, const Mechanism& shown, const std::string& pointer);
// "1.2 kg; 12.3 Hz and 4.5 mm of sag by its own weight when clamped at its start". resolved: with values.
QString describeBending(const Body& resolved, double gravity);

}  // namespace clank
