// SPDX-License-Identifier: GPL-3.0-or-later
// The block of a slider and its rails, and the slot of a link, as they are drawn on the board.
#pragma once

#include <QPointF>
#include <cstddef>
#include <utility>

#include "core/model/slider_faces.h"
#include "ui/board/board_view.h"
#include "ui/board/drawing.h"

namespace clank {

inline constexpr double kGuideReach = 70;  // px, of a guide to both sides

// Of a prismatic joint, m; what has no size of its own has that of the symbol.
SliderFaces findFaces(const Drawing& drawing, const BoardView& view, std::size_t joint);

// Along the lower face of the block, and along the other; px. As long as the way that the block has gone, and
// a bit.
struct GuideRails {
  QPointF floorFrom, floorTo;  // the block is on the right, as one goes along it on the screen
  QPointF from, to;
};
GuideRails layRails(const Drawing& drawing, const BoardView& view, std::size_t joint);

// Ends of the slot of a link, in the world, as in every view.
std::pair<QPointF, QPointF> findSlotEnds(const Drawing& drawing, std::size_t joint);

}  // namespace clank
