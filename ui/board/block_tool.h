// SPDX-License-Identifier: GPL-3.0-or-later
// A block: a solid rectangle from corner to corner.
#pragma once

#include "ui/board/link_tool.h"

namespace clank {

class BlockTool : public LineTool {
 public:
  using LineTool::LineTool;
  QString hint() const override;

 protected:
  void finish(const Place& from, const Place& to) override;
  void paintLine(QPainter& painter, QPointF from, QPointF to) override;
};

}  // namespace clank
