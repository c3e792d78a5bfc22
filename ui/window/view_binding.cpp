// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_binding.h"

#include <QDockWidget>
#include <algorithm>
#include <cmath>

#include "core/math/units.h"
#include "core/model/joint.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"
#include "ui/panels/event_table.h"
#include "ui/panels/published_panel.h"
#include "ui/panels/receipt_panel.h"
#include "ui/panels/receipt_words.h"
#include "ui/panels/status_line.h"
#include "ui/panels/timeline.h"
#include "ui/plots/plot_area.h"
#include "ui/run/run_shelf.h"
#include "ui/scene/row_layout.h"
#include "ui/scene/scene_view.h"

namespace clank {

constexpr double kFlash = 0.03;  // of the duration: how long an event is shown in the scene

ViewBinding::ViewBinding(Views& views, MechanismDocument& document, RunController& run, Playback& playback,
                         QObject* parent)
    : QObject(parent), views_(views), document_(document), run_(run), playback_(playback) {
  connect(&run_, &RunController::cleared, this, &ViewBinding::givePoses);
  connect(&run_, &RunController::cleared, this, &ViewBinding::showNewTrajectory);
  connect(&run_, &RunController::advanced, this, &ViewBinding::showGrowth);
  connect(&run_, &RunController::stateChanged, this, [this](RunController::State state) {
    if (run_.isBusy()) return showProgress();
    views_.events->fold(views_.timeline->contacts().listRowsOfEvents());
    showPublished();
    if (state == RunController::State::finished) views_.plots->settle(!run_.isExploring());
    const bool hasBegun = run_.trajectory().sampleCount() > 0;
    if (state != RunController::State::idle && hasBegun) views_.status->setSummary(run_.summary());
    showEvent(playback_.findLastEvent());
  });
  connect(&playback_, &Playback::cursorMoved, this, &ViewBinding::showCursor);
  connect(&document_, &MechanismDocument::drawnChanged, this, &ViewBinding::showUnits);
  bindPicking();
}

void ViewBinding::bindPicking() {
  const auto scrub = [this](double t) {
    // A pick on an event means the event, with the side after it.
    const auto& events = run_.trajectory().events();
    for (std::size_t i = 0; i < events.size(); ++i)
      if (events[i].t == t) return playback_.goToEvent(i);
    playback_.scrub(t);
  };
  connect(views_.timeline, &Timeline::timePicked, &playback_, &Playback::scrub);
  connect(views_.timeline, &Timeline::eventPicked, &playback_, &Playback::goToEvent);
  connect(&playback_, &Playback::eventChosen, this, [this] {
    if (!run_.isExploring()) views_.receiptDock->raise();  // else the sliders stay in front
  });
  connect(views_.plots, &PlotArea::timePicked, this, scrub);
  connect(views_.plots, &PlotArea::viewChanged, views_.timeline, &Timeline::setView);
  connect(views_.timeline, &Timeline::viewChanged, views_.plots, &PlotArea::setView);
  connect(views_.scene, &SceneView::figureAsked, this, [this](const QString& id, PlayFigure figure) {
    const std::string joint = id.toStdString();
    auto& window = *qobject_cast<QMainWindow*>(views_.plotsDock->parentWidget());
    views_.showFigure(window, figure == PlayFigure::orbit ? orbitChoice(joint)
                              : figure == PlayFigure::section
                                  ? sectionChoice(joint)
                                  : hysteresisChoice(joint, run_.trajectory().channels()));
  });
  connect(views_.events, &EventTable::eventPicked, &playback_, &Playback::goToEvent);
}

// The start of a large drawing, which it waits for.
void ViewBinding::givePoses() {
  if (!document_.awaitsPoses() || !run_.sharedMechanism().isSharedWith(document_.sharedResolved())) return;
  std::vector<Placement> places(run_.mechanism().bodies.size());
  const RowLayout layout(run_.mechanism(), run_.start().channels);
  if (run_.start().row.empty() || !layout.readPoses(run_.start().row, places)) return;
  std::vector<BodyPose> poses;
  for (const Placement& place : places) poses.push_back({place.origin.x, place.origin.y, place.angle});
  document_.takePoses(std::move(poses));
}

void ViewBinding::showNewTrajectory() {
  if (run_.isExploring()) playback_.letGo();
  const Trajectory& trajectory = run_.trajectory();
  const Trajectory* previous = run_.previous().sampleCount() > 1 ? &run_.previous() : nullptr;
  views_.scene->setGhostMechanism(0, previous ? run_.previousMechanism() : Mechanism{});
  views_.scene->setMechanism(run_.sharedMechanism(), trajectory.channels());
  views_.scene->clearTrace();
  traced_ = 0;
  const bool hasBegun = !trajectory.channels().empty();  // what cannot run has not
  const double duration = hasBegun ? run_.duration() : document_.shown().simulation.duration.value;
  views_.timeline->setTrajectory(run_.mechanism(), &trajectory, duration);
  showBands();
  views_.plots->setTrajectory(&trajectory, previous, duration, listConstants(run_.mechanism()));
  views_.events->setTrajectory(&trajectory);
  const auto& joints = run_.mechanism().joints;
  // Play that comes with a phase is in the mobility of that phase alone.
  const bool hasPlay = std::any_of(joints.begin(), joints.end(), [](const Joint& joint) {
    return !joint.metamorphic && !listPlay(joint).empty();
  });
  views_.status->setTrajectory(&trajectory, run_.start().gruebler, hasPlay);
  if (!run_.isExploring()) playback_.setTrajectory(&trajectory);
  if (run_.state() == RunController::State::failed) {  // the cursor keeps its place for a run that can begin
    playback_.pause();
    views_.status->setRow({});
  }
  if (run_.isBusy()) playback_.follow();
  if (!run_.isExploring()) showPublished();  // else when the run is done, which is at once
}

void ViewBinding::showGrowth() {
  const Trajectory& trajectory = run_.trajectory();
  for (; traced_ < trajectory.sampleCount(); ++traced_)
    views_.scene->appendTrace(trajectory.row(traced_), trajectory.touchesAt(traced_));
  views_.timeline->advance();
  showBands();
  views_.plots->advance();
  views_.events->advance();
  views_.status->advance();
  showProgress();
  if (run_.isExploring() && !playback_.isFollowing()) {
    playback_.keepPlace();
  } else {
    playback_.advance();
  }
}

void ViewBinding::showProgress() {
  const Trajectory& trajectory = run_.trajectory();
  if (!run_.isBusy() || trajectory.sampleCount() == 0) return;
  views_.status->setProgress(trajectory.time(trajectory.sampleCount() - 1) / run_.duration(),
                             run_.state() == RunController::State::paused);
}

// The states of the timeline, along the plots; of ideal joints there is nothing to tell.
void ViewBinding::showBands() {
  std::vector<PlotCanvas::Band> bands;
  const auto& segments = views_.timeline->track().getSegments();
  const bool tells = segments.size() > 1 || (!segments.empty() && segments[0].state != JointState::free &&
                                             segments[0].state != JointState::clearance);
  if (tells)
    for (const auto& segment : segments) bands.push_back({segment.from, segment.to, segment.state});
  for (const auto& row : views_.timeline->contacts().rows())
    for (const auto& contact : row.contacts) bands.push_back({contact.from, contact.to, JointState::contact});
  views_.plots->setBands(bands);
}

namespace {

// But for what a start that is closed anew makes of the last digits.
bool isNearly(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double kNear = 1e-6;  // SI, and relative
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return x == y || !(std::abs(x - y) > kNear * (1 + std::abs(y)));
  });
}

}  // namespace

