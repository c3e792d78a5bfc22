// SPDX-License-Identifier: GPL-3.0-or-later
// Target curves of optimisations: drawn, or taken from what is on the sheet, and shown.
#pragma once

#include "ui/board/board_view.h"
#include "ui/board/curve_tool.h"

namespace clank {

// A curve on the sheet, then the point of a link whose path is to follow it.
class TargetTool : public CurveTool {
 public:
  using CurveTool::CurveTool;
  QStringList options() const override;  // the spline first
  void choose(int option) override;

 protected:
  ElementId add(int carrier, const PlacedCurve& placed, const BodyPoint& point) override;
  QString wantsPoint() const override;
  QString wantsCurve(const QString& click) const override;
  int chooseCarrier(const ToolMouse&) const override { return kFrameIndex; }
};

// The target of a trace that an element of the drawing can be: the curve of a track of the frame, a surface
// of the frame or the outline of a link as it lies, as points. Nothing of other elements.
std::optional<PathFit> findTarget(const Drawing& drawing, const ElementId& element, const std::string& trace);

// Of all optimisations, dashed, each with the trace that it is for.
void paintTargets(QPainter& painter, const Mechanism& shown, const BoardView& view);

}  // namespace clank
