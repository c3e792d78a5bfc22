// SPDX-License-Identifier: GPL-3.0-or-later
// The guards of metamorphic joints on the board: an arc up to where a turning joint locks, a stop across a
// guide.
#pragma once

#include <QPainter>
#include <vector>

#include "ui/board/board_painter.h"

namespace clank {

struct LimitMark {
  std::size_t joint = 0, change = 0;
  double value = 0, now = 0;  // rad or m
  bool travel = false;
  QPointF centre, tip;      // px: the joint, and the end of the mark, where it is grasped
  double from = 0, to = 0;  // rad on the screen: the arc, from where the joint is to where it locks
};

std::vector<LimitMark> listLimitMarks(const Drawing& drawing, const BoardView& view);
// Returns the boxes (px) of the texts beside them.
std::vector<QRectF> drawLimitMarks(QPainter& painter, const Drawing& drawing, const BoardView& view);
// The value that a mark would have with its end at a pixel; angles stay on the turn they are on.
double findLimitValue(const LimitMark& mark, const Drawing& drawing, const BoardView& view, QPointF pixel);
// "locks at 60°"
QString writeLimit(const LimitMark& mark, const Drawing& drawing);

}  // namespace clank
