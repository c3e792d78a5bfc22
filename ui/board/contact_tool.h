// SPDX-License-Identifier: GPL-3.0-or-later
// Impact surfaces: straight or bent, on the frame or on a link, and the point that meets them.
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
  void paint(QPainter& painter, const ToolMouse& mouse) override;
  std::optional<QPointF> lineFrom() const override;

 private:
  void addCorner(const ToolMouse& mouse);
  void finish(const BodyPoint& point);
  std::vector<Place> corners_;
  bool ended_ = false;  // all corners are there: the point is next
};

}  // namespace clank
