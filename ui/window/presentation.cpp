// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/presentation.h"

#include <QDockWidget>
#include <QMenuBar>
#include <QStatusBar>

#include "ui/panels/run_times.h"
#include "ui/panels/status_line.h"
#include "ui/window/tool_bar.h"
#include "ui/window/tool_palette.h"

namespace clank {

constexpr int kReceiptWidth = 440;        // px
constexpr double kPresentedPlots = 0.25;  // of the height of the window: its letters are larger too

double presentationScale(const QWidget& window) {
  if (window.height() < 680) return 1.2;
  return window.height() < 800 ? 1.4 : 1.6;
}

void Presentation::set(bool on) {
  if (on == isOn_) return;
  isOn_ = on;
  on ? begin() : end();
}

void Presentation::begin() {
  layout_ = window_.saveState();
  plotsShare_ = views_.plotsShare();
  for (const Command command : {Command::viewBoard, Command::viewBoth, Command::viewScene})
    if (actions_.get(command)->isChecked()) view_ = command;
  actions_.get(Command::viewScene)->trigger();
  window_.findChild<ToolPalette*>()->hide();
  window_.findChild<ToolBar*>()->setTeaching(true);
  views_.status->setTeaching(true);
  window_.menuBar()->hide();
  views_.times->hide();
  for (QDockWidget* dock :
       {views_.propertiesDock, views_.studiesDock, views_.eventsDock, views_.publishedDock})
    dock->hide();
  for (QDockWidget* dock : {views_.receiptDock, views_.parametersDock, views_.timelineDock, views_.plotsDock})
    dock->show();
  views_.receiptDock->raise();
  window_.resizeDocks({views_.receiptDock}, {kReceiptWidth}, Qt::Horizontal);
  views_.plotsDock->raise();
  views_.setPlotsShare(window_, kPresentedPlots);
}

void Presentation::end() {
  actions_.get(view_)->trigger();
  window_.restoreState(layout_);
  window_.findChild<ToolBar*>()->setTeaching(false);
  views_.status->setTeaching(false);
  window_.menuBar()->show();
  views_.times->show();
  views_.setPlotsShare(window_, plotsShare_);
}

}  // namespace clank
