// SPDX-License-Identifier: GPL-3.0-or-later
// Where a click really means to be. A pure function of what is drawn.
#pragma once

#include <QPointF>
#include <QString>
#include <optional>

#include "ui/board/drawing.h"

namespace clank {

struct SnapSettings {
  double within = 0.01;         // m: how far a thing attracts
  double grid = 0;              // m: step; 0: no grid
  bool enabled = true;          // false: the place as it is
  std::optional<QPointF> from;  // the tool draws a line from here: angles and lengths are kept round
  std::vector<int> except;      // bodies that are being changed: they do not attract themselves
};

struct Snap {
  enum class Kind { none, point, line, angle, grid };
  Kind kind = Kind::none;
  QPointF world;
  QString reason;                   // in words, "" without a snap
  std::optional<BodyPoint> point;   // the material point, for point and line
  std::vector<std::size_t> joints;  // for point: what lies there
};

// In this order: a joint or an end; a part, where a round angle from `from` meets it if that is near; a round
// angle, with a whole number of grid steps as length, or the grid, whichever is nearer.
Snap snap(const Drawing& drawing, QPointF world, const SnapSettings& settings);

}  // namespace clank
