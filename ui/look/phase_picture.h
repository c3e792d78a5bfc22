// SPDX-License-Identifier: GPL-3.0-or-later
// Small pictures of what a joint is in a phase: for tables, and for the pins on the board.
#pragma once

#include <QIcon>
#include <QPainter>

#include "ui/look/joint_state.h"

namespace clank {

// About a point, within a square of 2.6 radii (px), on a ground of this colour.
void drawPhase(QPainter& painter, QPointF at, double radius, PhaseShape shape, const QColor& colour,
               const QColor& ground);
// A pin in the state it is in: a dot that turns, a key, a bar that is leant on, rays, a journal with play.
void drawState(QPainter& painter, QPointF at, double radius, JointState state, const Palette& palette);

// The picture as an icon, sharp at any scale of the screen.
QIcon makePhaseIcon(PhaseShape shape, JointState state, const Palette& palette);

}  // namespace clank
