// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLocale>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <QTabBar>
#include <QTimer>
#include <algorithm>
#include <fstream>
#include <utility>

#include "core/io/exporters.h"
#include "ui/board/board.h"
#include "ui/document/properties.h"
#include "ui/look/export_file.h"
#include "ui/look/scale.h"
#include "ui/panels/notice_bar.h"
#include "ui/panels/problem_panel.h"
#include "ui/panels/status_line.h"
#include "ui/panels/study_panel.h"
#include "ui/plots/plot_area.h"
#include "ui/report/drawing_file.h"
#include "ui/scene/scene_view.h"
#include "ui/window/example_text.h"
#include "ui/window/help_dialog.h"
#include "ui/window/message_bar.h"
#include "ui/window/report_export.h"
#include "ui/window/speeds.h"
#include "ui/window/start_page.h"
#include "ui/window/theme.h"
#include "ui/window/tool_bar.h"
#include "ui/window/tool_palette.h"
#include "ui/window/window_actions.h"

namespace clank {

constexpr int kMessageTime = 8000;   // ms
constexpr int kRoomForWords = 1100;  // px, of the window

MainWindow::MainWindow(bool dark)
    : unitsInForce_(document_, *this),
      selection_(document_),
      actions_(this),
      views_(*this, document_, selection_),
      binding_(views_, document_, run_, playback_, this),
      shelfBinding_(views_, document_, run_, playback_, actions_, shelf_, this),
      sideBySide_(views_, run_, playback_, shelf_, actions_, this),
      studyBinding_(views_, document_, run_, shelf_, actions_, this),
      referenceBinding_(views_, document_, run_, this),
      plotBinding_(views_, document_, this),
      boardBinding_(*this, views_, actions_, run_, playback_),
      handBinding_(views_, document_, run_, playback_, this),
      pointingBinding_(views_, document_, this),
      manualBinding_(*this, views_, actions_, [this](const QString& path) { files_.openAsked(path); }),
      bendingBinding_(views_, document_, run_, this),
      followBinding_(views_, selection_, run_, actions_, this),
      outdatedBinding_(views_, run_, playback_, this),
      frequencies_(new FrequencyDialog(*this, run_, playback_, *views_.scene)),
      video_(new VideoExport(*this, views_, run_)),
      optimise_(new OptimiseDialog(*this, document_)),
      files_(*this, document_, actions_, *views_.notice),
      imports_(*this, document_, selection_, actions_, [this] { return files_.mayLeave(); }),
      drawing_(document_, selection_, actions_, this),
      presentation_(*this, views_, actions_),
      focusKeys_(
          *this, [this] { return listPanes(); },
          [this]() -> QWidget* {
            return views_.board->isVisible() ? static_cast<QWidget*>(views_.board) : views_.scene;
          }),
      wheelGuard_(*this),
      cutTexts_(*this),
      problems_(*this, views_, document_, actions_),
      start_(new StartPage(this)) {
  // What they announce is shown in the units of this window (UnitsInForce).
  for (QObject* part : std::initializer_list<QObject*>{&document_, &run_, &playback_, &shelf_})
    part->setParent(this);
  setObjectName("clank");
  setWindowTitle("Clank");
  setWindowIcon(QIcon(":/icons/clank.svg"));
  setAcceptDrops(true);
  resize(QSize(1400, 900).boundedTo(screen()->availableSize()));
  buildMenus(*this, actions_, views_, document_, followBinding_.menu(),
             [this](const QString& path) { files_.openAsked(path); });
  addToolBar(new ToolBar(actions_, views_, this));
  bindDocument();
  bindRun();
  bindTransport(actions_, run_, playback_, [this] { return views_.plots->listPlotted(); });
  bindCommands();
  setStartPageShown(false);
  setSpeed(1);
  setLook(dark);
  views_.resetLayout(*this);
  restoreLayout();
  allowCommands();
  actions_.allow(Command::exampleText, false, tr("Open an example first"));
}

MainWindow::~MainWindow() = default;

// They stay until something happens to the drawing, which is what it was, or it is saved after all.
void MainWindow::showFileProblems(const QString& title) {
  views_.showProblems(title, document_.fileProblems(), true);
  constexpr auto kOnce = static_cast<Qt::ConnectionType>(Qt::SingleShotConnection | Qt::UniqueConnection);
  connect(&document_, &MechanismDocument::drawnChanged, this, &MainWindow::showProblems, kOnce);
  connect(&files_, &FileCommands::saved, this, &MainWindow::showProblems, kOnce);
}

void MainWindow::bindDocument() {
  connect(start_, &StartPage::picked, this, [this](const QString& path) { files_.openAsked(path); });
  connect(start_, &StartPage::emptyAsked, &files_, &FileCommands::create);
  connect(start_, &StartPage::backAsked, this, [this] { setStartPageShown(false); });
  // One that comes to the front does so below the start page; not while the window goes, as its members do
  // first.
  for (QDockWidget* dock : views_.docks())
    connect(dock, &QDockWidget::visibilityChanged, &files_, [this] { placeStartPage(); });
  connect(&document_, &MechanismDocument::loaded, this, [this] {
    setStartPageShown(false);
    actions_.allow(Command::exampleText, !findExampleText(document_.path()).isEmpty(),
                   tr("No text lies beside this file"));
    statusBar()->clearMessage();  // it spoke of the drawing before
    focusKeys_.returnToSheet();
    actions_.get(Command::whatIf)->setChecked(false);
    run_.setExploring(false);
    run_.clear();
    setSpeed(findWatchableSpeed(document_.shown().simulation.duration.value));
  });
  connect(&document_, &MechanismDocument::resolvedChanged, this, &MainWindow::showResolved);
  connect(&document_, &MechanismDocument::problemsChanged, this, &MainWindow::showProblems);
  connect(views_.problems, &ProblemPanel::picked, this, [this](const QString& where) {
    const auto element = findElementAt(document_.drawn(), where.toStdString());
    if (element) selection_.select(*element);
    if (isOfSearch({"", where.toStdString()})) {
      studyBinding_.showPanel();
      views_.studies->choosePlace(where.toStdString());
    }
    if (where.startsWith("/simulation")) {  // the settings stand below the parameters
      views_.parametersDock->show();
      views_.parametersDock->raise();
    }
  });
  connect(&selection_, &Selection::changed, this, [this] {
    if (!selection_.isEmpty()) views_.propertiesDock->raise();
  });
  connect(&files_, &FileCommands::said, this, &MainWindow::say);
  connect(&files_, &FileCommands::fileRefused, this, &MainWindow::showFileProblems);
  connect(&imports_, &ImportCommands::said, this, &MainWindow::say);
  connect(&drawing_, &DrawingCommands::said, this, &MainWindow::say);
  drawing_.setBegun([this] { return views_.board->hasBegun(); }, [this] { return views_.board->takeBack(); });
  connect(views_.board, &Board::hintChanged, &drawing_, &DrawingCommands::updUndo);
  connect(&files_, &FileCommands::windowAsked, this, &MainWindow::openWindow);
  // The notice lies under the start page, which comes back where nothing else is to be seen.
  connect(&files_.opening(), &FileOpening::noticed, this, [this] { setStartPageShown(false); });
  connect(&files_.opening(), &FileOpening::cancelled, this, [this] {
    if (!document_.isOpen()) showStartPage();
  });
}

void MainWindow::allowCommands() {
  updEnabled(actions_, document_.isOpen() && isSound_ && start_->isHidden(), run_, playback_);
  actions_.allow(Command::whatIf, start_->isHidden(), tr("Open or draw a mechanism first"));
}

// Only what can move goes to the solver: a drawing in the making has problems, and they are listed. What was
// run before is past as long as they stop it.
void MainWindow::followDrawing() {
  const bool wasSound = std::exchange(isSound_, !stopRun(document_.problems()));
  if (!isSound_) return run_.setOutdated(true);
  // What If had not shown it yet when an error came between.
  const bool wasDropped =
      !wasSound && run_.isExploring() && run_.sharedMechanism() != document_.sharedResolved();
  awaitsRun_ = awaitsRun_ || wasDropped;
  if (std::exchange(awaitsRun_, false)) return run_.setMechanism(document_.sharedResolved());
  run_.setOutdated(false);
}

void MainWindow::showResolved() {
  awaitsRun_ = true;
  followDrawing();
  if (document_.drawn().bodies.empty()) run_.clear();  // what was drawn is taken away: nothing moves
  allowCommands();
  actions_.get(Command::startAtEquilibrium)
      ->setChecked(document_.shown().simulation.start.value == StartPosition::equilibrium);
}

// One copy after another; the start page comes when there is nothing left to decide.
void MainWindow::offerRecovery() {
  const auto copies = findRecoveryCopies();
  const auto leave = [this] {
    if (!document_.isOpen() && !files_.opening().isUnderWay() && views_.problems->isHidden()) showStartPage();
  };
  if (copies.empty()) return leave();
  setStartPageShown(false);
  const RecoveryCopy& copy = copies.front();  // the answers keep their own
  views_.notice->ask(
      tr("%1 was left unsaved on %2").arg(copy.title, QLocale().toString(copy.written, tr("d MMM, HH:mm"))),
      {{tr("Recover"),
        [this, copy] {
          files_.recover(copy);
          offerRecovery();
        }},
       {tr("Throw away"),
        [this, copy] {
          removeRecoveryCopy(copy.file);
          offerRecovery();
        }},
       {tr("Later"), leave}});
}

// What lies under it is out of reach of keys too.
void MainWindow::setStartPageShown(bool shown) {
  if (shown) start_->setDrawing(document_.isOpen() ? document_.title() : QString());
  const bool hadFocus = start_->isAncestorOf(QApplication::focusWidget());
  start_->setVisible(shown);
  centralWidget()->setEnabled(!shown);
  if (hadFocus && !shown) views_.board->setFocus();  // not whatever field comes next
  findChild<ToolPalette*>()->setEnabled(!shown);
  for (QDockWidget* dock : views_.docks()) dock->setEnabled(!shown);
  for (auto* tabs : findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) tabs->setEnabled(!shown);
  placeStartPage();
  allowCommands();
  if (auto* first = start_->findChild<QWidget*>("emptyDrawing"); first && shown) focusKeys_.give(*first);
}

// Over everything between tool bar and status bar: panels without a mechanism have nothing to say.
void MainWindow::placeStartPage() {
  if (start_->isHidden()) return;
  const int top = findChild<ToolBar*>()->geometry().bottom() + 1;
  start_->setGeometry(0, top, width(), height() - top - statusBar()->height());
  start_->raise();
}

void MainWindow::openWindow() {
  auto* window = new MainWindow(actions_.get(Command::dark)->isChecked());
  window->setAttribute(Qt::WA_DeleteOnClose);
  window->move(pos() + QPoint(40, 40));
  window->create();
  window->show();
}

void MainWindow::say(const QString& message) {
  statusBar()->showMessage(message, kMessageTime);
}

void MainWindow::bindRun() {
  connect(&shelfBinding_, &ShelfBinding::said, this, &MainWindow::say);
  connect(&studyBinding_, &StudyBinding::said, this, &MainWindow::say);
  connect(&studyBinding_, &StudyBinding::searchAsked, this,
          [this](const QString& id) { optimise_->search(id); });
  connect(optimise_, &OptimiseDialog::editAsked, this, [this](const QString& id) {
    if (!id.isEmpty()) views_.studies->choose(id.toStdString(), StudyPanel::Kind::optimisation);
    studyBinding_.showPanel();
  });
  connect(optimise_, &OptimiseDialog::targetAsked, this, [this](const QString& id) {
    actions_.get(Actions::commandOf(ToolKind::target))->trigger();
    views_.board->drawTarget(id.toStdString());
  });
  connect(&followBinding_, &FollowBinding::said, this, &MainWindow::say);
  connect(&referenceBinding_, &ReferenceBinding::said, this, &MainWindow::say);
  connect(&run_, &RunController::stateChanged, this, &MainWindow::showState);
  connect(&run_, &RunController::stateChanged, this, &MainWindow::allowCommands);
  connect(&run_, &RunController::cleared, this, &MainWindow::allowCommands);
  connect(&run_, &RunController::advanced, this, &MainWindow::allowCommands);
  connect(&playback_, &Playback::playingChanged, this, &MainWindow::allowCommands);
  connect(&run_, &RunController::assembled, this, [this] { views_.scene->fit(); });
  connect(views_.speeds, &QComboBox::activated, this,
          [this](int index) { setSpeed(views_.speeds->itemData(index).toDouble()); });
}

void MainWindow::bindCommands() {
  const auto on = [this](Command command, auto what) {
    connect(actions_.get(command), &QAction::triggered, this, what);
  };
  on(Command::whatIf, [this](bool checked) {
    run_.setExploring(checked);
    // What is asked is asked by a slider, unless a part is being looked at, or curves in their place.
    const bool isFree = !presentation_.isOn() && views_.propertiesDock->visibleRegion().isEmpty();
    if (checked && isFree && !document_.drawn().parameters.empty()) views_.parametersDock->raise();
  });
  on(Command::frequencies, [this] { frequencies_->open(); });
  on(Command::optimise, [this] { optimise_->open(); });
  on(Command::startAtEquilibrium, [this](bool settled) {
    document_.edit(tr("choose the start"), [settled](Mechanism& m) {
      setPropertyText(m, "/simulation/start", settled ? "equilibrium" : "drawn");
    });
  });
  on(Command::slower, [this] { changeSpeed(-1); });
  on(Command::faster, [this] { changeSpeed(1); });
  on(Command::hideCurves, [this](bool hidden) { views_.plots->setCurvesHidden(hidden); });
  on(Command::presentation, [this](bool presents) { setPresenting(presents); });
  on(Command::fullScreen,
     [this](bool full) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, full)); });
  on(Command::exportSamples, [this] {
    askAndWrite(tr("Export samples"), "samples.csv", tr("Tables (*.csv)"),
                [this](auto& p) { return exportSamples(p); });
  });
  on(Command::exportEvents, [this] {
    askAndWrite(tr("Export events"), "events.csv", tr("Tables (*.csv)"),
                [this](auto& p) { return exportEvents(p); });
  });
  on(Command::exportPicture, [this] {
    askAndWrite(tr("Export window"), "window.png", tr("Pictures (*.png)"),
                [this](auto& p) { return exportPicture(p); });
  });
  on(Command::exportVideo, [this] { video_->ask(views_.speeds->currentData().toDouble()); });
  on(Command::exportDrawing, [this] {
    askAndWrite(tr("Export drawing"), "drawing.svg",
                tr("Vector picture (*.svg);;PDF (*.pdf);;Drawing for CAD (*.dxf)"),
                [this](auto& p) { return exportDrawing(p); });
  });
  on(Command::exportReport, [this] {
    askAndWrite(tr("Export report"), "report.pdf", tr("Pages to print (*.pdf);;Page for a browser (*.html)"),
                [this](auto& p) { return exportReport(p); });
  });
  connect(video_, &VideoExport::said, this, &MainWindow::say);
  connect(video_, &VideoExport::failed, this,
          [this](const Problems& problems) { views_.showProblems(tr("No video was made"), problems); });
  on(Command::exportPlot, [this] { views_.plots->askForPicture(views_.plots->getActive()); });
  on(Command::copyPlot, [this] { views_.plots->getActive().copyPicture(); });
  on(Command::copyPlotTable, [this] { views_.plots->getActive().copyTable(); });
  connect(views_.plots, &PlotArea::copied, this, &MainWindow::say);
  connect(views_.plots, &PlotArea::pictureWritten, this, &MainWindow::report);
  on(Command::fit, [this] { views_.scene->fit(); });
  on(Command::resetPlots, [this] { views_.plots->resetView(); });
  on(Command::resetLayout, [this] { views_.resetLayout(*this); });
  on(Command::nextPane, [this] { focusKeys_.step(1); });
  on(Command::previousPane, [this] { focusKeys_.step(-1); });
  for (const ActionSpec& spec : Actions::table())
    if (spec.id != Command::nextPane && spec.id != Command::previousPane)
      on(spec.id, [this] { focusKeys_.returnToSheet(); });
  on(Command::exampleText, [this] { showExampleText(this, findExampleText(document_.path())); });
  on(Command::startPage, [this] {
    showStartPage();
    start_->focusSearch();
  });
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

