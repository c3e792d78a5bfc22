// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/model/mechanism.h"
#include "core/record/trajectory.h"

namespace clank {

// The motion of a run for a page in a browser: the sheet at up to 120 rows, evenly spread, that one script in
// the page plays, and a slider in time. Without scripts and on paper it is not there. Empty for a run of less
// than two rows, and where one sheet alone would fill a page's share of bytes.
std::string writeMovingDrawing(const Mechanism& resolved, const Trajectory& trajectory);

}  // namespace clank
