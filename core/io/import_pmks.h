// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms of PMKS+ (files .pmks, or the link that it shares) as ours.
#pragma once

#include <string_view>

#include "core/io/imported_mechanism.h"
#include "core/support/result.h"

namespace clank {

// The text has fields between points: flags, scale, speed and time step, units, then joints, links and
// forces, each list ended by an empty field, what was selected, and a check character for the length. Numbers
// are whole thousandths to the base 64 (0-9, A-Z, a-z, _, -), with a 0 before what is negative. Older links
// (pmks_drawing.h) have lists of plain numbers. Pins, grounded pins, sliders, links with their masses, the
// input with its speed, forces and traced joints are taken; what is left out stands in the notes. Fails with
// the field and the reason.
Result<ImportedMechanism> importPmks(std::string_view text);

}  // namespace clank