std::vector<QWidget*> MainWindow::listPanes() const {
  if (start_->isVisible()) return {start_, findChild<ToolBar*>()};
  std::vector<QWidget*> panes = views_.listPanes();
  panes.insert(panes.end(), {findChild<ToolBar*>(), findChild<ToolPalette*>()});
  return panes;
}

// All windows of the program look alike.
void MainWindow::setDark(bool dark) {
  for (QWidget* widget : QApplication::topLevelWidgets())
    if (auto* window = qobject_cast<MainWindow*>(widget)) window->setLook(dark);
}

void MainWindow::setPresenting(bool on) {
  actions_.get(Command::presentation)->setChecked(on);
  if (!on) setScale(1);  // first: all panels in large letters would enlarge the window
  presentation_.set(on);
  if (on) return setScale(presentationScale(*this));
  fitRoom();  // by the height that counts now
}

void MainWindow::setScale(double scale) {
  if (scale == lookScale(this)) return;
  setLookScale(this, scale);
  setLook(actions_.get(Command::dark)->isChecked());
  views_.status->setCompact(width() < kRoomForWords * scale);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);  // the timeline has a new height
  views_.keepShares(*this);
}

// The rows that are made anew get their places first: the plots have what is left.
void MainWindow::fitRoom() {
  const bool wasCompact = views_.isCompact();
  views_.fitRoom(*this);
  if (views_.isCompact() == wasCompact) return;
  fitTheme(*this, views_.palette(), views_.isCompact());
  QTimer::singleShot(0, this, [this] {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    views_.keepShares(*this);
  });
}