void ViewBinding::showCursor() {
  const double t = playback_.time();
  const auto event = playback_.findLastEvent();
  views_.plots->setCursor(t, playback_.findEventAhead().has_value());
  views_.timeline->setTime(t);
  const auto row = playback_.row();
  views_.status->setRow(row);
  showEvent(event);
  if (row.empty()) return;
  views_.scene->showRow(row, playback_.touches());
  // A repetition of the same run would only hide under itself.
  const Trajectory& previous = run_.previous();
  const auto ghost = previous.sampleCount() > 1 ? readRowAt(previous, t, run_.trajectory().channels())
                                                : std::vector<double>();
  const bool isSeen = !ghost.empty() && !isNearly(ghost, row);
  views_.scene->showGhost(0, isSeen ? ghost : std::vector<double>());
  views_.scene->setGhostName(isSeen ? nameGhost() : QString());
}

// "pale: Crank 100 mm": by what it was run with, where that is not what is run now.
QString ViewBinding::nameGhost() const {
  constexpr qsizetype kMostNamed = 2;
  QStringList names;
  const auto& now = run_.mechanism().parameters;
  for (const Parameter& before : run_.previousMechanism().parameters) {
    const Parameter* after = findById(now, before.id);
    const bool isSame = after && after->value.value == before.value.value && after->choice == before.choice;
    if (!after || isSame) continue;
    if (names.size() == kMostNamed) return tr("pale: %1 and more").arg(names.join(", "));
    const auto unit = findUnit(before.unit);
    const QString value = before.choices.empty()
                              ? writeNumber(before.value.value / (unit ? unit->factor : 1)) +
                                    (unit ? ' ' + writeUnit(before.unit) : QString())
                              : toText(before.choice);
    names << toText(before.name.empty() ? before.id : before.name) + ' ' + value.trimmed();
  }
  return names.isEmpty() ? tr("pale: the run before") : tr("pale: %1").arg(names.join(", "));
}

