// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/presentation.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QMenuBar>
#include <QStatusBar>

#include "ui/panels/problem_panel.h"
#include "ui/panels/run_times.h"
#include "ui/panels/status_line.h"
#include "ui/plots/plot_area.h"
#include "ui/window/tool_bar.h"
#include "ui/window/tool_palette.h"

namespace clank {

constexpr int kColumnWidth = 490;  // px, of the receipt and the plots

double presentationScale(const QWidget& window) {
  if (window.height() < 680) return 1.2;
  return window.height() < 800 ? 1.4 : 1.6;
}

Presentation::Presentation(QMainWindow& window, Views& views, const Actions& actions)
    : window_(window), views_(views), actions_(actions), remarks_(new QToolButton) {
  remarks_->setObjectName("remarkCount");
  remarks_->setAutoRaise(true);
  remarks_->setToolTip(QCoreApplication::translate("Presentation", "Show what the run has said"));
  remarks_->hide();
  window_.statusBar()->insertPermanentWidget(0, remarks_);
  const ProblemPanel* problems = views_.problems;
  QObject::connect(problems, &ProblemPanel::heldBack, remarks_, [this](int count) {
    remarks_->setText(count == 1 ? QCoreApplication::translate("Presentation", "1 remark")
                                 : QCoreApplication::translate("Presentation", "%1 remarks").arg(count));
    remarks_->setVisible(count > 0);
  });
  QObject::connect(remarks_, &QToolButton::clicked, &window_, [this] {
    remarks_->hide();
    views_.problems->show();
  });
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
  views_.problems->setErrorsAlone(true);
  views_.times->hide();
  for (QDockWidget* dock : {views_.propertiesDock, views_.studiesDock, views_.eventsDock,
                            views_.publishedDock, views_.comparisonDock, views_.studyFigureDock})
    dock->hide();
  for (QDockWidget* dock : {views_.receiptDock, views_.parametersDock, views_.timelineDock, views_.plotsDock})
    dock->show();
  // The scene is what a class looks at: beside it, not under it, stand the plots, one above the other, and in
  // their place the whole receipt when somebody goes to an event.
  window_.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  views_.plots->setStacked(true);
  window_.tabifyDockWidget(views_.receiptDock, views_.plotsDock);
  window_.resizeDocks({views_.plotsDock}, {kColumnWidth}, Qt::Horizontal);
  views_.plotsDock->raise();
}

void Presentation::end() {
  actions_.get(view_)->trigger();
  window_.setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
  views_.plots->setStacked(false);
  window_.restoreState(layout_);
  window_.findChild<ToolBar*>()->setTeaching(false);
  views_.status->setTeaching(false);
  window_.menuBar()->show();
  views_.problems->setErrorsAlone(false);
  views_.times->show();
  views_.setPlotsShare(window_, plotsShare_);
}

}  // namespace clank
