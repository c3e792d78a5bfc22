// SPDX-License-Identifier: GPL-3.0-or-later
// Selecting, and moving the mechanism by hand; or, to reshape, moving its pins.
#pragma once

#include "ui/board/limit_marks.h"
#include "ui/board/tool.h"

namespace clank {

class SelectTool : public Tool {
 public:
  using Tool::Tool;
  QString hint() const override;
  void press(const ToolMouse& mouse) override;
  void grasp(const BodyPoint& point, const ToolMouse& mouse) override;
  void move(const ToolMouse& mouse) override;
  void release(const ToolMouse& mouse) override;
  void doubleClick(const ToolMouse&) override {}
  bool escape() override;
  void paint(QPainter& painter, const ToolMouse& mouse) override;
  bool isDragging() const override { return drag_ == Drag::pull; }
  bool snaps() const override { return false; }
  Qt::CursorShape cursor() const override { return Qt::ArrowCursor; }

 private:
  enum class Drag { none, waiting, pull, hand, limit, still, band };
  void beginDrag(const ToolMouse& mouse);
  void beginPull(const ToolMouse& mouse);
  void pullTo(const ToolMouse& mouse);
  void beginLimit();
  double findDraggedValue(const ToolMouse& mouse) const;
  void dragLimit(const ToolMouse& mouse);
  void dragStill(const ToolMouse& mouse);
  void click(const ToolMouse& mouse);
  std::optional<ElementId> findClicked(const ToolMouse& mouse, bool adds);
  void selectBand(const ToolMouse& mouse);
  void reportPull(const PullResult& result);
  void reportReturn(const std::vector<BodyPose>& poses);

  Drag drag_ = Drag::none;
  QPointF from_, fromWorld_;  // px, m: where the button went down
  std::optional<BodyPoint> grasped_;
  std::optional<LimitMark> limit_;
  std::string limitParameter_;      // whose value the limit is
  QString lostExpression_;          // that the limit was
  std::optional<ElementId> still_;  // a surface of the frame, or a picture
  QPointF moved_;                   // m, of what stands still in a run, so far
  std::vector<BodyPose> before_;
  int mergeId_ = -1;
  int stepsBefore_ = 0;  // on the undo stack
  int mobility_ = -1;
  std::optional<QPointF> clicked_;  // px, the last click
};

// Moves a pin to another place: links change their length, plates their shape.
class ReshapeTool : public Tool {
 public:
  using Tool::Tool;
  QString hint() const override;
  QString cursorHint(const ToolMouse& mouse) const override;
  void press(const ToolMouse& mouse) override;
  void move(const ToolMouse& mouse) override;
  void release(const ToolMouse& mouse) override;
  bool escape() override;
  Qt::CursorShape cursor() const override { return Qt::PointingHandCursor; }
  std::vector<int> changing() const override { return bodies_; }

 private:
  std::optional<QPointF> handle_;  // world, of the handle as it now is
  std::vector<int> bodies_;        // whose points lie in it
  int mergeId_ = -1, stepsBefore_ = 0;
  // Of bars that are as long as a parameter says: the parameter and its text when the drag began.
  struct Stretched {
    std::string body, parameter, before;
  };
  std::vector<Stretched> stretched_;
};

}  // namespace clank
