// SPDX-License-Identifier: GPL-3.0-or-later
// The lines and circles near the mouse that it can snap to.
#pragma once

#include <QString>
#include <vector>

#include "ui/board/drawing.h"

namespace clank {

struct SnapLine {
  int body = kFrameIndex;
  QPointF from, to;       // m, world
  bool isAxis = false;    // of a bar, else an edge or a surface
  bool isPiece = false;   // of something round: it has no middle and no ends of its own
  std::size_t shape = 0;  // lines of one outline or surface: their corners are no crossings
  QString name;           // "link1", "the edge of plate1"
};

struct SnapCircle {
  int body = kFrameIndex;
  QPointF centre;  // m, world
  double radius = 0;
  bool isWhole = true;  // false: an arc, whose line is in pieces
  QString name;         // "disc1"
};

struct SnapShapes {
  std::vector<SnapLine> lines;  // that pass within a distance of the place, bars as wide as they are drawn
  std::vector<SnapCircle> circles;  // whose rim or centre does
};

// m: how far a line or a circle attracts, and the axis of a bar.
SnapShapes findSnapShapes(const Drawing& drawing, QPointF world, double within, double onBar,
                          const std::vector<int>& except);

}  // namespace clank
