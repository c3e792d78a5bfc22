// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/views.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDockWidget>
#include <QFrame>
#include <QSplitter>
#include <QStatusBar>
#include <QTabBar>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/board/board.h"
#include "ui/board/canvas.h"
#include "ui/look/scale.h"
#include "ui/panels/bending_bar.h"
#include "ui/panels/case_choice.h"
#include "ui/panels/comparison_table.h"
#include "ui/panels/event_table.h"
#include "ui/panels/notice_bar.h"
#include "ui/panels/parameter_panel.h"
#include "ui/panels/problem_panel.h"
#include "ui/panels/property_panel.h"
#include "ui/panels/published_panel.h"
#include "ui/panels/receipt_panel.h"
#include "ui/panels/run_times.h"
#include "ui/panels/shelf_bar.h"
#include "ui/panels/status_line.h"
#include "ui/panels/study_panel.h"
#include "ui/panels/timeline.h"
#include "ui/plots/plot_area.h"
#include "ui/plots/study_figure.h"
#include "ui/scene/scene_view.h"
#include "ui/window/dock_title.h"
#include "ui/window/message_bar.h"
#include "ui/window/speeds.h"

namespace clank {
namespace {

constexpr int kViewLeast = 200, kBoardBesidePair = 150;      // px: two runs in the place of one need room
constexpr int kInspectorWidth = 364, kInspectorLeast = 344;  // px
constexpr double kPlotsShare = 0.3;                          // of the height of the window
constexpr double kMechanismShare = 0.505, kCompactMechanismShare = 0.52;  // the same, at least
constexpr int kLeastPlots = 172, kLeastCompactPlots = 136;  // px, with their tabs: lower ones tell nothing
constexpr int kLowestPlots = 122;      // px, where half of a low window is left by no more
constexpr double kHalf = 0.51;         // of the height: half of it for the scene, and its edges
constexpr double kFigureHeight = 200;  // px, with its tab: an orbit is seen, and above it its loupe
constexpr int kLeastTimeline = 280, kLeastLine = 150;  // px
constexpr int kViewEdge = 8;
constexpr int kLowView = 60, kLeastView = 150;                                                   // px
constexpr int kLowWindow = 880, kCompactWindow = 840, kRoomBeside = 1200, kNarrowWindow = 1000;  // px

// A widget in a frame that a style sheet rounds, within margins (px) to the edges of its place.
QWidget* makeCard(QWidget* content, const QMargins& margins) {
  auto* place = new QWidget;
  auto* frame = new QFrame(place);
  frame->setObjectName("card");
  auto* outer = new QVBoxLayout(place);
  outer->setContentsMargins(margins);
  outer->addWidget(frame);
  auto* inner = new QVBoxLayout(frame);
  inner->setContentsMargins(1, 4, 1, 4);
  inner->addWidget(content);
  return place;
}

QDockWidget* makeDock(QMainWindow& window, const QString& title, const char* name, QWidget* content) {
  auto* dock = new QDockWidget(title, &window);
  dock->setObjectName(name);
  dock->setWidget(content);
  dock->setAccessibleName(title);
  return dock;
}

// The line under the tabs of docks is noise; Qt makes such tabs anew whenever panels come together.
void quietTabs(const QMainWindow& window) {
  for (auto* tabs : window.findChildren<QTabBar*>()) tabs->setDrawBase(false);
}

// px, of the row over panels that share a place.
int findTabsHeight(const QMainWindow& window, const QDockWidget& dock) {
  constexpr int kNear = 4;  // px
  for (const auto* tabs : window.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
    const QRect place = tabs->geometry();
    if (tabs->isVisible() && std::abs(place.bottom() - dock.y()) <= kNear &&
        place.left() <= dock.x() + kNear && place.right() > dock.x())
      return place.height();
  }
  return 0;
}

}  // namespace

Views::Views(QMainWindow& window, MechanismDocument& document, Selection& selection)
    : notice(new NoticeBar),
      problems(new ProblemPanel),
      board(new Board(document, selection)),
      scene(new SceneView),
      parameters(new ParameterPanel(document, selection)),
      properties(new PropertyPanel(document, selection)),
      studies(new StudyPanel(document)),
      receipt(new ReceiptPanel),
      timeline(new Timeline),
      times(new RunTimes(document)),
      plots(new PlotArea),
      events(new EventTable),
      published(new PublishedPanel),
      comparison(new ComparisonTable),
      studyFigure(new StudyFigure),
      shelf(new ShelfBar),
      bending(new BendingBar),
      status(new StatusLine),
      cases(new CaseChoice(document)),
      speeds(new QComboBox) {
  fillMiddle(window);
  propertiesDock = makeDock(window, QMainWindow::tr("Properties"), "properties",
                            makeCard(properties, {0, 0, kViewEdge, 0}));
  parametersDock = makeDock(window, QMainWindow::tr("Parameters"), "parameters",
                            makeCard(parameters, {0, 0, kViewEdge, 0}));
  receiptDock =
      makeDock(window, QMainWindow::tr("Receipt"), "receipt", makeCard(receipt, {0, 0, kViewEdge, 0}));
  auto* inTime = new QWidget;
  inTime->setMinimumWidth(
      kLeastTimeline);  // what stands beside the line goes in a narrow window: it asks for no width
  auto* beside = new QHBoxLayout(inTime);
  beside->setContentsMargins(0, 0, 0, 0);
  beside->setSpacing(0);
  timeline->setMinimumWidth(kLeastLine);
  beside->addWidget(timeline, 1);
  beside->addWidget(times);
  QObject::connect(times, &RunTimes::heightChanged, &window, [this] { fitTimeline(); });
  QWidget* timelineCard =  // its grip stands to the left
      makeCard(inTime, {0, 0, kViewEdge, 0});
  timelineDock = makeDock(window, QMainWindow::tr("Timeline"), "timeline", timelineCard);
  plotsDock = makeDock(window, QMainWindow::tr("Plots"), "plots", plots);
  eventsDock = makeDock(window, QMainWindow::tr("Events"), "events",
                        makeCard(events, {kViewEdge, 0, kViewEdge, kViewEdge}));
  publishedDock = makeDock(window, QMainWindow::tr("Published"), "published",
                           makeCard(published, {kViewEdge, 0, kViewEdge, kViewEdge}));
  comparisonDock = makeDock(window, QMainWindow::tr("Compare"), "comparison",
                            makeCard(comparison, {kViewEdge, 0, kViewEdge, kViewEdge}));
  studiesDock =
      makeDock(window, QMainWindow::tr("Studies"), "studies", makeCard(studies, {0, 0, kViewEdge, 0}));
  studyFigureDock = makeDock(window, QMainWindow::tr("Study results"), "studyFigure",
                             makeCard(studyFigure, {kViewEdge, 0, kViewEdge, kViewEdge}));
  for (QDockWidget* dock : docks()) {
    titles_.push_back(DockTitle::install(dock));
    QObject::connect(dock, &QDockWidget::visibilityChanged, &window, [&window] { quietTabs(window); });
    // Qt lays panels that are under another one aside; for keys they would still be there.
    QObject::connect(dock, &QDockWidget::visibilityChanged, dock->widget(), &QWidget::setEnabled);
  }
  QObject::connect(timeline, &Timeline::heightChanged, &window, [this] { fitTimeline(); });
  window.setDockOptions(window.dockOptions() | QMainWindow::GroupedDragging);  // a tab is dragged out
  window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  for (QDockWidget* dock : {propertiesDock, parametersDock, studiesDock, receiptDock})
    dock->widget()->setMinimumWidth(kInspectorLeast);  // its tables and fields are not cut
  window.setStatusBar(new MessageBar);
  window.statusBar()->addPermanentWidget(status);
  window.statusBar()->setSizeGripEnabled(false);
  speeds->setAccessibleName(QMainWindow::tr("Speed"));
  speeds->setToolTip(QMainWindow::tr("Simulated time per real time, of the run and of playing it again"));
  for (const double speed : clank::speeds()) speeds->addItem(toSpeedWords(speed), speed);
  for (QComboBox* box : {cases, speeds}) box->setFocusPolicy(Qt::TabFocus);
  resetLayout(window);
}

// Board and scene side by side, problems below.
void Views::fillMiddle(QMainWindow& window) {
  auto* middle = new QWidget;
  auto* layout = new QVBoxLayout(middle);
  layout->setContentsMargins(kViewEdge, kViewEdge, 0, 0);
  layout->setSpacing(kViewEdge);
  layout->addWidget(notice);
  layout->addWidget(shelf);
  layout->addWidget(bending);
  central_ = new QSplitter;
  central_->setHandleWidth(kViewEdge);
  central_->setChildrenCollapsible(false);
  for (QWidget* content : std::initializer_list<QWidget*>{board, scene}) {
    auto* card = new QFrame;
    card->setObjectName("card");
    auto* inCard = new QVBoxLayout(card);
    inCard->setContentsMargins(1, 1, 1, 1);
    inCard->addWidget(content);
    content->setMinimumSize(kViewLeast, kLeastView);
    central_->addWidget(card);
  }
  central_->setSizes({1000, 1000});
  layout->addWidget(central_, 1);
  layout->addWidget(problems);
  for (HeadBar* bar : std::initializer_list<HeadBar*>{notice, shelf, bending, problems}) {
    QObject::connect(bar, &HeadBar::roomChanging, &window, [this] { holdBoard(); });
    // What is asked about the drawing is not to hide it.
    QObject::connect(bar, &HeadBar::roomChanged, &window, [this, asks = bar == notice] {
      releaseBoard();
      if (asks && !notice->isHidden()) board->canvas().keepInPane();
    });
  }
  board->setAccessibleName(QMainWindow::tr("Board: the drawn mechanism"));
  for (QWidget* named : {static_cast<QWidget*>(scene), scene->focusProxy()})
    named->setAccessibleName(QMainWindow::tr("Scene: the moving mechanism"));
  window.setCentralWidget(middle);
}

void Views::showProblems(const QString& title, const Problems& list, bool showsPlaces) {
  problems->setProblems(title, list, showsPlaces);
}

// All that the window says takes a fifth of its height at most: what is said last scrolls.
void Views::shareBars() {
  constexpr int kShare = 5;
  int room = central_->window()->height() / kShare;
  for (const HeadBar* bar : std::initializer_list<HeadBar*>{notice, shelf, bending})
    if (!bar->isHidden())
      room -= bar->hasHeightForWidth() ? bar->heightForWidth(bar->width()) : bar->sizeHint().height();
  problems->setMostHeight(room);
}

// Bars come and go while people draw: what they draw must neither move under the mouse nor change its scale.
void Views::holdBoard() {
  if (holds_++ > 0) return;
  QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);  // what else changes the room
  const Canvas& canvas = board->canvas();
  heldTop_ = canvas.mapTo(canvas.window(), QPoint()).y();
  board->canvas().setResizeAnchor(QGraphicsView::NoAnchor);
}

