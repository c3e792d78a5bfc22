// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/presentation.h"

#include <QDockWidget>

#include "ui/window/tool_palette.h"

namespace clank {

constexpr int kReceiptWidth = 440;  // px

void Presentation::set(bool on) {
  if (on == isOn_) return;
  isOn_ = on;
  on ? begin() : end();
}

void Presentation::begin() {
  layout_ = window_.saveState();
  for (const Command command : {Command::viewBoard, Command::viewBoth, Command::viewScene})
    if (actions_.get(command)->isChecked()) view_ = command;
  actions_.get(Command::viewScene)->trigger();
  window_.findChild<ToolPalette*>()->hide();
  for (QDockWidget* dock : {views_.propertiesDock, views_.eventsDock, views_.publishedDock}) dock->hide();
  for (QDockWidget* dock : {views_.receiptDock, views_.parametersDock, views_.timelineDock, views_.plotsDock})
    dock->show();
  views_.receiptDock->raise();
  window_.resizeDocks({views_.receiptDock}, {kReceiptWidth}, Qt::Horizontal);
}

void Presentation::end() {
  actions_.get(view_)->trigger();
  window_.restoreState(layout_);
}

}  // namespace clank
