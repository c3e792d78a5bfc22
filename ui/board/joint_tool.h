// SPDX-License-Identifier: GPL-3.0-or-later
// Anchors, welds, sliders, slots and gears.
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
  void press(const ToolMouse& mouse) override;
};

class WeldTool : public PointTool {
 public:
  using PointTool::PointTool;
  QString hint() const override;
  void press(const ToolMouse& mouse) override;
};

// From the place of the block in the direction of its guide.
class SliderTool : public LineTool {
 public:
  using LineTool::LineTool;
  QString hint() const override;

 protected:
  void finish(const Place& from, const Place& to) override;
  void paintLine(QPainter& painter, QPointF from, QPointF to) override;
};

// First the link that has the slot, then the pin that runs in it.
class SlotTool : public Tool {
 public:
  using Tool::Tool;
  QString hint() const override;
  void press(const ToolMouse& mouse) override;
  bool escape() override;
  bool hasBegun() const override;
  void paint(QPainter& painter, const ToolMouse& mouse) override;

 private:
  bool takePin(const ToolMouse& mouse);
  std::optional<BodyPoint> slot_;
};

class GearTool : public Tool {
 public:
  using Tool::Tool;
  QString hint() const override;
  void press(const ToolMouse& mouse) override;
  bool escape() override;
  bool hasBegun() const override;
  void paint(QPainter& painter, const ToolMouse& mouse) override;

 protected:
  virtual void finish(const BodyPoint& first, const BodyPoint& second);
  virtual void paintPair(QPainter& painter, QPointF a, QPointF b);  // px
  const std::optional<BodyPoint>& first() const { return first_; }

 private:
  std::optional<BodyPoint> first_;
};

// Open or crossed, as chosen above the sheet; as wide as the discs that it is put on.
class BeltTool : public GearTool {
 public:
  using GearTool::GearTool;
  QString hint() const override;
  QStringList options() const override;
  void choose(int option) override { crossed_ = option == 1; }

 protected:
  void finish(const BodyPoint& first, const BodyPoint& second) override;
  void paintPair(QPainter& painter, QPointF a, QPointF b) override;

 private:
  bool crossed_ = false;
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
