// SPDX-License-Identifier: GPL-3.0-or-later
// Curve tracks: the curve on the frame or on a link, then the point of another link that follows it.
#pragma once

#include <vector>

#include "ui/board/curve_draft.h"
#include "ui/board/link_tool.h"

namespace clank {

class CurveTool : public Tool {
 public:
  using Tool::Tool;
  QString hint() const override;
  void press(const ToolMouse& mouse) override;
  bool escape() override;
  void paint(QPainter& painter, const ToolMouse& mouse) override;
  std::optional<QPointF> lineFrom() const override;
  QStringList options() const override { return listCurveNames(); }
  void choose(int option) override;

 private:
  void addPlace(const ToolMouse& mouse);
  void complete(bool closed);
  void attach(const BodyPoint& point);
  bool isOnFirst(const ToolMouse& mouse) const;

  int kind_ = 0;
  int carrier_ = kFrameIndex;
  std::vector<QPointF> places_;       // m, world
  std::optional<PlacedCurve> curve_;  // when it is whole: the point is next
};

}  // namespace clank
