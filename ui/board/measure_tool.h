// SPDX-License-Identifier: GPL-3.0-or-later
// Tools that look: distances and angles, points that leave a trace.
#pragma once

#include "ui/board/link_tool.h"

namespace clank {

class MeasureTool : public LineTool {
 public:
  using LineTool::LineTool;
  QString hint() const override;
  bool escape() override;
  void paint(QPainter& painter, const ToolMouse& mouse) override;
  void addLabels(BoardLabels& labels, const ToolMouse& mouse) override;

 protected:
  void finish(const Place& from, const Place& to) override;
  void paintLine(QPainter& painter, QPointF from, QPointF to) override;
  QString tellBegin(const QString& body) const override;

 private:
  // Ends on links follow them.
  QPointF placeOf(const Place& place) const;
  void addLabel(BoardLabels& labels, const QString& key, QPointF from, QPointF to) const;  // px
  std::optional<std::pair<Place, Place>> measured_;
};

class TraceTool : public Tool {
 public:
  using Tool::Tool;
  QString hint() const override;
  QString cursorHint(const ToolMouse& mouse) const override;
  void press(const ToolMouse& mouse) override;

 private:
  const Trace* findTraceAt(QPointF world) const;
  void add(const BodyPoint& point);
  void remove(const std::string& id);
};

}  // namespace clank