void Views::releaseBoard() {
  if (--holds_ > 0) return;
  shareBars();
  constexpr int kPasses = 2;  // heights of lists and sentences follow from their widths
  for (int i = 0; i < kPasses; ++i)
    for (QWidget* inside :
         {static_cast<QWidget*>(notice), static_cast<QWidget*>(problems), problems->parentWidget()})
      inside->layout()->activate();
  Canvas& canvas = board->canvas();
  canvas.setResizeAnchor(QGraphicsView::AnchorViewCenter);
  canvas.moveTop(canvas.mapTo(canvas.window(), QPoint()).y() - *heldTop_);
}

void Views::showCentral(bool showsBoard, bool showsScene) {
  central_->widget(0)->setVisible(showsBoard);
  central_->widget(1)->setVisible(showsScene);
  if (!setAside_.empty()) {
    for (QDockWidget* dock : setAside_) dock->show();
    setAside_.clear();
    // When they are in their places, they get the room that they had.
    auto* window = qobject_cast<QMainWindow*>(central_->window());
    if (window) QTimer::singleShot(0, window, [this, window] { keepShares(*window); });
  }
  if (showsScene) return;
  for (QDockWidget* dock : {plotsDock, eventsDock, publishedDock, comparisonDock, studyFigureDock}) {
    if (dock->isHidden() || dock->isFloating()) continue;
    setAside_.push_back(dock);
    dock->hide();
  }
}

