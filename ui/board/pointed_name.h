// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a part that is pointed at elsewhere, beside it.
#pragma once

#include "ui/board/board_labels.h"
#include "ui/board/board_view.h"

namespace clank {

// Joints have theirs from addJointNames().
void addPointedName(const Drawing& drawing, const BoardView& view, BoardLabels& labels);

}  // namespace clank