void MainWindow::setLook(bool dark) {
  const Palette& palette = dark ? Palette::darkSet() : Palette::light();
  unitsInForce_.apply();  // it may be asked for in another window
  actions_.get(dark ? Command::dark : Command::light)->setChecked(true);
  applyTheme(palette);
  fitTheme(*this, palette, views_.isCompact());
  actions_.setLook(palette);
  views_.setLook(palette);
  sideBySide_.setLook();
  outdatedBinding_.setLook(palette);
  start_->setLook(palette);
  manualBinding_.setLook(palette);
  optimise_->setLook(palette);
}

void MainWindow::showProblems() {
  problems_.show();
  followDrawing();
  tellsOfRun_ = false;
  allowCommands();
}

QString MainWindow::describeEnd(const RunSummary& summary) const {
  if (summary.end == RunSummary::End::failed)
    return run_.trajectory().sampleCount() == 0 ? tr("A run cannot begin")
                                                : tr("The run failed at t = %1 s").arg(summary.t);
  if (summary.end == RunSummary::End::interrupted)
    return tr("The run was stopped at t = %1 s").arg(summary.t);
  const bool warns = std::any_of(summary.problems.begin(), summary.problems.end(),
                                 [](const Problem& p) { return p.severity != Severity::note; });
  return warns ? tr("The run finished with warnings") : tr("The run finished: worth knowing");
}

