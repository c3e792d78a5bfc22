// SPDX-License-Identifier: GPL-3.0-or-later
// Tools that join the bodies which lie over each other where it is clicked: two at once, one alone to the
// frame; of more a choice is offered.
#pragma once

#include "ui/board/joint_tool.h"

namespace clank {

class JoinTool : public PointTool {
 public:
  using PointTool::PointTool;
  void press(const ToolMouse& mouse) override;
  QString cursorHint(const ToolMouse& mouse) const override;
  std::vector<int> bodiesMeant(const ToolMouse& mouse) const override;

 protected:
  // Words for what it does: "pins link1 to plate1".
  virtual QString tellJoined(const QString& one, const QString& other) const = 0;
  virtual QString tellChoice(const QString& bodies) const = 0;
  // Joins two bodies, in one step with whatever else belongs to it; returns what is selected then.
  virtual ElementId join(Mechanism& m, const BodyPoint& one, const BodyPoint& other) const = 0;
  virtual QString nameOfStep() const = 0;
  // More than two can be joined with each other at one place.
  virtual bool joinsAll() const { return true; }
  void joinAt(const Meeting& meeting, QPointF pixel);

 private:
  using Pair = std::pair<BodyPoint, BodyPoint>;
  void joinPairs(const std::vector<Pair>& pairs);
  void chooseBody(const Meeting& meeting, QPointF pixel);
  Meeting meetingAt(const ToolMouse& mouse) const { return findMeeting(board_.drawing(), mouse.snap); }
};

class PinTool : public JoinTool {
 public:
  using JoinTool::JoinTool;
  QString hint() const override;

 protected:
  QString tellJoined(const QString& one, const QString& other) const override;
  QString tellChoice(const QString& bodies) const override;
  ElementId join(Mechanism& m, const BodyPoint& one, const BodyPoint& other) const override;
  QString nameOfStep() const override;
};

// A pin that is there becomes rigid, and free again.
class WeldTool : public JoinTool {
 public:
  using JoinTool::JoinTool;
  QString hint() const override;
  void press(const ToolMouse& mouse) override;
  QString cursorHint(const ToolMouse& mouse) const override;

 protected:
  QString tellJoined(const QString& one, const QString& other) const override;
  QString tellChoice(const QString& bodies) const override;
  ElementId join(Mechanism& m, const BodyPoint& one, const BodyPoint& other) const override;
  QString nameOfStep() const override;
};

// Where there is no joint yet that could be driven, a pin is made.
class MotorTool : public JoinTool {
 public:
  using JoinTool::JoinTool;
  QString hint() const override;
  void press(const ToolMouse& mouse) override;
  QString cursorHint(const ToolMouse& mouse) const override;

 protected:
  QString tellJoined(const QString& one, const QString& other) const override;
  QString tellChoice(const QString& bodies) const override;
  ElementId join(Mechanism& m, const BodyPoint& one, const BodyPoint& other) const override;
  QString nameOfStep() const override;
  bool joinsAll() const override { return false; }

 private:
  const Drive* findDriveOf(std::size_t joint) const;
  std::optional<std::size_t> findDriven(const ToolMouse& mouse) const;
};

}  // namespace clank