void Views::setPair(QWidget* left, QWidget* right) {
  pair_ = new QSplitter;
  pair_->setHandleWidth(kViewEdge);
  pair_->setChildrenCollapsible(false);
  for (QWidget* pane : {left, right}) pair_->addWidget(pane);
  pair_->setSizes({1000, 1000});
  scene->parentWidget()->layout()->addWidget(pair_);
}

void Views::showPair(bool shown) {
  pair_->setVisible(shown);
  scene->setVisible(!shown);
  board->setMinimumWidth(shown ? kBoardBesidePair : kViewLeast);
}

std::vector<QWidget*> Views::listPanes() const {
  std::vector<QWidget*> panes{notice, shelf, bending, board, scene, problems};
  for (QDockWidget* dock : docks()) panes.push_back(dock->widget());
  return panes;
}

void Views::resetLayout(QMainWindow& window) {
  for (QDockWidget* dock : docks()) {
    dock->setFloating(false);
    window.removeDockWidget(dock);
  }
  window.addDockWidget(Qt::RightDockWidgetArea, receiptDock);
  window.tabifyDockWidget(receiptDock, propertiesDock);
  window.tabifyDockWidget(receiptDock, parametersDock);
  window.tabifyDockWidget(receiptDock, studiesDock);
  window.addDockWidget(Qt::BottomDockWidgetArea, timelineDock);
  window.addDockWidget(Qt::BottomDockWidgetArea, plotsDock);
  window.splitDockWidget(timelineDock, plotsDock, Qt::Vertical);
  window.tabifyDockWidget(plotsDock, eventsDock);
  window.tabifyDockWidget(plotsDock, publishedDock);
  window.tabifyDockWidget(plotsDock, comparisonDock);
  window.tabifyDockWidget(plotsDock, studyFigureDock);
  for (QDockWidget* dock : docks()) dock->show();
  plotsDock->raise();
  receiptDock->raise();
  window.resizeDocks({receiptDock}, {kInspectorWidth}, Qt::Horizontal);
  setPlotsShare(window, kPlotsShare);
}

