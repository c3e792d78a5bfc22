// SPDX-License-Identifier: GPL-3.0-or-later
// Anchors, sliders, slots and cylinders.
#pragma once

#include "ui/board/link_tool.h"

namespace clank {

// A tool that does one thing to one point: a click.
class PointTool : public Tool {
 public:
  using Tool::Tool;

 protected:
  // The joint under the mouse that the tool can do something with, or nothing.
  std::optional<std::size_t> jointAt(const ToolMouse& mouse, bool (*fits)(const Joint&)) const;
};

class AnchorTool : public PointTool {
 public:
  using PointTool::PointTool;
  QString hint() const override;
  QString cursorHint(const ToolMouse& mouse) const override;
  void press(const ToolMouse& mouse) override;

 private:
  // The joint that holds a body to the frame there.
  std::optional<std::size_t> findAnchor(const BodyPoint& point) const;
};

// From the place of the block in the direction of its guide.
class SliderTool : public BodyTool {
 public:
  using BodyTool::BodyTool;
  QString hint() const override;

 protected:
  void finish(const Place& from, const Place& to) override;
  void paintLine(QPainter& painter, QPointF from, QPointF to) override;
  QString tellBegin(const QString& body) const override;
  QString tellEnd(const QString&) const override { return {}; }
};

// First the body that has the slot, or the frame: along a bar, else from where it is clicked towards the pin.
// Then the point of another that runs in it.
class SlotTool : public Tool {
 public:
  using Tool::Tool;
  QString hint() const override;
  QString cursorHint(const ToolMouse& mouse) const override;
  std::vector<int> bodiesMeant(const ToolMouse& mouse) const override;
  void press(const ToolMouse& mouse) override;
  bool escape() override;
  bool hasBegun() const override;
  void paint(QPainter& painter, const ToolMouse& mouse) override;

 private:
  bool takePin(const ToolMouse& mouse);
  std::optional<BodyPoint> findPin(const ToolMouse& mouse) const;
  double findAngle(const BodyPoint& pin) const;  // rad, axes of the body that has the slot
  std::optional<BodyPoint> slot_;
};

// A cylinder from the eye of its barrel to that of its rod.
class CylinderTool : public LineTool {
 public:
  using LineTool::LineTool;
  QString hint() const override;

 protected:
  void finish(const Place& from, const Place& to) override;
  void paintLine(QPainter& painter, QPointF from, QPointF to) override;
};

}  // namespace clank
