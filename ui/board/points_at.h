// SPDX-License-Identifier: GPL-3.0-or-later
// What lies at a place of the drawing, and what it is called.
#pragma once

#include <QPointF>
#include <QString>
#include <vector>

#include "ui/board/drawing.h"

namespace clank {

// The points of bodies that lie at a place, from the top down; last the frame, where it has a surface or a
// pin there. pixel: m.
std::vector<BodyPoint> listPointsAt(const Drawing& drawing, QPointF world, double pixel);

// "link1", "the frame"
QString nameOf(const Drawing& drawing, int body);
// "link1", "link1 and the frame", "link1, link2 and the frame"
QString listNames(const Drawing& drawing, const std::vector<int>& bodies);

}  // namespace clank
