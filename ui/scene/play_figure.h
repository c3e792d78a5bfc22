// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace clank {

// The figures of the literature of clearance, one click away from a loose joint.
enum class PlayFigure { orbit, hysteresis, section };

}  // namespace clank
