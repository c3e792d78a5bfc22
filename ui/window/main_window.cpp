// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include <QActionGroup>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QSettings>
#include <QSignalBlocker>
#include <QStatusBar>
#include <fstream>

#include "core/io/exporters.h"
#include "ui/panels/problem_panel.h"
#include "ui/panels/run_panel.h"
#include "ui/plots/plot_area.h"
#include "ui/scene/scene_view.h"
#include "ui/window/help_dialog.h"
#include "ui/window/speeds.h"
#include "ui/window/theme.h"
#include "ui/window/tool_bar.h"
#include "ui/window/window_actions.h"

namespace clank {

constexpr int kMessageTime = 8000;  // ms

MainWindow::MainWindow(bool dark)
    : selection_(document_),
      actions_(this),
      views_(*this, document_, selection_),
      binding_(views_, document_, run_, playback_, this),
      boardBinding_(*this, views_, actions_, run_, playback_) {
  setObjectName("clank");
  setWindowTitle("Clank");
  setWindowIcon(QIcon(":/icons/clank.svg"));
  setAcceptDrops(true);
  resize(1400, 900);
  buildMenus(*this, actions_, views_, [this](const QString& path) { open(path); });
  addToolBar(new ToolBar(actions_, views_, this));
  bindDocument();
  bindRun();
  bindTransport(actions_, run_, playback_);
  bindCommands();
  setDark(dark);
  views_.resetLayout(*this);
  restoreLayout();
  updEnabled(actions_, false, run_, playback_);
}

MainWindow::~MainWindow() = default;

bool MainWindow::open(const QString& path, const QString& caseId) {
  if (document_.load(path, caseId)) return true;
  views_.problems->setProblems(tr("%1 cannot be opened").arg(QFileInfo(path).fileName()),
                               document_.problems());
  return false;
}

void MainWindow::bindDocument() {
  connect(&document_, &MechanismDocument::loaded, this, [this] {
    setWindowTitle(tr("%1 - Clank").arg(document_.title()));
    showCases();
    setSpeed(findWatchableSpeed(document_.resolved().simulation.duration.value));
  });
  connect(&document_, &MechanismDocument::resolvedChanged, this, [this] {
    views_.run->setMechanism(document_.resolved(), document_.caseId(), document_.overrides());
    run_.setMechanism(document_.resolved());
    const QSignalBlocker quiet(views_.cases);
    views_.cases->setCurrentIndex(views_.cases->findData(QString::fromStdString(document_.caseId())));
    views_.cases->setToolTip(views_.cases->currentText());
  });
  connect(&document_, &MechanismDocument::problemsChanged, this, &MainWindow::showProblems);
  connect(views_.cases, &QComboBox::activated, this,
          [this](int index) { document_.setCase(views_.cases->itemData(index).toString()); });
  connect(views_.run, &RunPanel::parameterEdited, this, [this](const QString& id, const QString& text) {
    if (document_.setParameter(id, text)) return;
    const auto& problems = document_.problems();
    views_.run->showError(id, problems.empty() ? QString() : QString::fromStdString(problems.front().what));
  });
  connect(views_.run, &RunPanel::resetAsked, this, [this] { document_.clearParameters(); });
}

void MainWindow::bindRun() {
  connect(&run_, &RunController::stateChanged, this, &MainWindow::showState);
  const auto enable = [this] { updEnabled(actions_, document_.isOpen(), run_, playback_); };
  connect(&run_, &RunController::stateChanged, this, enable);
  connect(&run_, &RunController::cleared, this, enable);
  connect(&run_, &RunController::advanced, this, enable);
  connect(&playback_, &Playback::playingChanged, this, enable);
  connect(&run_, &RunController::assembled, this, [this] { views_.scene->fit(); });
  connect(views_.speeds, &QComboBox::activated, this,
          [this](int index) { setSpeed(views_.speeds->itemData(index).toDouble()); });
}

void MainWindow::bindCommands() {
  const auto on = [this](Command command, auto what) {
    connect(actions_.get(command), &QAction::triggered, this, what);
  };
  on(Command::open, [this] {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open a mechanism"), QFileInfo(document_.path()).path(),
                                     tr("Mechanisms (*.clank);;All files (*)"));
    if (!path.isEmpty()) open(path);
  });
  on(Command::quit, [this] { close(); });
  on(Command::exportSamples, [this] {
    askAndWrite(tr("Export samples"), "samples.csv", tr("Tables (*.csv)"),
                [this](auto& p) { return exportSamples(p); });
  });
  on(Command::exportEvents, [this] {
    askAndWrite(tr("Export events"), "events.csv", tr("Tables (*.csv)"),
                [this](auto& p) { return exportEvents(p); });
  });
  on(Command::exportPicture, [this] {
    askAndWrite(tr("Export window"), "clank.png", tr("Pictures (*.png)"),
                [this](auto& p) { return exportPicture(p); });
  });
  on(Command::exportPlot, [this] { views_.plots->getActive().askForPicture(); });
  connect(views_.plots, &PlotArea::pictureWritten, this, &MainWindow::report);
  on(Command::fit, [this] { views_.scene->fit(); });
  on(Command::resetPlots, [this] { views_.plots->resetView(); });
  on(Command::resetLayout, [this] { views_.resetLayout(*this); });
  on(Command::cheatSheet, [this] { showCheatSheet(this); });
  on(Command::about, [this] { showAbout(this); });
  auto* themes = new QActionGroup(this);
  for (const Command command : {Command::light, Command::dark}) {
    themes->addAction(actions_.get(command));
    on(command, [this, command] {
      setDark(command == Command::dark);
      saveDarkChoice(command == Command::dark);
    });
  }
}

