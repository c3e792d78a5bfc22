// SPDX-License-Identifier: GPL-3.0-or-later
// How much of the sheet a drawing takes: what is shown when it is fitted into the view.
#pragma once

#include <optional>
#include <vector>

#include "ui/board/drawing.h"

namespace clank {

// Around parts, curves, surfaces (of a long floor only what lies near the rest) and the paths of traced
// points (m, world). Nothing when there is nothing.
std::optional<Drawing::Box> findExtent(const Drawing& drawing,
                                       const std::vector<std::vector<QPointF>>& paths = {});

// Around all bodies, but their surfaces, in all of these positions: one list of poses a moment.
std::optional<Drawing::Box> findMotionExtent(const Drawing& drawing,
                                             const std::vector<std::vector<BodyPose>>& moments);

// Around both.
std::optional<Drawing::Box> unite(const std::optional<Drawing::Box>& one,
                                  const std::optional<Drawing::Box>& other);

}  // namespace clank
