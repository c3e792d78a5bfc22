// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/io/body_poses.h"
#include "core/io/sheet.h"
#include "core/io/slot_span.h"
#include "core/model/mechanism.h"

namespace clank {

// What of a joint lies below the bodies (the ground, rails, a slot in its lever, the curve that a point
// follows). range: of a slot in a link its own, of other guides where b has been.
void drawGuide(const Mechanism& resolved, const Joint& joint, const BodyPoses& poses, GuideRange range,
               Sheet& sheet);
// What lies above them: pins, welds, gears, belts, rods; a lock, and how far it is to a limit. phase: in
// force.
void drawJoint(const Mechanism& resolved, const Joint& joint, const BodyPoses& poses, std::size_t phase,
               Sheet& sheet);

Corner placeA(const Joint& joint, const BodyPoses& poses);
Corner placeB(const Joint& joint, const BodyPoses& poses);

}  // namespace clank