// Which of the panels that share the place below is on top.
QDockWidget* Views::findLower(const QMainWindow& window) const {
  for (QDockWidget* dock : {plotsDock, eventsDock, publishedDock, comparisonDock, studyFigureDock})
    if (!dock->isHidden() && !dock->isFloating() && dock->widget()->isEnabled() &&
        window.dockWidgetArea(dock) == Qt::BottomDockWidgetArea)
      return dock;
  return nullptr;
}

void Views::setPlotsShare(QMainWindow& window, double share) {
  plotsShare_ = share;
  keepShares(window);
}

void Views::showFigure(QMainWindow& window, const PlotChoice& choice) {
  plotsDock->show();
  plotsDock->raise();
  plots->showChoice(choice);
  const double wanted = kFigureHeight * lookScale(&window) / window.height();
  if (plotsShare_ == kPlotsShare && wanted > kPlotsShare) setPlotsShare(window, wanted);
}

void Views::followSeparator(const QMainWindow& window, bool isHeld) {
  const QDockWidget* lower = findLower(window);
  if (!isHeld && lower && heldHeight_ && lower->height() != *heldHeight_)
    plotsShare_ = (lower->height() + findTabsHeight(window, *lower)) / static_cast<double>(window.height());
  heldHeight_ = isHeld && lower ? std::optional(lower->height()) : std::nullopt;
}

