// SPDX-License-Identifier: GPL-3.0-or-later
// The image of parts under a plane motion, as elements of their own: what a copy of them has to be.
#pragma once

#include <map>
#include <string>

#include "core/model/mechanism.h"
#include "ui/document/plane_motion.h"

namespace clank {

// Mirrors at the upright line x = motion.about.x if it is mirrored, then moves.
struct CopyMotion {
  bool mirrored = false;
  PlaneMotion motion;
};
CopyMotion motionOf(const LinkedCopy& resolved);
// At the line through a point, in a direction from +x (rad).
CopyMotion mirrorAt(PlanePoint through, double direction);
CopyMotion inverse(const CopyMotion& of);

// Elements by the ids of what they are images of.
using ImageIds = std::map<std::string, std::string>;

// Those elements of a drawing alone, with its parameters and cases.
Mechanism takeElements(const Mechanism& drawn, const ImageIds& ids);

// Their images. A connection to a body that is not among them stays on that body, at the place of the image.
// Texts that name parameters stay texts.
Mechanism makeImages(const Mechanism& drawn, const std::string& caseId, const ImageIds& ids,
                     const CopyMotion& motion);

}  // namespace clank
