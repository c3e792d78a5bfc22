// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/body_poses.h"
#include "core/io/sheet.h"
#include "core/model/mechanism.h"

namespace clank {

// The direction of a load in its axes: that of its numbers; of a law along one axis that axis, as its sense
// is not known; of two laws downwards.
Corner findLoadDirection(const Load& load);

// The bearings of its ends on the frame.
void drawRopeBearings(const Rope& rope, const BodyPoses& poses, Sheet& sheet);
// Springs, dampers, ropes, loads and torques where they act; what is switched off is not there.
void drawForce(const Mechanism& resolved, const ForceElement& force, const BodyPoses& poses, Sheet& sheet);
// An arrow at the joint that it drives, in the direction in which it goes.
void drawDrive(const Mechanism& resolved, const Drive& drive, const BodyPoses& poses, Sheet& sheet);

}  // namespace clank