void ViewBinding::showEvent(std::optional<std::size_t> event) {
  const auto& events = run_.trajectory().events();
  // Just before an event it is that one which is told of, with what it found.
  const auto ahead = playback_.findEventAhead();
  const bool isBefore = ahead.has_value();
  if (isBefore) event = ahead;
  const Receipt* receipt = event ? &events[*event] : nullptr;
  ContactStory story;
  if (event) story = tellContacts(*event);
  const bool flashes = receipt && playback_.time() - receipt->t <= kFlash * run_.duration();
  const bool isOver = !run_.isBusy() && run_.trajectory().sampleCount() > 1 && events.empty();
  views_.receipt->setSide(isBefore ? EventSide::before : EventSide::after);
  views_.receipt->setReceipt(receipt, isOver, story);
  views_.scene->showReceipt(flashes && !isBefore ? receipt : nullptr);
  views_.scene->setHeadline(makeHeadline(event, flashes, isBefore));
  if (event) {
    views_.events->select(*event);
  } else {
    views_.events->clearSelection();
  }
}

ContactStory ViewBinding::tellContacts(std::size_t event) const {
  const ContactTrack& track = views_.timeline->contacts();
  const auto place = track.find(event);
  ContactStory story;
  if (!place) return story;
  const auto& contacts = track.rows()[place->row].contacts;
  const auto [first, last] = track.findRow(*place);
  bool isThere = false;  // the one asked for has ended
  for (std::size_t i = first; i <= last; ++i) {
    const auto end = contacts[i].end;
    if (!end || !run_.trajectory().events()[*end].contact) continue;
    if (i == place->contact) {
      isThere = true;
      story.current = story.contacts.size();
    }
    story.contacts.push_back(*run_.trajectory().events()[*end].contact);
  }
  return isThere ? story : ContactStory();
}

QString ViewBinding::makeHeadline(std::optional<std::size_t> event, bool flashes, bool isBefore) const {
  if (run_.trajectory().sampleCount() == 0) return {};
  QString text = tr("t = %1 s").arg(playback_.time(), 0, 'f', 4);
  const auto& events = run_.trajectory().events();
  if (isBefore) return text + "   " + tr("just before: %1").arg(makeEventName(events[*event]));
  if (event && flashes) text += "   " + makeEventName(events[*event]);
  return text;
}

// What is written again by itself is not here: the board, the fields, the scene as it moves.
void ViewBinding::showUnits() {
  if (shownUnits_ == unitChoice()) return;
  shownUnits_ = unitChoice();
  views_.receipt->setReceipt(nullptr);
  views_.events->viewport()->update();
  if (run_.trajectory().sampleCount() == 0) return;
  views_.status->advance();
  views_.plots->setTrajectory(
      &run_.trajectory(), run_.previous().sampleCount() > 1 ? &run_.previous() : nullptr, run_.duration());
  showCursor();
}

void ViewBinding::showPublished() {
  views_.published->setRows(comparePublished(document_.resolved(), document_.caseId(), run_.trajectory()));
}

}  // namespace clank

#include "moc_view_binding.cpp"