void MainWindow::showState(RunController::State state) {
  auto& messages = *static_cast<MessageBar*>(statusBar());
  switch (state) {
    case RunController::State::running:
      statusBar()->showMessage(tr("Running"));
      break;
    case RunController::State::paused:
      messages.tellKeys(tr("Paused: Space goes on, Esc stops"), tr("Paused"), 0);
      break;
    case RunController::State::finished:
      messages.tellKeys(run_.trajectory().events().empty()
                            ? tr("Finished: Space plays it again")
                            : tr("Finished: Space plays it again, N goes to the next event"),
                        tr("Finished"), kMessageTime);
      break;
    case RunController::State::interrupted:
      statusBar()->showMessage(tr("Stopped at t = %1 s").arg(run_.summary().t), kMessageTime);
      break;
    case RunController::State::idle:
      statusBar()->clearMessage();
      break;
    case RunController::State::failed:
      statusBar()->showMessage(run_.trajectory().sampleCount() == 0
                                   ? tr("A run cannot begin")
                                   : tr("The run failed; what was computed is kept"),
                               kMessageTime);
      break;
  }
  // A run that crawls is stopped by hand: what it would have said counts most there.
  const bool ended = state == RunController::State::finished || state == RunController::State::failed ||
                     state == RunController::State::interrupted;
  if (stepsOffered_) views_.notice->hide();
  stepsOffered_ = false;
  const bool isTaken = state == RunController::State::idle && !run_.isExploring();
  RunSummary told = run_.summary();
  if (run_.isExploring())
    std::erase_if(told.problems, [this](const Problem& p) { return problems_.isQuiet(p); });
  const bool saysNothing = ended && told.problems.empty();
  if (tellsOfRun_ && (isTaken || saysNothing)) showProblems();  // what the run before said is over
  if (!ended || saysNothing) return;
  tellsOfRun_ = true;
  views_.showProblems(describeEnd(told), told.problems);
  offerFixedSteps(told);
}

