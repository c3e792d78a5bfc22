// SPDX-License-Identifier: GPL-3.0-or-later
// Joints on the board, in the layers in which they are drawn. Each kind of joint is drawn here and nowhere
// else.
#pragma once

#include "ui/board/board_labels.h"
#include "ui/board/board_view.h"
#include "ui/board/drawing.h"

namespace clank {

// Of a guide on the frame, px: hatched to the left from one end to the other.
struct HatchedLine {
  QPointF from, to;
};
std::optional<HatchedLine> findGuideFloor(const Drawing& drawing, const BoardView& view, std::size_t joint);

void drawGrounds(QPainter& painter, const Drawing& drawing, const BoardView& view);
void drawGuides(QPainter& painter, const Drawing& drawing, const BoardView& view);  // below the bodies
void drawSlots(QPainter& painter, const Drawing& drawing, const BoardView& view);   // cut into the bodies
// The names of those that are at hand, or spoken of, or of all; joints at one place share a text. Where a
// limit is written it says the name already.
void addJointNames(const Drawing& drawing, const BoardView& view, BoardLabels& labels);
void drawJoints(QPainter& painter, const Drawing& drawing, const BoardView& view);  // on top

}  // namespace clank
