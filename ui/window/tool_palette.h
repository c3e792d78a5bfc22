// SPDX-License-Identifier: GPL-3.0-or-later
// The column of drawing tools. In a low window its buttons keep only their icons.
#pragma once

#include <QToolBar>

#include "ui/board/tool.h"
#include "ui/window/actions.h"

namespace clank {

class ToolPalette : public QToolBar {
  Q_OBJECT
 public:
  ToolPalette(const Actions& actions, QWidget* parent);
  // The commands of the tools follow each other in the order of ToolKind.
  static Command commandOf(ToolKind kind);

 protected:
  void resizeEvent(QResizeEvent* event) override;
};

}  // namespace clank
