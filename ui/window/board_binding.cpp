// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/board_binding.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QStatusBar>
#include <QTimer>
#include <algorithm>

#include "ui/board/board.h"
#include "ui/board/canvas.h"
#include "ui/board/extent.h"
#include "ui/board/tools.h"
#include "ui/look/compliant_event.h"
#include "ui/panels/notice_bar.h"
#include "ui/panels/status_line.h"
#include "ui/plots/plot_area.h"
#include "ui/scene/row_layout.h"
#include "ui/scene/scene_view.h"
#include "ui/window/tool_palette.h"

namespace clank {
namespace {

constexpr int kMostSteps = 9;  // by which arrows are longer or shorter

constexpr double kColoured = 0.03;  // of the duration: how long an event colours its joint
constexpr double kZoomStep = 1.25;

// Colours what the event happened to.
void markImpact(const Mechanism& mechanism, const std::vector<std::string>& contactIds,
                const Receipt& receipt, std::vector<JointState>& joints, std::vector<JointState>& contacts) {
  if (isOfCompliantContact(receipt)) return;  // no blow: it is seen to touch for as long as it does
  for (std::size_t j = 0; j < joints.size(); ++j)
    if (mechanism.joints[j].id == receipt.element) joints[j] = JointState::impact;
  for (std::size_t c = 0; c < contacts.size(); ++c)
    if (contactIds[c] == receipt.element && receipt.impulse != 0) contacts[c] = JointState::impact;
}

std::vector<BodyPose> toPoses(const std::vector<Placement>& places) {
  std::vector<BodyPose> poses;
  for (const Placement& place : places) poses.push_back({place.origin.x, place.origin.y, place.angle});
  return poses;
}

}  // namespace

BoardBinding::BoardBinding(QMainWindow& window, Views& views, Actions& actions, RunController& run,
                           Playback& playback)
    : QObject(&window),
      views_(views),
      actions_(actions),
      run_(run),
      playback_(playback),
      rows_(std::make_unique<RowLayout>()) {
  auto* palette = new ToolPalette(actions, &window);
  window.addToolBar(Qt::LeftToolBarArea, palette);
  bindTools(window);
  bindViews();
  views.board->setMotion([this] { return findMotion(); });
  connect(&playback_, &Playback::cursorMoved, this, &BoardBinding::showMoment);
  connect(&run_, &RunController::cleared, this, &BoardBinding::showMoment);
  connect(&run_, &RunController::outdatedChanged, this, &BoardBinding::showMoment);
  connect(views.board, &Board::analysed, views.status, &StatusLine::setDrawnMobility);
  // It does not zoom while it runs. What has left the pane when that is over comes back, unless a hand has
  // chosen the place.
  connect(&run_, &RunController::stateChanged, this, [this] {
    if (run_.isBusy() || run_.isExploring() || run_.trajectory().sampleCount() < 2) return;
    QTimer::singleShot(0, this, [this] {
      if (views_.board->canvas().isFitted()) keepInSight();
    });
  });
  connect(views_.board, &Board::dragged, this, &BoardBinding::explore);
  connect(views_.board, &Board::choiceOffered, this,
          [this](const QString& sentence, const QString& keep, const QString& other,
                 const std::function<void()>& act) {
            views_.notice->ask(sentence, {{keep, {}}, {other, act}});
          });
  connect(views_.board, &Board::propertiesAsked, this, [this] {
    views_.propertiesDock->show();
    views_.propertiesDock->raise();
  });
  connect(views_.board, &Board::copyAsked, actions_.get(Command::copy), &QAction::trigger);
  connect(views_.board, &Board::mirrorCopyAsked, actions_.get(Command::mirrorCopy), &QAction::trigger);
  connect(views_.board, &Board::editingBegan, this, [this] { playback_.goToStart(); });
}

BoardBinding::~BoardBinding() = default;

void BoardBinding::bindTools(QMainWindow& window) {
  Board* board = views_.board;
  auto* tools = new QActionGroup(this);
  for (const ToolSpec& tool : listTools()) {
    const ToolKind kind = tool.kind;
    QAction* action = actions_.get(Actions::commandOf(kind));
    tools->addAction(action);
    connect(action, &QAction::triggered, board, [this, board, kind] {
      if (!board->isVisible()) actions_.get(Command::viewBoth)->trigger();
      if (board->isMoment() && changesDrawing(kind) && !run_.isBusy()) playback_.goToStart();
      board->setTool(kind);
      board->setFocus();
    });
  }
  actions_.get(Actions::commandOf(ToolKind::select))->setChecked(true);
  connect(board, &Board::toolChanged, this,
          [this](ToolKind kind) { actions_.get(Actions::commandOf(kind))->setChecked(true); });
  connect(board, &Board::hintChanged, window.statusBar(),
          [bar = window.statusBar()](const QString& text) { bar->showMessage(text); });
  connect(actions_.get(Command::repeatTool), &QAction::triggered, board, [board] {
    board->repeatTool();
    board->setFocus();
  });
}

void BoardBinding::bindViews() {
  auto* views = new QActionGroup(this);
  const auto on = [this](Command command, auto what) {
    connect(actions_.get(command), &QAction::triggered, this, what);
  };
  for (const Command command : {Command::viewBoard, Command::viewBoth, Command::viewScene})
    views->addAction(actions_.get(command));
  actions_.get(Command::viewBoth)->setChecked(true);
  on(Command::viewBoard, [this] { views_.showCentral(true, false); });
  on(Command::viewBoth, [this] { views_.showCentral(true, true); });
  on(Command::viewScene, [this] { views_.showCentral(false, true); });
  on(Command::fit, [this] { views_.board->fit(); });
  // As the scene is: it shows the start again.
  on(Command::reset, [this] { QTimer::singleShot(0, this, [this] { views_.board->fit(); }); });
  on(Command::zoomIn, [this] { views_.board->canvas().zoomCentred(kZoomStep); });
  on(Command::zoomOut, [this] { views_.board->canvas().zoomCentred(1 / kZoomStep); });
  bindLoupe();
  bindArrows();
  actions_.get(Command::grid)->setChecked(true);
  on(Command::grid, [this](bool shown) { views_.board->canvas().setGridShown(shown); });
  on(Command::velocities, [this](bool shown) { views_.board->setVelocitiesShown(shown); });
  on(Command::accelerations, [this](bool shown) { views_.board->setAccelerationsShown(shown); });
  on(Command::centres, [this](bool shown) { views_.board->setCentresShown(shown); });
  on(Command::jointNames, [this](bool shown) { views_.board->setNamesShown(shown); });
  connect(views_.plots, &PlotArea::choiceChanged, this, &BoardBinding::nameSpokenOf);
  // What is turned, mirrored or pasted is seen afterwards: when the command has done it.
  for (const Command command : {Command::turnLeft, Command::turnRight, Command::mirror, Command::paste,
                                Command::duplicate, Command::repeat, Command::mirrorCopy, Command::camFromLaw,
                                Command::geneva, Command::ratchet, Command::alignRow, Command::alignColumn})
    on(command, [this] { QTimer::singleShot(0, this, &BoardBinding::keepInSight); });
  // What is taken back or done again shows where it is, once it stands there; so does what has been watched
  // on all of its way, back at its start.
  for (const Command command : {Command::undo, Command::redo}) on(command, [this] { isTakenBack_ = true; });
  connect(&run_, &RunController::assembled, this, [this] {
    const bool mayBeLost = isTakenBack_ || isWidened_;
    isTakenBack_ = isWidened_ = false;
    if (mayBeLost && views_.board->canvas().isFitted() && isLost()) views_.board->fit();
  });
  // Who runs a drawing wants to see it move.
  const auto watch = [this] {
    if (actions_.get(Command::viewBoard)->isChecked()) actions_.get(Command::viewBoth)->trigger();
    if (views_.board->canvas().isFitted()) views_.board->fitForRun();
  };
  on(Command::runPause, watch);
  on(Command::run, watch);
}

// A view that was fitted to 25 m shows nothing of what has 0.25 m again.
bool BoardBinding::isLost() const {
  constexpr double kSpeck = 0.05;  // of the pane
  const auto box = findExtent(views_.board->drawing(), {});
  if (!box) return false;
  const Canvas& canvas = views_.board->canvas();
  const QSize pane = canvas.viewport()->size();
  const QPointF size = (box->high - box->low) * canvas.scale();
  return (size.x() < kSpeck * pane.width() && size.y() < kSpeck * pane.height()) || size.x() > pane.width() ||
         size.y() > pane.height();
}

void BoardBinding::keepInSight() {
  constexpr double kPartWidth = 16;  // px that parts and their joints are drawn beyond their points
  Canvas& canvas = views_.board->canvas();
  const auto box = unite(findExtent(views_.board->drawing(), {}), findMotion());
  const QRectF pane = QRectF(canvas.viewport()->rect())
                          .adjusted(kRulerWidth, 0, 0, -kRulerWidth)
                          .marginsRemoved({kPartWidth, kPartWidth, kPartWidth, kPartWidth});
  const QPointF low = canvas.toWorld(pane.bottomLeft()), high = canvas.toWorld(pane.topRight());
  if (!box || (box->low.x() >= low.x() && box->low.y() >= low.y() && box->high.x() <= high.x() &&
               box->high.y() <= high.y()))
    return;
  isWidened_ = true;
  views_.board->fit();
}

// Of a long run some moments, evenly; of thousands of parts fewer.
std::optional<Drawing::Box> BoardBinding::findMotion() const {
  constexpr std::size_t kMostMoments = 2000, kMostPoses = 500000;
  const Trajectory& trajectory = run_.trajectory();
  const std::size_t count = trajectory.sampleCount();
  if (count < 2 || run_.mechanism().bodies.size() != views_.board->drawing().mechanism().bodies.size())
    return {};
  const std::size_t moments = std::clamp<std::size_t>(
      kMostPoses / std::max<std::size_t>(1, run_.mechanism().bodies.size()), 2, kMostMoments);
  const std::size_t steps = std::min(moments, count - 1);
  const RowLayout layout(run_.mechanism(), trajectory.channels());
  std::vector<Placement> places(run_.mechanism().bodies.size());
  std::vector<std::vector<BodyPose>> poses;
  for (std::size_t k = 0; k <= steps; ++k)
    if (layout.readPoses(trajectory.row(k * (count - 1) / steps), places)) poses.push_back(toPoses(places));
  return findMotionExtent(views_.board->drawing(), poses);
}

// By key it goes to the selected joint, or else to the first that is loose.
void BoardBinding::bindLoupe() {
  QAction* loupe = actions_.get(Command::loupe);
  connect(loupe, &QAction::triggered, this, [this, loupe](bool on) {
    QString joint;
    for (const Joint& candidate : run_.mechanism().joints) {
      const bool isChosen = views_.board->isSelected({ElementKind::joint, candidate.id});
      if (!listPlay(candidate).empty() && (joint.isEmpty() || isChosen))
        joint = QString::fromStdString(candidate.id);
    }
    views_.scene->openLoupe(on ? joint : QString());
    loupe->setChecked(!views_.scene->openedLoupe().isEmpty());
    if (on && joint.isEmpty())
      qobject_cast<QMainWindow*>(parent())->statusBar()->showMessage(
          tr("No joint has clearance: a double click on a pin gives it some"));
  });
  connect(views_.scene, &SceneView::loupeChanged, loupe,
          [this, loupe] { loupe->setChecked(!views_.scene->openedLoupe().isEmpty()); });
  connect(actions_.get(Command::exaggerate), &QAction::triggered, views_.scene,
          &SceneView::setPlayExaggerated);
}

void BoardBinding::bindArrows() {
  const auto bind = [this](Command command, bool ArrowLook::*kind) {
    QAction* action = actions_.get(command);
    action->setChecked(arrows_.*kind);
    connect(action, &QAction::toggled, this, [this, kind](bool on) {
      arrows_.*kind = on;
      views_.scene->setArrowLook(arrows_);
    });
  };
  bind(Command::contactForces, &ArrowLook::contacts);
  bind(Command::reactions, &ArrowLook::reactions);
  bind(Command::motion, &ArrowLook::velocities);
  const auto bindStep = [this](Command command, int by) {
    connect(actions_.get(command), &QAction::triggered, this, [this, by] {
      arrows_.longer = std::clamp(arrows_.longer + by, -kMostSteps, kMostSteps);
      views_.scene->setArrowLook(arrows_);
    });
  };
  bindStep(Command::longerArrows, 1);
  bindStep(Command::shorterArrows, -1);
}

// What if the mechanism started where it is held just now? The drawing follows when it is let go.
void BoardBinding::explore(const std::vector<BodyPose>& poses) {
  if (!run_.isExploring() || poses.size() != run_.mechanism().bodies.size()) return;
  Mechanism held = run_.mechanism();
  for (std::size_t i = 0; i < poses.size(); ++i) {
    Pose& pose = held.bodies[i].pose;
    pose.x = poses[i].x;
    pose.y = poses[i].y;
    pose.angle = poses[i].angle;
  }
  run_.setMechanism(held);
}

// What the plots show is told by the names of joints, and so is what the last event did.
void BoardBinding::nameSpokenOf() {
  std::vector<std::string> plotted;
  for (std::size_t i = 0; i < views_.plots->countPlots(); ++i) {
    const PlotChoice& choice = views_.plots->getPlot(i).choice();
    plotted.insert(plotted.end(), choice.channels.begin(), choice.channels.end());
    plotted.push_back(choice.over);
  }
  std::vector<std::string> joints;
  for (const Joint& joint : run_.mechanism().joints) {
    const bool isPlotted = std::any_of(plotted.begin(), plotted.end(), [&](const std::string& signal) {
      return signal.starts_with(joint.id + ".");
    });
    if (isPlotted) joints.push_back(joint.id);
  }
  if (const auto event = playback_.findLastEvent()) {
    const Receipt& receipt = run_.trajectory().events()[*event];
    for (const JointImpulse& impulse : receipt.jointImpulses)
      if (impulse.x != 0 || impulse.y != 0 || impulse.moment != 0) joints.push_back(impulse.joint);
  }
  views_.board->setSpokenOf(joints);
}

void BoardBinding::showMoment() {
  nameSpokenOf();
  if (views_.board->isDragging()) return;
  const Trajectory& trajectory = run_.trajectory();
  const auto row = playback_.row();
  const bool isStart = trajectory.sampleCount() < 2 || playback_.time() <= 0;
  if (row.empty() || run_.isOutdated() || (isStart && !playback_.showsOther())) {
    if (views_.board->isMoment()) views_.board->showStart();
    return;
  }
  if (rowsOf_ != run_.runCount()) {
    *rows_ = RowLayout(run_.mechanism(), trajectory.channels());
    rowsOf_ = run_.runCount();
  }
  std::vector<Placement> places(run_.mechanism().bodies.size());
  if (!rows_->readPoses(row, places)) return;
  const std::vector<BodyPose> poses = toPoses(places);
  std::vector<JointState> states, contacts;
  rows_->readStates(row, states);
  rows_->readContacts(row, contacts);
  std::vector<std::vector<double>> modes;
  rows_->readModes(row, modes);
  if (const auto event = playback_.findLastEvent()) {
    const Receipt& receipt = trajectory.events()[*event];
    if (playback_.time() - receipt.t <= kColoured * run_.duration())
      markImpact(run_.mechanism(), rows_->contactIds(), receipt, states, contacts);
  }
  views_.board->showMoment(poses, states, contacts, modes);
}

}  // namespace clank

#include "moc_board_binding.cpp"
