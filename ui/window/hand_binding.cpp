// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/hand_binding.h"

#include <cmath>

#include "ui/board/board.h"
#include "ui/document/element_edits.h"
#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/panels/notice_bar.h"
#include "ui/run/hand_pulls.h"
#include "ui/scene/scene_view.h"

namespace clank {

HandBinding::HandBinding(Views& views, MechanismDocument& document, RunController& run, Playback& playback,
                         QObject* parent)
    : QObject(parent), views_(views), document_(document), run_(run), playback_(playback) {
  Board* board = views_.board;
  SceneView* scene = views_.scene;
  board->setTakesHold(
      [this](const std::string& body, QPointF at, QPointF world) { return hold(body, at, world); });
  connect(board, &Board::handLed, this, [this](QPointF world) { run_.lead({world.x(), world.y()}); });
  connect(board, &Board::handLetGo, this, [this] { run_.letGo(); });
  connect(board, &Board::dragged, this, &HandBinding::showDragged);
  scene->setGraspable(true);
  connect(scene, &SceneView::bodyGrasped, board, [board](const QString& id, QPointF at, QPointF world) {
    board->grasp(id.toStdString(), at, world);
  });
  connect(scene, &SceneView::bodyLed, board, &Board::drag);
  connect(scene, &SceneView::bodyDropped, board, &Board::drop);
  connect(&playback_, &Playback::cursorMoved, this, &HandBinding::showHands);
  connect(&run_, &RunController::cleared, this, &HandBinding::showHands);
  connect(&document_, &MechanismDocument::loaded, this, [this] { ++drawing_; });
  connect(&run_, &RunController::stateChanged, this, [this] {
    if (!run_.isBusy() && run_.state() != RunController::State::idle) offer();
  });
}

bool HandBinding::hold(const std::string& body, QPointF at, QPointF world) {
  if (!playback_.isFollowing()) return false;  // what is seen is not what the run is at
  const Body* held = findById(run_.mechanism().bodies, body);
  if (held && held->flexible && isOfRods(*held->flexible)) {
    Q_EMIT views_.board->hintChanged(
        tr("%1 is divided into rods, and a hand holds whole parts alone").arg(namePart(body)));
    return false;
  }
  return run_.hold(body, {at.x(), at.y()}, {world.x(), world.y()});
}

// What is explored is run from there, and the scene shows that.
void HandBinding::showDragged(const std::vector<BodyPose>& poses) {
  if (!run_.isExploring()) views_.scene->showPoses(poses);
}

void HandBinding::showHands() {
  std::vector<HandMark> marks;
  for (const HandPull& pull : listPulls(run_.mechanism(), run_.hands(), run_.trajectory(), playback_.row()))
    marks.push_back({{pull.point.x, pull.point.y},
                     {pull.place.x, pull.place.y},
                     std::isfinite(pull.force) ? writeShown(pull.force, "N", 3) : QString()});
  views_.scene->setHands(marks);
  views_.board->setHands(std::move(marks));
}

// Once the run is over: a load that is new begins another one.
void HandBinding::offer() {
  const std::vector<HandRecord>& hands = run_.hands();
  if (hands.empty()) return;
  views_.notice->ask(
      hands.size() == 1
          ? tr("The run was pulled by hand. Kept as a load, the same pull is in every run from now on.")
          : tr("The run was pulled by hand %1 times. Kept as loads, the same pulls are in every run from now "
               "on.")
                .arg(hands.size()),
      {{tr("Leave it"), {}}, {tr("Keep as a load"), [this, hands, drawing = drawing_] {
                                if (drawing == drawing_) keep(hands);
                              }}});
}

// Parts that have been removed since are pulled no more.
void HandBinding::keep(const std::vector<HandRecord>& hands) {
  document_.edit(tr("keep pull by hand"), [&](Mechanism& m) {
    for (const HandRecord& hand : hands)
      if (findById(m.bodies, hand.body)) m.forces.push_back(makeHand(hand, makeId(m, "hand")));
  });
}

}  // namespace clank

#include "moc_hand_binding.cpp"
