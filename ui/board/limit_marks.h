// SPDX-License-Identifier: GPL-3.0-or-later
// The limits of metamorphic joints on the board: an arc up to the angle at which the phase of a turning joint
// changes, a stop across a guide or a curve.
#pragma once

#include <QPainter>
#include <string>
#include <vector>

#include "ui/board/board_labels.h"
#include "ui/board/board_view.h"
#include "ui/board/drawing.h"

namespace clank {

struct LimitMark {
  std::size_t joint = 0, change = 0;
  double value = 0, now = 0;  // rad or m
  bool travel = false;
  JointState leadsTo = JointState::free;  // gives it its colour
  bool isStop = false;                    // the parts meet there; else they only pass it
  bool waits = false;                     // it leads out of a later phase
  QPointF centre, tip;                    // px: the joint, and the end of the mark, where it is grasped
  double face = 0;                        // m, along the axis from the joint to the face that meets the limit
  double from = 0, to = 0;  // rad on the screen: the arc, from where the joint is to where it locks
};

std::vector<LimitMark> listLimitMarks(const Drawing& drawing, const BoardView& view);
// Where the limits of travels lie, world.
std::vector<QPointF> listStops(const Drawing& drawing);
// Texts beside them go to the labels.
void drawLimitMarks(QPainter& painter, const Drawing& drawing, const BoardView& view, BoardLabels& labels);
// JSON pointer of the phase change that a mark stands for.
std::string findChangePointer(const LimitMark& mark);
// The value that a mark would have with its end at a pixel; angles stay on the turn they are on.
double findLimitValue(const LimitMark& mark, const Drawing& drawing, const BoardView& view, QPointF pixel);
// "locks at 60°"
QString writeLimit(const LimitMark& mark, const Drawing& drawing);

}  // namespace clank
