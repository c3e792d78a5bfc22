// SPDX-License-Identifier: GPL-3.0-or-later
// Gives a picture its scale by a distance that is known in it, or makes a line of it level.
#pragma once

#include "ui/board/tool.h"

namespace clank {

class PictureTool : public Tool {
 public:
  using Tool::Tool;
  QString hint() const override;
  void press(const ToolMouse& mouse) override;
  void doubleClick(const ToolMouse&) override {}
  bool escape() override;
  bool hasBegun() const override { return first_.has_value(); }
  void paint(QPainter& painter, const ToolMouse& mouse) override;
  QStringList options() const override;
  void choose(int option) override { levels_ = option == 1; }
  bool snaps() const override { return false; }

 private:
  bool findPicture(QPointF world);
  void askDistance(QPointF pixel);
  QString scaleTo(const QString& typed);
  void makeLevel();
  void end();

  bool levels_ = false;
  std::string picture_;
  std::optional<QPointF> first_, second_;  // m, world
};

}  // namespace clank
