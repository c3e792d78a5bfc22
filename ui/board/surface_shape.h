// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces as lines on the board.
#pragma once

#include <QPainter>
#include <optional>
#include <vector>

#include "core/model/contact_pair.h"
#include "ui/board/board_view.h"
#include "ui/board/drawing.h"
#include "ui/board/surface_line.h"

namespace clank {

// A line for two corners, else a polyline; the other part stays on the side of point.
SurfaceKind makeSurface(const std::vector<QPointF>& corners, QPointF point);

// Turns it so that the other part stays on the side of point; axes of the body that carries it.
void faceSurface(SurfaceKind& surface, QPointF point);

// The arc from one end to the other through a third point; nothing when they lie on a line.
std::optional<SurfaceKind> makeArcSurface(QPointF from, QPointF to, QPointF through, QPointF point);
SurfaceKind makeCircleSurface(QPointF center, QPointF rim, QPointF point);

// All surfaces of the mechanism, the points that meet them, and the outlines of what is solid.
void drawSurfaces(QPainter& painter, const Drawing& drawing, const BoardView& view);

}  // namespace clank
