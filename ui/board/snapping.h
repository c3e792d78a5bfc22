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
  double pixel = 0.001;         // m
  double grid = 0;              // m: step; 0: no grid
  bool enabled = true;          // false: the place as it is
  bool finds = true;            // false: what lies there is not needed
  std::optional<QPointF> from;  // the tool draws a line from here: angles and lengths are kept round
  std::vector<int> except;      // bodies that are being changed: they do not attract themselves
};

struct Snap {
  // From the strongest to the weakest.
  enum class Kind {
    none,
    point,          // a joint or an end
    centre,         // of a disc, an arc, a circle
    middle,         // of a bar or an edge
    crossing,       // of two bars, edges or surfaces
    corner,         // of an outline
    line,           // on the axis of a bar
    edge,           // on an edge, a rim or a surface
    perpendicular,  // on a bar or an edge, square to it from where the line begins
    tangent,        // on a circle, touched by the line
    angle,
    grid
  };
  Kind kind = Kind::none;
  QPointF world;
  QString reason;                   // in words, "" without a snap
  std::optional<BodyPoint> point;   // the material point of a pin, an end, a centre or an axis
  std::vector<std::size_t> joints;  // for point: what lies there
  std::vector<BodyPoint> under;     // what lies there, as listPointsAt() has it
  bool isFree = false;  // snapping is off: what is drawn anew lies over all that, and is joined to none
};

// In the order of the kinds. A line yields to its own places: where it is met squarely, touched, or met by a
// round angle. Of a round angle, with a whole number of grid steps as length, and the grid the nearer one
// wins.
Snap snap(const Drawing& drawing, QPointF world, const SnapSettings& settings);

}  // namespace clank
