// SPDX-License-Identifier: GPL-3.0-or-later
// Springs, moments, loads and motors on the board.
#pragma once

#include <QPainter>

#include "ui/board/board_painter.h"

namespace clank {

void drawForces(QPainter& painter, const Drawing& drawing, const BoardView& view);
void drawDrives(QPainter& painter, const Drawing& drawing, const BoardView& view);

}  // namespace clank
