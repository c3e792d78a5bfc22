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
  QString cursorHint(const ToolMouse& mouse) const override;
  void press(const ToolMouse& mouse) override;
  bool escape() override;
  bool hasBegun() const override { return !places_.empty(); }
  bool takeBack() override;
  // With the point of another link that is nearest to the curve.
  bool keep() override;
  void paint(QPainter& painter, const ToolMouse& mouse) override;
  std::optional<QPointF> lineFrom() const override;
  QStringList options() const override { return listCurveNames(); }
  void choose(int option) override;

 protected:
  // Draws what the curve is for; returns it.
  virtual ElementId add(int carrier, const PlacedCurve& placed, const BodyPoint& point);
  virtual QString wantsPoint() const;
  // Why a point cannot follow the curve; empty: it can.
  virtual QString refuseFollower(int, const PlacedCurve&, const BodyPoint&) const { return {}; }
  virtual bool isAlwaysClosed() const { return false; }
  virtual QString wantsCurve(const QString& click) const;  // what the first click is
  // The link that a curve which begins there belongs to.
  virtual int chooseCarrier(const ToolMouse& mouse) const { return findCarrier(board_, mouse); }

 private:
  void addPlace(const ToolMouse& mouse);
  void complete(bool closed);
  bool attach(const BodyPoint& point);
  bool isOnFirst(const ToolMouse& mouse) const;

  int kind_ = 0;
  int carrier_ = kFrameIndex;
  std::vector<QPointF> places_;       // m, world
  std::optional<PlacedCurve> curve_;  // when it is whole: the point is next
};

// A cam: a closed curve on a link, and the point or roller of another link that it lifts and that may lift
// off.
class CamTool : public CurveTool {
 public:
  using CurveTool::CurveTool;
  // The spline first, then the other closed curves.
  QStringList options() const override;
  void choose(int option) override;

 protected:
  ElementId add(int carrier, const PlacedCurve& placed, const BodyPoint& point) override;
  QString wantsPoint() const override;
  QString refuseFollower(int carrier, const PlacedCurve& placed, const BodyPoint& point) const override;
  bool isAlwaysClosed() const override { return true; }  // the rim
};

}  // namespace clank