// Where contacts crowd a run says so at its integrator.
void MainWindow::offerFixedSteps(const RunSummary& summary) {
  constexpr const char* kIntegrator = "/simulation/integrator";
  const bool crowds = std::any_of(summary.problems.begin(), summary.problems.end(),
                                  [](const Problem& p) { return p.where == kIntegrator; });
  if (!crowds || document_.shown().simulation.integrator.value == IntegratorKind::moreauJean) return;
  stepsOffered_ = true;
  const auto take = [this] {
    document_.edit(tr("take fixed steps"),
                   [](Mechanism& m) { setPropertyText(m, kIntegrator, "moreau_jean"); });
    actions_.get(Command::run)->trigger();
  };
  views_.notice->ask(
      tr("Events of contacts crowd in this run. Fixed time steps (Moreau-Jean) take all events of "
         "a step together: less exact, but they cannot be stopped by them."),
      {{tr("Run with fixed steps"), take}, {tr("Not now"), {}}});
}

void MainWindow::setSpeed(double speed) {
  const int index = views_.speeds->findData(speed);
  if (index >= 0) views_.speeds->setCurrentIndex(index);
  run_.setSpeed(speed);
  playback_.setSpeed(speed);
}

// From one entry of the list to the next; "as fast as it goes" stays a choice of its own.
void MainWindow::changeSpeed(int step) {
  const int last = views_.speeds->count() - 2;
  const int now = std::min(views_.speeds->currentIndex(), last);
  const double speed = views_.speeds->itemData(std::clamp(now + step, 0, last)).toDouble();
  setSpeed(speed);
  say(tr("Speed: %1").arg(toSpeedWords(speed)));
}

