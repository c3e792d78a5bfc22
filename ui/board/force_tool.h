// SPDX-License-Identifier: GPL-3.0-or-later
// Springs, dampers, ropes, loads and torques.
#pragma once

#include "ui/board/joint_tool.h"

namespace clank {

class SpringTool : public LineTool {
 public:
  SpringTool(BoardAccess& board, bool damper) : LineTool(board), damper_(damper) {}
  QString hint() const override;

 protected:
  void finish(const Place& from, const Place& to) override;
  void paintLine(QPainter& painter, QPointF from, QPointF to) override;
  QString tellBegin(const QString& body) const override;

 private:
  bool damper_;
};

// From end to end; with Shift a click puts a ring on the way.
class RopeTool : public Tool {
 public:
  using Tool::Tool;
  QString hint() const override;
  QString cursorHint(const ToolMouse& mouse) const override;
  void press(const ToolMouse& mouse) override;
  void release(const ToolMouse& mouse) override;
  bool escape() override;
  bool takeBack() override;
  bool keep() override;
  void paint(QPainter& painter, const ToolMouse& mouse) override;
  std::optional<QPointF> lineFrom() const override;

 private:
  void end(const ToolMouse& mouse);
  void finish();
  std::vector<Place> places_;
  QPointF pressedAt_;  // px
};

class TorsionSpringTool : public PointTool {
 public:
  using PointTool::PointTool;
  QString hint() const override;
  QString cursorHint(const ToolMouse& mouse) const override;
  void press(const ToolMouse& mouse) override;
};

class TorqueTool : public PointTool {
 public:
  using PointTool::PointTool;
  QString hint() const override;
  QString cursorHint(const ToolMouse& mouse) const override;
  void press(const ToolMouse& mouse) override;
};

// From the point of a link in the direction of the force: 1 N a centimetre.
class LoadTool : public LineTool {
 public:
  using LineTool::LineTool;
  QString hint() const override;
  void press(const ToolMouse& mouse) override;

 protected:
  void finish(const Place& from, const Place& to) override;
  void paintLine(QPainter& painter, QPointF from, QPointF to) override;
  QString tellBegin(const QString& body) const override;
  QString tellEnd(const QString&) const override { return {}; }
};

}  // namespace clank