// Qt gives all that a window grows by to its middle, and takes what it shrinks by from there.
void Views::keepShares(QMainWindow& window) {
  QDockWidget* lower = findLower(window);
  if (!lower) return;
  int height = qRound(plotsShare_ * window.height()), floor = isCompact_ ? kLeastCompactPlots : kLeastPlots;
  if (plotsShare_ == kPlotsShare) {  // nobody has chosen another
    const double least = isCompact_ ? kCompactMechanismShare : kMechanismShare;
    // Bars that come and go over the mechanism take their room from it alone.
    const int edge = central_->parentWidget()->layout()->contentsMargins().top();
    const int both =
        window.centralWidget()->height() - edge + lower->height() + findTabsHeight(window, *lower);
    height = std::min(height, both - qRound(least * window.height()));
    if (isCompact_) floor = std::clamp(both - qRound(kHalf * window.height()), kLowestPlots, floor);
  }
  window.resizeDocks({lower}, {std::max(height, floor)}, Qt::Vertical);
}

void Views::fitRoom(QMainWindow& window) {
  setCompact(lookScale(&window) == 1 && window.height() < kCompactWindow);
  const bool isLow = window.height() < kLowWindow * lookScale(&window);
  const Qt::DockWidgetArea corner = isLow ? Qt::RightDockWidgetArea : Qt::BottomDockWidgetArea;
  const double room = window.width() / lookScale(&window);
  times->setTight(room < kRoomBeside);
  if (const bool isNarrow = room < kNarrowWindow; isNarrow != isNarrow_) {
    isNarrow_ = isNarrow;
    window.resizeDocks({receiptDock}, {isNarrow ? kInspectorLeast : kInspectorWidth}, Qt::Horizontal);
  }
  // A message must find room, too, where the window is low.
  const int leastView = isLow ? kLowView : kLeastView;
  for (QWidget* view : std::initializer_list<QWidget*>{board, scene}) view->setMinimumHeight(leastView);
  // How narrow the panel may be now is known at once: else the window would take the width that it needed.
  for (QWidget* up = times->parentWidget(); up && up != &window; up = up->parentWidget())
    if (up->layout()) up->layout()->activate();
  if (window.corner(Qt::BottomRightCorner) != corner) window.setCorner(Qt::BottomRightCorner, corner);
  fitTimeline();
}

void Views::setCompact(bool compact) {
  if (compact == isCompact_) return;
  isCompact_ = compact;
  timeline->setCompact(compact);
  const int edge = compact ? kViewEdge / 2 : kViewEdge;
  central_->parentWidget()->layout()->setContentsMargins(kViewEdge, edge, 0, 0);
  timeline->parentWidget()->parentWidget()->layout()->setContentsMargins(1, edge / 2, 1, edge / 2);
}

// Taller tells no more.
void Views::fitTimeline() {
  constexpr int kBorder = 2;  // px
  const int edges = kBorder + (isCompact_ ? kViewEdge / 2 : kViewEdge);
  const int height = std::max(timeline->sizeHint().height(), times->minimumHeight()) + edges;
  if (timelineDock->widget()->height() == height && timelineDock->widget()->minimumHeight() == height) return;
  timelineDock->widget()->setFixedHeight(height);
  if (auto* window = qobject_cast<QMainWindow*>(timelineDock->parentWidget()))  // the layout follows first
    QTimer::singleShot(0, window, [this, window] { keepShares(*window); });
}

void Views::setLook(const Palette& palette) {
  palette_ = palette;
  shelf->setLook(palette);
  notice->setLook(palette);
  problems->setLook(palette);
  board->setLook(palette);
  scene->setLook(palette);
  properties->setLook(palette);
  studies->setLook(palette);
  receipt->setLook(palette);
  timeline->setLook(palette);
  plots->setLook(palette);
  studyFigure->setLook(palette);
  status->setLook(palette);
  fitTimeline();
  for (DockTitle* title : titles_) title->setLook(palette);
}

}  // namespace clank
