// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/side_by_side.h"

#include <algorithm>

#include "ui/scene/scene_view.h"
#include "ui/window/run_pane.h"

namespace clank {
namespace {

constexpr double kFreshEvent = 0.03;  // of the run: how long an event is shown

// The last event up to a time, while it is fresh.
const Receipt* findFresh(const Trajectory& run, double t) {
  const auto& events = run.events();
  const auto next = std::upper_bound(events.begin(), events.end(), t,
                                     [](double time, const Receipt& event) { return time < event.t; });
  if (next == events.begin()) return nullptr;
  const double duration = run.time(run.sampleCount() - 1);
  return t - (next - 1)->t <= kFreshEvent * duration ? &*(next - 1) : nullptr;
}

}  // namespace

SideBySide::SideBySide(Views& views, RunController& run, Playback& playback, RunShelf& shelf,
                       const Actions& actions, QObject* parent)
    : QObject(parent), views_(views), run_(run), playback_(playback), shelf_(shelf), actions_(actions) {
  connect(actions_.get(Command::sideBySide), &QAction::toggled, this, &SideBySide::setOn);
  connect(&shelf_, &RunShelf::changed, this, [this] {
    allow();
    fill();
  });
  connect(&run_, &RunController::cleared, this, [this] {
    allow();
    fill();
  });
  connect(&run_, &RunController::stateChanged, this, &SideBySide::allow);
  connect(&run_, &RunController::advanced, this, &SideBySide::showGrowth);
  connect(&playback_, &Playback::cursorMoved, this, &SideBySide::showCursor);
  allow();
}

void SideBySide::allow() {
  QAction* action = actions_.get(Command::sideBySide);
  const bool isThere = !shelf_.runs().empty();
  if (!isThere) action->setChecked(false);
  actions_.allow(Command::sideBySide, isThere, tr("Keep a run first, then run another or change something"));
}

// The views of two more scenes cost memory and time: they come when they are asked for.
void SideBySide::build() {
  for (std::size_t i = 0; i < panes_.size(); ++i) {
    panes_[i] = new RunPane(i == 0 ? tr("Run on the left") : tr("Run on the right"));
    panes_[i]->setObjectName(i == 0 ? "leftRun" : "rightRun");
    connect(panes_[i], &RunPane::chosen, this, [this, i](int item) { choose(i, item); });
    const SceneView& scene = panes_[i]->scene();
    connect(&scene, &SceneView::bodyClicked, views_.scene, &SceneView::bodyClicked);
    connect(&scene, &SceneView::jointClicked, views_.scene, &SceneView::jointClicked);
    connect(&scene, &SceneView::partPointed, views_.scene, &SceneView::partPointed);
    connect(actions_.get(Command::fit), &QAction::triggered, &panes_[i]->scene(), &SceneView::fit);
  }
  panes_[0]->scene().shareCamera(panes_[1]->scene());
  for (const Command command : {Command::contactForces, Command::reactions, Command::motion,
                                Command::longerArrows, Command::shorterArrows})
    connect(actions_.get(command), &QAction::triggered, this, &SideBySide::setLook);
  connect(views_.scene, &SceneView::followedChanged, this, &SideBySide::follow);
  views_.setPair(panes_[0], panes_[1]);
}

void SideBySide::setOn(bool on) {
  if (on && !panes_[0]) build();
  if (!panes_[0]) return;
  if (on) {  // the present run beside the one kept last; without one, the last two
    const bool moves = run_.trajectory().sampleCount() > 1;
    const std::size_t count = shelf_.runs().size();
    shown_[1] = {shelf_.runs().back().trajectory};
    shown_[0] = moves || count < 2 ? Shown() : Shown{shelf_.runs()[count - 2].trajectory};
    setLook();
    if (actions_.get(Command::viewBoard)->isChecked()) actions_.get(Command::viewBoth)->trigger();
  }
  views_.showPair(on);
  if (on) panes_[0]->scene().fit();
}

void SideBySide::setLook() {
  for (RunPane* pane : panes_)
    if (pane) pane->scene().takeLook(*views_.scene);
  fill();
}

// What can be shown, in both panes: the present run, then the shelf.
void SideBySide::fill() {
  if (!panes_[0] || !actions_.get(Command::sideBySide)->isChecked()) return;
  std::vector<RunPane::Item> items{{tr("now"), views_.palette().ink}};
  for (const KeptRun& kept : shelf_.runs()) items.push_back({kept.name, views_.palette().curve(kept.colour)});
  for (std::size_t i = 0; i < panes_.size(); ++i) {
    const auto& runs = shelf_.runs();
    auto at = std::find_if(runs.begin(), runs.end(),
                           [&](const KeptRun& kept) { return kept.trajectory == shown_[i].kept; });
    if (at == runs.end()) shown_[i] = {};  // taken off the shelf
    panes_[i]->setItems(items, at == runs.end() ? 0 : static_cast<int>(at - runs.begin()) + 1);
    begin(i);
  }
  showCursor();
}

void SideBySide::choose(std::size_t pane, int item) {
  shown_[pane] = item == 0 ? Shown() : Shown{shelf_.runs()[static_cast<std::size_t>(item) - 1].trajectory};
  begin(pane);
  panes_[pane]->scene().fit();
  showCursor();
}

// A run that stands there already keeps its traces.
void SideBySide::begin(std::size_t pane) {
  Shown& shown = shown_[pane];
  SceneView& scene = panes_[pane]->scene();
  const Trajectory* wanted = shown.kept ? shown.kept.get() : &run_.trajectory();
  if (shown.kept && shown.trajectory == wanted) return;
  shown.trajectory = wanted;
  const auto kept = std::find_if(shelf_.runs().begin(), shelf_.runs().end(),
                                 [&](const KeptRun& run) { return run.trajectory == shown.kept; });
  scene.setMechanism(shown.kept ? kept->mechanism : run_.mechanism(), wanted->channels());
  scene.clearTrace();
  shown.traced = 0;
  follow();
  showGrowth();
}

// The one camera goes along with the body of the run on the left.
void SideBySide::follow() {
  const SceneView& scene = *views_.scene;
  panes_[0]->scene().setFollowed(scene.followed(), scene.turnsWithFollowed());
}

void SideBySide::showGrowth() {
  if (!panes_[0] || !actions_.get(Command::sideBySide)->isChecked()) return;
  for (std::size_t i = 0; i < panes_.size(); ++i) {
    Shown& shown = shown_[i];
    if (!shown.trajectory) continue;
    for (; shown.traced < shown.trajectory->sampleCount(); ++shown.traced)
      panes_[i]->scene().appendTrace(shown.trajectory->row(shown.traced),
                                     shown.trajectory->touchesAt(shown.traced));
  }
}

void SideBySide::showCursor() {
  if (!panes_[0] || !actions_.get(Command::sideBySide)->isChecked()) return;
  const double t = playback_.time();
  for (std::size_t i = 0; i < panes_.size(); ++i) {
    const Trajectory* run = shown_[i].trajectory;
    if (!run || run->sampleCount() == 0) continue;
    SceneView& scene = panes_[i]->scene();
    if (shown_[i].kept)
      scene.showRow(run->at(t), run->touchesAt(std::max<std::size_t>(1, run->countUpTo(t)) - 1));
    else
      scene.showRow(playback_.row(), playback_.touches());
    scene.showReceipt(findFresh(*run, t));
    scene.setHeadline(tr("t = %1 s").arg(t, 0, 'f', 4));
  }
}

}  // namespace clank

#include "moc_side_by_side.cpp"
