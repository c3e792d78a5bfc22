// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the mechanism on the board in the symbols of the field.
#pragma once

#include <QPainter>
#include <QPainterPath>
#include <QTransform>
#include <optional>
#include <string>
#include <vector>

#include "ui/board/drawing.h"
#include "ui/board/drawn_marks.h"
#include "ui/look/bending_look.h"
#include "ui/look/joint_state.h"
#include "ui/look/palette.h"

namespace clank {

inline constexpr double kGuideReach = 70;  // px, of a guide to both sides

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
  std::optional<QPointF> snappedTo;   // m, world: a point whose name the mouse is told
  BendingLook bending;
  std::vector<PicturePlace> pictures;  // from the back to the front

  double symbolScale = 1;  // of pins, grounds and marks: small where links are short on the screen

  double scale() const { return toPixel.m11(); }  // px per m
  bool isSelected(ElementKind kind, const std::string& id) const;
  bool isHovered(ElementKind kind, const std::string& id) const;
  QColor edgeOf(ElementKind kind, const std::string& id, const QColor& usual) const;  // lit or as usual
};

class BoardLabels;

// More parts and contacts than there is time to draw smooth, with lines of a width: lines of one pixel are
// much faster than others.
bool isCrowded(const Drawing& drawing);
// 1 where links are long on the screen; else as much smaller as they are.
double findSymbolScale(const Drawing& drawing, double scale);

// A dimension as drawn: a click on it edits the length.
struct DimensionLabel {
  std::string body;
  QRectF box;  // px
};
// What the key of such a label begins with; the body follows.
inline constexpr QLatin1String kDimensionKey("length of ");

class BoardPainter {
 public:
  BoardPainter(QPainter& painter, const Drawing& drawing, const BoardView& view);
  void draw();
  // Lengths along the bars.
  void addDimensions(BoardLabels& labels) const;

 private:
  void drawBodies();
  void drawBody(int body);
  bool liesOnAnother(const std::vector<QPointF>& corners, const QColor& edge, double half);
  QPainterPath makeShape(int body, const std::vector<QPointF>& corners, double half) const;
  QPainterPath makeBentPath(int body, double half) const;
  void drawStress(int body, double half);
  void drawSpoke(int body, const QColor& edge);
  void addDimension(int body, BoardLabels& labels) const;
  QPointF pixel(QPointF world) const { return view_.toPixel.map(world); }

  QPainter& painter_;
  const Drawing& drawing_;
  const BoardView& view_;
  const Palette& palette_;
  const bool isCrowded_;
  DrawnMarks bodies_;
};

}  // namespace clank
