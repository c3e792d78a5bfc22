// SPDX-License-Identifier: GPL-3.0-or-later
// A cam with its follower on a guide, and the spring that holds it down, from a profile.
#pragma once

#include "core/kinematics/cam_profile.h"
#include "core/model/mechanism.h"
#include "ui/document/plane_motion.h"

namespace clank {

struct CamPartsPlan {
  CamPlan cam;
  double speed = 6.2832;  // rad/s
  PlanePoint at;          // the shaft
};

// The lift must be that of the profile: the spring is as stiff as the follower needs it to stay on the cam at
// that speed. The profile is a smooth curve.
Mechanism makeCamParts(const CamPartsPlan& plan, const LiftCurve& lift, const CamProfile& profile);

}  // namespace clank
