// SPDX-License-Identifier: GPL-3.0-or-later
// Named points of bodies on the board: what a place is called, and the names beside it.
#pragma once

#include <optional>

#include "core/model/named_point.h"
#include "ui/board/board_view.h"
#include "ui/board/drawing.h"

namespace clank {

class BoardLabels;

// The named point that lies in a handle; of several the one of the lowest body.
std::optional<PointName> findNameAt(const Drawing& drawing, const Handle& handle);

void drawPointNames(QPainter& painter, const Drawing& drawing, const BoardView& view, BoardLabels& labels);

}  // namespace clank
