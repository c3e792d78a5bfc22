// SPDX-License-Identifier: GPL-3.0-or-later
// The mark of what the mouse snaps to: each kind has its own.
#pragma once

#include <QPainter>

#include "ui/board/snapping.h"

namespace clank {

// at: px.
void drawSnapMark(QPainter& painter, Snap::Kind kind, QPointF at, const QColor& colour);

}  // namespace clank
