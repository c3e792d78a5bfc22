// SPDX-License-Identifier: GPL-3.0-or-later
// Impact surfaces: lines, polylines, arcs and circles, on the frame or on a link, and the point that meets
// them.
#pragma once

#include <vector>

#include "ui/board/link_tool.h"

namespace clank {

class SurfaceTool : public Tool {
 public:
  using Tool::Tool;
  QString hint() const override;
  void press(const ToolMouse& mouse) override;
  bool escape() override;
  bool takeBack() override;
  bool hasBegun() const override { return !corners_.empty() || point_; }
  // With the point of a link that is nearest to the wall, or without one.
  bool keep() override;
  void paint(QPainter& painter, const ToolMouse& mouse) override;
  std::optional<QPointF> lineFrom() const override;
  QStringList options() const override;
  void choose(int option) override;

  // Begun from a menu: along an edge that is there already, or with the point that is to meet a surface.
  void beginOn(int carrier, const std::vector<QPointF>& corners);
  void beginWith(const BodyPoint& point) { point_ = point; }

 private:
  enum class Shape { line, arc, circle };
  void addCorner(const ToolMouse& mouse);
  void finish(BodyPoint point, bool isInside = false);
  double calcDistance(QPointF world) const;  // m, from what is drawn
  bool drop();                               // what is begun; false: nothing
  void place(const std::function<void(ContactPair&)>& meet);
  const ContactPair* findSurface(QPointF pixel) const;
  bool takeSurface(const ToolMouse& mouse);
  void takeWaiting(const ContactPair& contact);
  // The surface through corners of the carrier, on either side.
  std::optional<Surface> makeShape(const std::vector<QPointF>& corners) const;

  Shape shape_ = Shape::line;
  int carrier_ = kFrameIndex;
  std::vector<QPointF> corners_;    // m, world
  bool ended_ = false;              // all corners are there: the point is next
  std::string waiting_;             // the surface that nothing meets yet, when that is to be met
  std::optional<BodyPoint> point_;  // that is to meet it, where it is known before
};

}  // namespace clank
