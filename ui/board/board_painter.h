// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the mechanism on the board in the symbols of the field.
#pragma once

#include <QPainter>
#include <QPainterPath>
#include <optional>
#include <string>
#include <vector>

#include "ui/board/board_view.h"
#include "ui/board/drawing.h"
#include "ui/board/drawn_marks.h"
#include "ui/look/palette.h"

namespace clank {

class BoardLabels;

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
