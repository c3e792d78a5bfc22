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

// Where a start in a change point can go: for each of its branches, in the order of start_branch, the poses a
// little way along it. Of a mechanism that validate() finds nothing wrong with; empty where there is nothing
// to choose, or it does not start.
std::vector<std::vector<BodyPose>> listStartBranches(const Mechanism& resolved);

}  // namespace clank
