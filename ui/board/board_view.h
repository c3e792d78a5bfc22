// SPDX-License-Identifier: GPL-3.0-or-later
// How the drawing lies on the screen, and what of it is lit.
#pragma once

#include <QColor>
#include <QPointF>
#include <QPolygonF>
#include <QTransform>
#include <optional>
#include <string>
#include <vector>

#include "ui/board/drawing.h"
#include "ui/look/bending_look.h"
#include "ui/look/joint_state.h"
#include "ui/look/palette.h"

namespace clank {

// A picture behind the drawing, as it lies on the sheet.
struct PicturePlace {
  std::string id;
  QPolygonF corners;  // m, world
  bool hidden = false, locked = false;
};

// What is shown beside the drawing itself.
struct BoardView {
  QTransform toPixel;  // from the world to the screen
  Palette palette = Palette::light();
  std::vector<ElementId> selected;
  std::vector<ElementId> hovered;
  std::string pointed;               // id of a part that is pointed at elsewhere: a curve, a message
  std::string detail;                // JSON pointer of what is at hand of the selected element
  bool isMoment = false;             // of a run, not where it begins
  std::vector<JointState> states;    // one a joint; empty: all free
  std::vector<JointState> contacts;  // one a contact pair, likewise
  bool dimensions = true;            // lengths along the bars
  bool symbolsOfForces = true;
  bool names = false;                 // of all joints
  std::vector<std::string> spokenOf;  // joints that are named because something else speaks of them
  std::optional<QPointF> snappedTo;   // m, world: a point that the mouse has snapped to
  BendingLook bending;
  std::vector<PicturePlace> pictures;  // from the back to the front

  double symbolScale = 1;  // of pins, grounds and marks: small where links are short on the screen

  double scale() const { return toPixel.m11(); }  // px per m
  bool isSelected(ElementKind kind, const std::string& id) const;
  bool isHovered(ElementKind kind, const std::string& id) const;
  QColor edgeOf(ElementKind kind, const std::string& id, const QColor& usual) const;  // lit or as usual
};

// More parts and contacts than there is time to draw smooth, with lines of a width: lines of one pixel are
// much faster than others.
bool isCrowded(const Drawing& drawing);
// 1 where links are long on the screen; else as much smaller as they are.
double findSymbolScale(const Drawing& drawing, double scale);

}  // namespace clank
