// SPDX-License-Identifier: GPL-3.0-or-later
// The pin on which a new part turns on the frame.
#pragma once

#include "core/model/joint.h"
#include "ui/document/plane_motion.h"

namespace clank {

// At the origin of the body; at: m, in the world.
inline Joint makeFramePin(const char* id, const char* body, PlanePoint at) {
  Joint joint;
  joint.id = id;
  joint.b = body;
  joint.kind = Revolute{};
  joint.atA = {at.x, at.y};
  return joint;
}

}  // namespace clank
