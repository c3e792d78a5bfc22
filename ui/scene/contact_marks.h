// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/scene/joint_marks.h"

namespace clank {

// Surfaces, hatched on their solid side, and the circles and points that meet them. Their joint means
// nothing. bends: which bodies do.
std::vector<JointMark> makeContactMarks(const MechanismLayout& layout, const Palette& palette,
                                        const std::vector<bool>& bends);

}  // namespace clank
