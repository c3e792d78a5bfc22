// SPDX-License-Identifier: GPL-3.0-or-later
// Springs, moments, loads and motors on the board.
#pragma once

#include <QPainter>

#include "ui/board/board_view.h"
#include "ui/board/drawing.h"

namespace clank {

inline constexpr double kMotorArrow = 20, kTorqueArrow = 24, kTorsionSpring = 18;  // px, radii about a pin
inline constexpr double kLoadArrow = 46;                                           // px, length

// Several moments about one point go around it one outside the other; about points that are near on the
// screen they are smaller, or one goes around both points.
struct MomentMark {
  ElementId of;
  QPointF at;         // world
  double radius = 0;  // px, before BoardView::symbolScale
};
// Of drives that turn, and of torques.
std::vector<MomentMark> listMomentMarks(const Drawing& drawing, const BoardView& view);
// That of an element of the list; it must have one.
MomentMark findMomentMark(const Drawing& drawing, const BoardView& view, const ElementId& of);

// Where a moment between two bodies is drawn (world): in a joint of the two, or on b.
QPointF findMomentPlace(const Drawing& drawing, const std::string& a, const std::string& b);
// On the screen, of length 1.
QPointF findLoadDirection(const Drawing& drawing, const Load& load);
// The arrow beside a driven slider, px.
struct TravelArrow {
  QPointF from, to;
};
TravelArrow findTravelArrow(const Drawing& drawing, const BoardView& view, const Drive& drive,
                            std::size_t joint);

void drawForces(QPainter& painter, const Drawing& drawing, const BoardView& view);
void drawDrives(QPainter& painter, const Drawing& drawing, const BoardView& view);

}  // namespace clank
