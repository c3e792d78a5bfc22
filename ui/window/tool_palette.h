// SPDX-License-Identifier: GPL-3.0-or-later
// The column of drawing tools. In a low window their names stand beside the icons, in a lower one the icons
// stand alone, and at last in two columns: every tool is in sight.
#pragma once

#include <QToolBar>
#include <vector>

#include "ui/window/actions.h"

class QGridLayout;

namespace clank {

class ToolPalette : public QToolBar {
  Q_OBJECT
 public:
  ToolPalette(const Actions& actions, QWidget* parent);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fit();
  void arrange(int columns, Qt::ToolButtonStyle style);

  QWidget* sheet_;
  QGridLayout* grid_;
  std::vector<QWidget*> things_;  // buttons and the lines between groups, in order
};

}  // namespace clank
