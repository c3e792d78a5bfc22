// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms of the program Linkage (files .linkage2) as ours.
#pragma once

#include <string_view>

#include "core/io/import_mechanism.h"

namespace clank {

// Links with two or more connectors become bars and plates, connectors become pins, sliders slots, anchors
// pins on the frame, inputs drives, drawing connectors traces. Lengths: the file counts 96 units to the inch,
// and its program calls 24.5 mm an inch; so they come out as it shows them. A positive rpm turns clockwise.
// Fails with line and reason.
Result<ImportedMechanism> importLinkage(std::string_view xml);

}  // namespace clank
