// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms of the program Linkage (files .linkage2) as ours.
#pragma once

#include <string_view>

#include "core/io/imported_mechanism.h"
#include "core/support/result.h"

namespace clank {

// Links with two or more connectors become bars and plates, connectors become pins, sliders slots and arc
// tracks with stops, anchors pins on the frame, inputs drives, actuators telescopes or cylinders, gears
// discs, their ratios gear pairs and belts, what is fastened is welded, drawing connectors become traces.
// Lengths: the file counts 96 units to the inch of 25.4 mm, which early versions of the program show as 24.5
// mm: a file whose coordinates are whole millimetres so is read so. A positive rpm turns clockwise. What is
// left out or changed stands in the notes. Fails with line and reason.
Result<ImportedMechanism> importLinkage(std::string_view xml);

}  // namespace clank
