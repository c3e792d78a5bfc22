// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/views.h"

#include <QComboBox>
#include <QDockWidget>
#include <QFrame>
#include <QStatusBar>
#include <QVBoxLayout>

#include "ui/panels/event_table.h"
#include "ui/panels/problem_list.h"
#include "ui/panels/published_panel.h"
#include "ui/panels/receipt_panel.h"
#include "ui/panels/run_panel.h"
#include "ui/panels/status_line.h"
#include "ui/panels/timeline.h"
#include "ui/plots/plot_area.h"
#include "ui/scene/scene_view.h"
#include "ui/window/dock_title.h"
#include "ui/window/speeds.h"

namespace clank {
namespace {

constexpr int kInspectorWidth = 312;

// A widget in a frame that a style sheet can round.
QFrame* makeFrame(QWidget* content, const char* name) {
  auto* frame = new QFrame;
  frame->setObjectName(name);
  auto* layout = new QVBoxLayout(frame);
  layout->setContentsMargins(1, 0, 1, 4);
  layout->setSpacing(0);
  layout->addWidget(content);
  return frame;
}

QDockWidget* makeDock(QMainWindow& window, const QString& title, const char* name, QWidget* content) {
  auto* dock = new QDockWidget(title, &window);
  dock->setObjectName(name);
  dock->setWidget(content);
  dock->setAccessibleName(title);
  return dock;
}

}  // namespace

Views::Views(QMainWindow& window)
    : problems(new ProblemList),
      scene(new SceneView),
      run(new RunPanel),
      receipt(new ReceiptPanel),
      timeline(new Timeline),
      plots(new PlotArea),
      events(new EventTable),
      published(new PublishedPanel),
      status(new StatusLine),
      cases(new QComboBox),
      speeds(new QComboBox) {
  auto* middle = new QWidget;
  auto* layout = new QVBoxLayout(middle);
  layout->setContentsMargins(8, 8, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(problems);
  layout->addWidget(scene, 1);
  scene->setAccessibleName(QMainWindow::tr("Scene: the moving mechanism"));
  scene->setMinimumSize(240, 180);
  window.setCentralWidget(middle);
  runDock = makeDock(window, QMainWindow::tr("Run"), "run", makeFrame(run, "dockBody"));
  receiptDock = makeDock(window, QMainWindow::tr("Receipt"), "receipt", makeFrame(receipt, "dockBody"));
  timelineDock = makeDock(window, QMainWindow::tr("Timeline"), "timeline", makeFrame(timeline, "dockBody"));
  plotsDock = makeDock(window, QMainWindow::tr("Plots"), "plots", plots);
  eventsDock = makeDock(window, QMainWindow::tr("Events"), "events", makeFrame(events, "card"));
  publishedDock = makeDock(window, QMainWindow::tr("Published"), "published", makeFrame(published, "card"));
  for (QDockWidget* dock : {runDock, receiptDock})
    titles_.push_back(DockTitle::install(dock, DockTitle::Kind::named));
  titles_.push_back(DockTitle::install(timelineDock, DockTitle::Kind::grip));
  for (QDockWidget* dock : {plotsDock, eventsDock, publishedDock})
    titles_.push_back(DockTitle::install(dock, DockTitle::Kind::none));
  window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  window.setDocumentMode(true);
  window.statusBar()->addPermanentWidget(status);
  window.statusBar()->setSizeGripEnabled(false);
  cases->setAccessibleName(QMainWindow::tr("Case"));
  cases->setToolTip(QMainWindow::tr("Case: a named set of parameter values"));
  cases->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  cases->setMinimumWidth(120);
  speeds->setAccessibleName(QMainWindow::tr("Speed"));
  speeds->setToolTip(QMainWindow::tr("Simulated time per real time, of the run and of playing it again"));
  for (const double speed : clank::speeds()) speeds->addItem(toSpeedWords(speed), speed);
  for (QComboBox* box : {cases, speeds}) box->setFocusPolicy(Qt::TabFocus);
  resetLayout(window);
}

void Views::resetLayout(QMainWindow& window) {
  for (QDockWidget* dock : docks()) {
    dock->setFloating(false);
    window.removeDockWidget(dock);
  }
  window.addDockWidget(Qt::RightDockWidgetArea, runDock);
  window.addDockWidget(Qt::RightDockWidgetArea, receiptDock);
  window.addDockWidget(Qt::BottomDockWidgetArea, timelineDock);
  window.addDockWidget(Qt::BottomDockWidgetArea, plotsDock);
  window.splitDockWidget(timelineDock, plotsDock, Qt::Vertical);
  window.tabifyDockWidget(plotsDock, eventsDock);
  window.tabifyDockWidget(plotsDock, publishedDock);
  for (QDockWidget* dock : docks()) dock->show();
  plotsDock->raise();
  window.resizeDocks({runDock, receiptDock}, {kInspectorWidth, kInspectorWidth}, Qt::Horizontal);
  const int height = window.height();
  window.resizeDocks({runDock, receiptDock}, {height * 22 / 100, height * 30 / 100}, Qt::Vertical);
  window.resizeDocks({plotsDock}, {height * 30 / 100}, Qt::Vertical);
}

void Views::setLook(const Palette& palette) {
  problems->setLook(palette);
  scene->setLook(palette);
  receipt->setLook(palette);
  timeline->setLook(palette);
  plots->setLook(palette);
  status->setLook(palette);
  for (DockTitle* title : titles_) title->setLook(palette);
}

}  // namespace clank
