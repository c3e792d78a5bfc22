// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing true to size, with its dimensions, in a file.
#pragma once

#include <QString>

#include "core/model/mechanism.h"
#include "core/record/trajectory.h"

namespace clank {

// As it stands at a sample; SVG, PDF or DXF by the ending of the path. Is it written?
bool writeDrawingFile(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample,
                      const QString& path);

}  // namespace clank
