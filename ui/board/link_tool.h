// SPDX-License-Identifier: GPL-3.0-or-later
// Bars and plates.
#pragma once

#include <functional>
#include <vector>

#include "ui/board/board_edits.h"
#include "ui/board/tool.h"

namespace clank {

// A tool that draws from one place to another: two clicks, or one drag.
class LineTool : public Tool {
 public:
  using Tool::Tool;
  void press(const ToolMouse& mouse) override;
  void release(const ToolMouse& mouse) override;
  bool escape() override;
  void paint(QPainter& painter, const ToolMouse& mouse) override;
  std::optional<QPointF> lineFrom() const override;
  QString cursorHint(const ToolMouse& mouse) const override;

 protected:
  virtual void finish(const Place& from, const Place& to) = 0;
  virtual void paintLine(QPainter& painter, QPointF from, QPointF to) = 0;  // px
  virtual Place placeAt(const Snap& snap) const;
  // Of the body that the next click is put on; of none: empty.
  virtual QString tellBegin(const QString& body) const { return body; }
  virtual QString tellEnd(const QString& body) const { return tellBegin(body); }
  const std::optional<Place>& from() const { return from_; }

 private:
  void end(const ToolMouse& mouse);
  std::optional<Place> from_;
  QPointF pressedAt_;  // px
};

// One that draws a body: joined to what it is put on, with Alt to nothing.
class BodyTool : public LineTool {
 public:
  using LineTool::LineTool;
  std::vector<int> bodiesMeant(const ToolMouse& mouse) const override;

 protected:
  Place placeAt(const Snap& snap) const override;
};

class BarTool : public BodyTool {
 public:
  using BodyTool::BodyTool;
  QString hint() const override;
  void move(const ToolMouse& mouse) override { last_ = mouse; }
  bool type(const QString& text) override;

 protected:
  void finish(const Place& from, const Place& to) override;
  void paintLine(QPainter& painter, QPointF from, QPointF to) override;
  QString tellBegin(const QString& body) const override;
  QString tellEnd(const QString& body) const override;

 private:
  QString finishTyped(const Place& from, const QString& text);
  ToolMouse last_;
};

// A disc from its middle to its rim, or with its radius typed; on a pin or a link it turns about that point.
class DiscTool : public BodyTool {
 public:
  using BodyTool::BodyTool;
  QString hint() const override;
  void move(const ToolMouse& mouse) override { last_ = mouse; }
  bool type(const QString& text) override;

 protected:
  void finish(const Place& from, const Place& to) override;
  void paintLine(QPainter& painter, QPointF from, QPointF to) override;
  QString tellBegin(const QString& body) const override;
  QString tellEnd(const QString&) const override { return {}; }

 private:
  QString finishTyped(const Place& from, const QString& text);
  void draw(const Place& middle, const Quantity& radius);
  ToolMouse last_;
};

// A plate: a click a corner, ended by a click on the first or once more on the last one.
class PlateTool : public Tool {
 public:
  using Tool::Tool;
  QString hint() const override;
  QString cursorHint(const ToolMouse& mouse) const override;
  std::vector<int> bodiesMeant(const ToolMouse& mouse) const override;
  void press(const ToolMouse& mouse) override;
  bool escape() override;
  bool takeBack() override;
  bool keep() override;
  void paint(QPainter& painter, const ToolMouse& mouse) override;
  std::optional<QPointF> lineFrom() const override;

 private:
  bool finish();
  bool crosses(QPointF from, QPointF to, bool closes) const;
  std::vector<Place> corners_;
};

// A new part is put on whatever body lies there; a surface of the frame does not hold it.
Place makePlace(const Snap& snap);
// A corner of a plate: only on pins, ends, centres and axes. It may lie over other parts, and stand on edges.
Place makeCorner(const Snap& snap);
// The link that something is drawn on: one that the mouse snapped to, or the plate or disc below it; else the
// frame.
int findCarrier(const BoardAccess& board, const ToolMouse& mouse);
// The point of a link under the mouse, of another one than `except`.
std::optional<BodyPoint> findLinkPoint(const BoardAccess& board, const ToolMouse& mouse, int except);
// The pin or end of a link, other than those of the carrier, where a distance (of a place of the world) is
// least; null when there is none.
const Handle* findNearestEnd(const Drawing& drawing, int carrier,
                             const std::function<double(QPointF)>& distance);

}  // namespace clank