void MainWindow::setDark(bool dark) {
  const Palette& palette = dark ? Palette::darkSet() : Palette::light();
  actions_.get(dark ? Command::dark : Command::light)->setChecked(true);
  applyTheme(palette);
  actions_.setLook(palette);
  views_.setLook(palette);
}

void MainWindow::showCases() {
  const QSignalBlocker quiet(views_.cases);
  views_.cases->clear();
  for (const auto& c : document_.drawn().cases) {
    views_.cases->addItem(QString::fromStdString(c.name.empty() ? c.id : c.name),
                          QString::fromStdString(c.id));
    views_.cases->setItemData(views_.cases->count() - 1, QString::fromStdString(c.note), Qt::ToolTipRole);
  }
  views_.cases->setEnabled(views_.cases->count() > 0);
}

void MainWindow::showProblems() {
  views_.problems->setProblems(tr("Problems in %1").arg(document_.title()), document_.problems());
}

void MainWindow::showState(RunController::State state) {
  switch (state) {
    case RunController::State::running:
      statusBar()->showMessage(tr("Computing"));
      break;
    case RunController::State::paused:
      statusBar()->showMessage(tr("Paused: Space goes on, Esc stops"));
      break;
    case RunController::State::finished:
      statusBar()->showMessage(tr("Finished: Space plays it again, N goes to the next event"), kMessageTime);
      break;
    case RunController::State::interrupted:
      statusBar()->showMessage(tr("Stopped at t = %1 s").arg(run_.summary().t), kMessageTime);
      break;
    case RunController::State::idle:
      statusBar()->clearMessage();
      break;
    case RunController::State::failed:
      statusBar()->showMessage(tr("The run failed; what was computed is kept"), kMessageTime);
      break;
  }
  const bool ended = state == RunController::State::finished || state == RunController::State::failed;
  if (ended && !run_.summary().problems.empty())
    views_.problems->setProblems(state == RunController::State::failed
                                     ? tr("The run failed at t = %1 s").arg(run_.summary().t)
                                     : tr("The run finished with warnings"),
                                 run_.summary().problems);
}

void MainWindow::setSpeed(double speed) {
  const int index = views_.speeds->findData(speed);
  if (index >= 0) views_.speeds->setCurrentIndex(index);
  run_.setSpeed(speed);
  playback_.setSpeed(speed);
}

void MainWindow::askAndWrite(const QString& title, const QString& name, const QString& filter,
                             const std::function<bool(const QString&)>& write) {
  const QString path = QFileDialog::getSaveFileName(this, title, name, filter);
  if (!path.isEmpty()) write(path);
}

bool MainWindow::report(const QString& path, bool written) {
  statusBar()->showMessage(written ? tr("Written: %1").arg(path) : tr("Cannot write %1").arg(path),
                           kMessageTime);
  return written;
}

bool MainWindow::exportSamples(const QString& path) {
  std::ofstream out(path.toStdString(), std::ios::binary);
  if (out) writeSamplesCsv(out, run_.trajectory());
  out.close();
  return report(path, out.good());
}

bool MainWindow::exportEvents(const QString& path) {
  std::ofstream out(path.toStdString(), std::ios::binary);
  if (out) writeEventsCsv(out, run_.trajectory());
  out.close();
  return report(path, out.good());
}

bool MainWindow::exportPicture(const QString& path) {
  return report(path, grab().save(path, "PNG"));
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls() && event->mimeData()->urls().front().isLocalFile())
    event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  open(event->mimeData()->urls().front().toLocalFile());
}

void MainWindow::restoreLayout() {
  const QSettings settings;
  restoreGeometry(settings.value("window/geometry").toByteArray());
  restoreState(settings.value("window/state").toByteArray());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  QSettings settings;
  settings.setValue("window/geometry", saveGeometry());
  settings.setValue("window/state", saveState());
  QMainWindow::closeEvent(event);
}

}  // namespace clank
