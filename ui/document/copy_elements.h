// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of parts under a plane motion. Pure, on a copy of the drawing inside MechanismDocument::edit().
#pragma once

#include <string>
#include <vector>

#include "ui/document/copy_image.h"
#include "ui/document/copy_motion.h"
#include "ui/document/element.h"

namespace clank {

// The elements with all that hangs on them: what joins them to other parts or to the frame, what acts on
// them, their surfaces and traces.
std::vector<ElementId> withConnections(const Mechanism& mechanism, const std::vector<ElementId>& elements);

// Puts the image of elements at the end. Returns the copies, in the order of the lists. alike: they stay
// alike.
std::vector<ElementId> copyElements(Mechanism& mechanism, const std::string& caseId,
                                    const std::vector<ElementId>& elements, const CopyMotion& motion,
                                    bool alike);

}  // namespace clank
