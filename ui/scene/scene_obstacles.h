// SPDX-License-Identifier: GPL-3.0-or-later
// Parts, pins, guides and arrows in the picture of a scene: texts stand beside them.
#pragma once

#include <vector>

#include "ui/scene/camera_control.h"
#include "ui/scene/event_glyphs.h"
#include "ui/scene/part_layout.h"
#include "ui/scene/scene_overlay.h"

namespace clank {

// poses: one a body of the layout.
std::vector<OverlayObstacle> listObstacles(const MechanismLayout& layout, const std::vector<Placement>& poses,
                                           const CameraControl& camera,
                                           const std::vector<SceneArrow>& arrows);

}  // namespace clank
