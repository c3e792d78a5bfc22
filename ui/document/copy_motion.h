// SPDX-License-Identifier: GPL-3.0-or-later
// From parts to their image: the motion, and which is the image of which.
#pragma once

#include <map>
#include <string>

#include "core/model/linked_copy.h"
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

}  // namespace clank
