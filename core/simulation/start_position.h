// SPDX-License-Identifier: GPL-3.0-or-later
// Where a run begins, for those who show a drawing: the same assembly, without the equations of motion.
#pragma once

#include <vector>

#include "core/model/body_pose.h"
#include "core/support/result.h"

namespace clank {

// Of a resolved mechanism, one a body: closed in the joints, with drives where their laws begin, on the
// branches asked for, and in equilibrium where a run starts there. Links that bend are straight. Fails as
// validate() and placeAtStart() do.
Result<std::vector<BodyPose>> findStartPoses(const Mechanism& resolved);

}  // namespace clank
