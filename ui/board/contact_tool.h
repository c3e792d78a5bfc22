// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces: lines, polylines, splines, arcs and circles, on the frame or on a link. What is solid touches
// them; a click on a link behind the last one adds a point that meets it, or makes the link solid.
#pragma once

#include <vector>

#include "ui/board/link_tool.h"

namespace clank {

class SurfaceTool : public Tool {
 public:
  using Tool::Tool;
  QString hint() const override;
  QString cursorHint(const ToolMouse& mouse) const override;
  void press(const ToolMouse& mouse) override;
  bool escape() override;
  bool takeBack() override;
  bool hasBegun() const override { return !corners_.empty() || point_; }
  // A line needs no click on its last corner.
  bool keep() override;
  void paint(QPainter& painter, const ToolMouse& mouse) override;
  std::optional<QPointF> lineFrom() const override;
  QStringList options() const override;
  void choose(int option) override;

  // Begun from a menu: along an edge that is there already, or with the point that is to meet a surface.
  void beginOn(int carrier, const std::vector<QPointF>& corners);
  void beginWith(const BodyPoint& point) { point_ = point; }

 private:
  enum class Shape { line, arc, circle, smooth };
  bool isLine() const { return shape_ == Shape::line || shape_ == Shape::smooth; }
  void addCorner(const ToolMouse& mouse);
  bool takeSurface(const ToolMouse& mouse);
  void place();                              // what is drawn becomes a surface, which waits
  void meet(const ToolMouse& mouse);         // what is clicked meets the surface that waits
  void meetIn(BodyPoint point);              // with a point, or the circle about it
  double calcDistance(QPointF world) const;  // m, from the surface that waits
  void face(QPointF world);                  // turns its free side to there
  bool drop();                               // what is begun; false: nothing
  const DrawnSurface* findWaiting() const;
  bool isAtEnd(const DrawnSurface& surface, QPointF pixel) const;
  // The surface through corners of the carrier.
  std::optional<SurfaceKind> makeShape(const std::vector<QPointF>& corners) const;

  Shape shape_ = Shape::line;
  int carrier_ = kFrameIndex;
  std::vector<QPointF> corners_;    // m, world
  std::string waiting_;             // a surface that is there: the next click may say what meets it
  bool isNew_ = false;              // it has just been drawn: its free side follows what meets it
  std::optional<BodyPoint> point_;  // that is to meet it, where it is known before
};

}  // namespace clank
