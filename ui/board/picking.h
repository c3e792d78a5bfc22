// SPDX-License-Identifier: GPL-3.0-or-later
// What lies under the mouse. Symbols keep their size at any zoom, so this is a question in pixels.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "ui/board/board_view.h"
#include "ui/board/points_at.h"

namespace clank {

// Everything that can be clicked there, each once, what a click means first: joints of the pin, traced
// points, motors, forces, surfaces, guides and curves, bodies.
std::vector<ElementId> listElementsAt(const Drawing& drawing, const BoardView& view, QPointF pixel);
// The first of them.
std::optional<ElementId> findElementAt(const Drawing& drawing, const BoardView& view, QPointF pixel);

// "joint O1"
QString nameOf(const ElementId& element);

}  // namespace clank
