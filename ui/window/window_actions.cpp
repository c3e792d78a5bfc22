// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_actions.h"

#include <QApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTimer>
#include <initializer_list>

#include "ui/board/tools.h"
#include "ui/look/words.h"
#include "ui/window/file_commands.h"
#include "ui/window/run_question.h"
#include "ui/window/unit_menu.h"

namespace clank {
namespace {

void add(QMenu* menu, const Actions& actions, std::initializer_list<Command> commands) {
  for (const Command command : commands) menu->addAction(actions.get(command));
}

void fillRecent(QMenu* menu, const std::function<void(const QString&)>& open) {
  menu->clear();
  for (const QString& path : FileCommands::listRecent())
    menu->addAction(QFileInfo(path).fileName(), menu, [open, path] { open(path); })->setStatusTip(path);
  if (menu->isEmpty()) menu->addAction(tr("none yet"))->setEnabled(false);
}

void buildEditMenu(QMenu& edit, const Actions& actions) {
  add(&edit, actions, {Command::undo, Command::redo});
  edit.addSeparator();
  add(&edit, actions,
      {Command::cut, Command::copy, Command::paste, Command::duplicate, Command::repeat, Command::mirrorCopy,
       Command::letGo, Command::remove});
  edit.addSeparator();
  add(&edit, actions, {Command::selectAll});
  edit.addSeparator();
  add(&edit, actions,
      {Command::turnLeft, Command::turnRight, Command::mirror, Command::alignRow, Command::alignColumn});
}

void runOrPause(RunController& run, Playback& playback, const std::function<void()>& begin) {
  switch (run.state()) {
    case RunController::State::idle:
      return begin();
    case RunController::State::running:
      return run.pause();
    case RunController::State::paused:
      return run.resume();
    default:
      break;
  }
  if (run.trajectory().sampleCount() < 2) return begin();
  if (playback.isPlaying()) return playback.pause();
  playback.play();
}

// What stands in a field counts for the run, and keys that follow are for the run: the field is left.
void afterTyping(RunController& run, const std::function<void()>& act) {
  auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  if (!field) return act();
  field->clearFocus();
  QTimer::singleShot(0, &run, act);  // fields hand over what was typed when the events at hand are done
}

void holdOrGoOn(RunController& run, Playback& playback) {
  if (run.state() == RunController::State::running) return run.pause();
  if (run.state() == RunController::State::paused) return run.resume();
  playback.pause();
}

// Behind the last event of a run that is done the first one comes again.
void stepToEvent(const RunController& run, Playback& playback) {
  const auto& events = run.trajectory().events();
  const bool isLast = !events.empty() && playback.findLastEvent() == events.size() - 1;
  if (isLast && !run.isBusy()) return playback.goToEvent(0);
  playback.stepEvent(1);
}

}  // namespace

void buildMenus(QMainWindow& window, const Actions& actions, const Views& views, MechanismDocument& document,
                QMenu* followed, const std::function<void(const QString&)>& open) {
  auto* file = window.menuBar()->addMenu(tr("&File"));
  add(file, actions, {Command::create, Command::newWindow, Command::open});
  auto* recent = file->addMenu(tr("Open &recent"));
  QObject::connect(recent, &QMenu::aboutToShow, recent, [recent, open] { fillRecent(recent, open); });
  add(file, actions, {Command::startPage});
  file->addSeparator();
  add(file, actions, {Command::save, Command::saveAs, Command::import, Command::importPicture});
  file->addSeparator();
  add(file, actions, {Command::closeWindow, Command::quit});
  buildEditMenu(*window.menuBar()->addMenu(tr("&Edit")), actions);
  auto* draw = window.menuBar()->addMenu(tr("&Draw"));
  for (const ToolSpec& tool : listTools()) draw->addAction(actions.get(Actions::commandOf(tool.kind)));
  draw->addSeparator();
  draw->addAction(actions.get(Command::repeatTool));
  draw->addSeparator();
  add(draw, actions, {Command::camFromLaw, Command::geneva, Command::ratchet});
  auto* run = window.menuBar()->addMenu(tr("&Run"));
  add(run, actions, {Command::runPause, Command::run, Command::pause, Command::stop, Command::reset});
  run->addSeparator();
  add(run, actions,
      {Command::stepNext, Command::stepPrevious, Command::eventNext, Command::eventPrevious,
       Command::eventSide, Command::goToStart, Command::goToEnd});
  run->addSeparator();
  add(run, actions, {Command::slower, Command::faster, Command::loop});
  run->addSeparator();
  add(run, actions, {Command::whatIf, Command::frequencies, Command::startAtEquilibrium, Command::optimise});
  run->addSeparator();
  add(run, actions, {Command::keepRun, Command::runAllCases, Command::saveShelf});
  run->addSeparator();
  add(run, actions, {Command::studies, Command::runStudy});
  auto* view = window.menuBar()->addMenu(tr("&View"));
  add(view, actions, {Command::viewBoard, Command::viewBoth, Command::viewScene, Command::sideBySide});
  view->addSeparator();
  add(view, actions, {Command::fit, Command::zoomIn, Command::zoomOut, Command::grid});
  view->addMenu(new UnitMenu(document, view));
  view->addSeparator();
  add(view, actions,
      {Command::loupe, Command::exaggerate, Command::strobe, Command::follow, Command::followTurning});
  view->addMenu(followed);
  QMenu* arrows = view->addMenu(tr("&Arrows"));
  add(arrows, actions, {Command::contactForces, Command::reactions, Command::motion});
  arrows->addSeparator();
  add(arrows, actions, {Command::longerArrows, Command::shorterArrows});
  view->addSeparator();
  add(view, actions, {Command::resetPlots, Command::hideCurves});
  view->addSeparator();
  add(view, actions, {Command::velocities, Command::accelerations, Command::centres, Command::jointNames});
  view->addSeparator();
  add(view, actions, {Command::light, Command::dark, Command::presentation, Command::fullScreen});
  view->addSeparator();
  QMenu* panels = view->addMenu(tr("&Panels"));  // the menu would be higher than small screens
  for (QDockWidget* dock : views.docks()) panels->addAction(dock->toggleViewAction());
  add(view, actions, {Command::resetLayout, Command::nextPane, Command::previousPane});
  auto* exports = window.menuBar()->addMenu(tr("E&xport"));
  add(exports, actions,
      {Command::exportSamples, Command::exportEvents, Command::exportDrawing, Command::exportPlot,
       Command::exportPicture, Command::exportVideo, Command::exportReport});
  exports->addSeparator();
  add(exports, actions, {Command::copyPlot, Command::copyPlotTable});
  auto* help = window.menuBar()->addMenu(tr("&Help"));
  add(help, actions, {Command::manual, Command::exampleText, Command::cheatSheet, Command::about});
  for (auto* menu : window.menuBar()->findChildren<QMenu*>()) menu->setToolTipsVisible(true);  // why not now
}

void updEnabled(const Actions& actions, bool isOpen, const RunController& run, const Playback& playback) {
  const bool moves = run.trajectory().sampleCount() > 1;
  const bool busy = run.isBusy();
  const QString draw = tr("Open or draw a mechanism without errors first"), still = tr("Nothing moves now");
  actions.allow(Command::runPause, isOpen, draw);
  actions.allow(Command::frequencies, isOpen && !busy, isOpen ? tr("Not while it runs") : draw);
  actions.allow(Command::startAtEquilibrium, isOpen, draw);
  actions.allow(Command::optimise, isOpen, draw);
  actions.allow(Command::run, isOpen && run.state() != RunController::State::running,
                isOpen ? tr("It runs already") : draw);
  actions.allow(Command::pause, busy || playback.isPlaying(), still);
  actions.get(Command::pause)
      ->setText(run.state() == RunController::State::paused ? tr("&Go on") : tr("&Pause"));
  actions.allow(Command::stop, busy || playback.isPlaying(), still);
  actions.allow(Command::reset, isOpen && (busy || moves), tr("It stands at its start"));
  actions.allow(Command::exportDrawing, isOpen && run.trajectory().sampleCount() > 0, draw);
  for (const Command command :
       {Command::stepNext, Command::stepPrevious, Command::eventNext, Command::eventPrevious,
        Command::eventSide, Command::goToStart, Command::goToEnd, Command::exportSamples,
        Command::exportEvents, Command::copyPlotTable, Command::exportVideo, Command::exportReport,
        Command::copyPlot, Command::exportPlot})
    actions.allow(command, moves, tr("Run the mechanism first"));
}

void bindTransport(const Actions& actions, RunController& run, Playback& playback,
                   const std::function<std::vector<std::string>()>& plotted) {
  const auto begin = [&run, plotted] { runAfterQuestion(run, plotted()); };
  const auto on = [&](Command command, auto what) {
    QObject::connect(actions.get(command), &QAction::triggered, &run, what);
  };
  on(Command::runPause, [&run, &playback, begin] {
    afterTyping(run, [&run, &playback, begin] { runOrPause(run, playback, begin); });
  });
  on(Command::run, [&run, begin] {
    afterTyping(run, [&run, begin] { run.state() == RunController::State::paused ? run.resume() : begin(); });
  });
  on(Command::pause, [&] { holdOrGoOn(run, playback); });
  on(Command::stop, [&] {
    run.stop();
    playback.pause();
  });
  on(Command::reset, [&] { run.reset(); });
  on(Command::stepNext, [&] { playback.stepSample(1); });
  on(Command::stepPrevious, [&] { playback.stepSample(-1); });
  on(Command::eventNext, [&] { stepToEvent(run, playback); });
  on(Command::eventPrevious, [&] { playback.stepEvent(-1); });
  on(Command::eventSide, [&] { playback.changeSide(); });
  on(Command::goToStart, [&] { playback.goToStart(); });
  on(Command::goToEnd, [&] { playback.goToEnd(); });
  on(Command::loop, [&](bool checked) { playback.setLoop(checked); });
}

}  // namespace clank