void MainWindow::askAndWrite(const QString& title, const QString& name, const QString& filter,
                             const std::function<bool(const QString&)>& write) {
  const QString path = askForExport(*this, title, name, filter);
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

bool MainWindow::exportDrawing(const QString& path) {
  return report(path, writeDrawingFile(run_.mechanism(), run_.trajectory(), playback_.getSample(), path));
}

bool MainWindow::exportReport(const QString& path) {
  const Problems problems = writeReport(document_, run_, path);
  if (!problems.empty()) views_.showProblems(tr("No report was written"), problems);
  return report(path, problems.empty());
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
  const QString path = event->mimeData()->urls().front().toLocalFile();
  if (ImportCommands::takes(path))
    imports_.import(path);
  else
    files_.openAsked(path);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  views_.status->setCompact(width() < kRoomForWords * lookScale(this));
  placeStartPage();
  if (!presentation_.isOn()) fitRoom();
  views_.shareBars();
  views_.keepShares(*this);
  if (presentation_.isOn())
    QTimer::singleShot(0, this, [this] { setScale(presentation_.isOn() ? presentationScale(*this) : 1); });
}

bool MainWindow::event(QEvent* event) {
  const bool known = QMainWindow::event(event);
  if (event->type() == QEvent::LayoutRequest) placeStartPage();
  const bool isPress = event->type() == QEvent::MouseButtonPress;  // what gets here is about separators
  if (isPress || event->type() == QEvent::MouseButtonRelease) views_.followSeparator(*this, isPress);
  if (event->type() == QEvent::WindowStateChange)
    actions_.get(Command::fullScreen)->setChecked(isFullScreen());
  return known;
}

// Esc that nothing else wants: back out of what fills the screen, one after the other.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return QMainWindow::keyPressEvent(event);
  if (isFullScreen()) return actions_.get(Command::fullScreen)->trigger();
  if (presentation_.isOn()) setPresenting(false);
}

void MainWindow::restoreLayout() {
  const QSettings settings;
  restoreGeometry(settings.value("window/geometry").toByteArray());
  if (restoreState(settings.value("window/state").toByteArray()))
    views_.setPlotsShare(*this, settings.value("window/plotsShare", views_.plotsShare()).toDouble());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!files_.mayLeave()) return event->ignore();
  files_.opening().cancel();
  if (presentation_.isOn()) setPresenting(false);  // the layout to remember is the other one
  QSettings settings;
  settings.setValue("window/geometry", saveGeometry());
  settings.setValue("window/state", saveState());
  settings.setValue("window/plotsShare", views_.plotsShare());
  QMainWindow::closeEvent(event);
}

}  // namespace clank

#include "moc_main_window.cpp"
