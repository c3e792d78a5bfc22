// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_controller.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "ui/run/run_memory.h"
#include "ui/run/run_shelf.h"

namespace clank {
namespace {

constexpr int kDrainInterval = 33;  // ms, about the rate of the screen
constexpr int kHastyInterval = 4;   // ms, while somebody waits for an answer
constexpr std::chrono::milliseconds kGlance{20};
constexpr int kStopPatience = 60;                    // ms until a run that was asked to stop is left alone
constexpr std::chrono::milliseconds kShortLook{12};  // at an explored run, when the last one was done so soon
constexpr int kStream = 60;                          // ms; wishes that follow each other closer are a stream
constexpr int kSettled = 700;                        // ms after which a shown run is worth a ghost

}  // namespace

RunController::RunController(QObject* parent)
    : QObject(parent), largestMemory_(kLargestPart * readMachineMemory()) {
  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this, &RunController::poll);
}

// A worker inside one large impact can take minutes to notice: the program does not wait for it to end, nor
// does the worker touch anything of the window.
RunController::~RunController() {
  retire();
  sayGoodbye(retired_);
}

void RunController::setMechanism(const SharedMechanism& resolved) {
  if (resolved_->units != resolved->units) {  // only how numbers are written: what was computed stays
    Mechanism same = *resolved_;
    same.units = resolved->units;
    resolved_ = std::move(same);
    if (resolved_ == resolved) return;
  }
  cannotRun_ = false;  // what is shown is past until the new start is there
  if (exploring_) return explore(resolved);
  resolved_ = resolved;
  retire();
  setState(State::idle);
  launch(resolved_, SimulationWorker::Task::assemble, speed_);
}

void RunController::clear() {
  retire();
  hidden_.reset();
  wanted_.reset();
  resolved_ = {};
  trajectory_ = previous_ = {};
  start_ = {};
  hands_.clear();
  keepsPrevious_ = false;
  tellCleared();  // first: who hears of the state looks at the rows and events that there are
  setState(State::idle);
}

void RunController::setOutdated(bool on) {
  cannotRun_ = on;
  if (on && hidden_) {  // what it would show is past before it is there
    retire();
    hidden_.reset();
  }
  if (on) wanted_.reset();
  if (on && isBusy()) stop();
  updOutdated();
}

// Also of a start that was still being assembled when the drawing became one that cannot run.
void RunController::updOutdated() {
  const bool is = cannotRun_ && trajectory_.sampleCount() > 0;
  if (std::exchange(isOutdated_, is) != is) Q_EMIT outdatedChanged(is);
}

void RunController::tellCleared() {
  ++runCount_;
  Q_EMIT cleared();
  updOutdated();  // after it, for who hears of this looks at the rows
}

void RunController::run(double thinning, Columns kept) {
  adoptNewest();
  retire();
  if (thinning == 1) {
    launch(resolved_, SimulationWorker::Task::run, speed_, std::move(kept));
  } else {
    Mechanism thinned = *resolved_;
    thinned.simulation.outputInterval.value *= thinning;
    launch(std::move(thinned), SimulationWorker::Task::run, speed_, std::move(kept));
  }
  setState(State::running);
}

void RunController::setExploring(bool on) {
  if (on == exploring_) return;
  exploring_ = on;
  if (on && resolved_->bodies.empty()) return;  // the first mechanism that can move begins it
  if (on) return explore(resolved_);
  if (wanted_) exploreWanted();
}

void RunController::explore(const SharedMechanism& resolved) {
  isStream_ = asked_.isValid() && asked_.elapsed() < kStream;
  asked_.start();
  wanted_ = resolved;
  const bool soonDone = hidden_ && hidden_->clock.elapsed() < patience_;
  if (!soonDone) exploreWanted();
}

void RunController::exploreWanted() {
  retire();
  hidden_.emplace();
  hidden_->mechanism = std::move(*wanted_);
  hidden_->clock.start();
  wanted_.reset();
  launch(hidden_->mechanism, SimulationWorker::Task::run, 0);
  if (!answersSoon_ || isStream_) return;
  // In a stream the next run is computed while the window draws the last one. The answer to a single wish
  // goes into the same frame of the window as the change: one frame in place of two. It is a short look, and
  // one that comes to nothing is the last until a run is short again.
  worker_->glance(kShortLook);
  poll();
}

// The hidden run takes the place of the shown one.
void RunController::publish() {
  Hidden run = std::move(*hidden_);
  hidden_.reset();
  if (!run.start) {  // it has not begun yet, or cannot: a run by hand is of it all the same
    resolved_ = std::move(run.mechanism);
    return;
  }
  keepGhost();
  if (!hasSameBodies(previous_.channels(), run.start->channels)) previous_ = {};
  resolved_ = std::move(run.mechanism);
  hands_.clear();
  ran_ = resolved_;
  start_ = std::move(*run.start);
  trajectory_ = std::move(run.trajectory);
  keepsPrevious_ = true;
  tellCleared();
  if (trajectory_.sampleCount() > 0) Q_EMIT advanced();
}

// While a slider moves, the ghost stays the run from before.
void RunController::keepGhost() {
  const bool isSettled = !settled_.isValid() || settled_.elapsed() > kSettled;
  if (keepsPrevious_ && isSettled && trajectory_.sampleCount() > 1) layAside();
  settled_.start();
}

// Of what cannot begin there is nothing to show, and the run before is that of another drawing.
void RunController::showNothing() {
  Trajectory nothing(std::vector<Channel>(trajectory_.channels()));  // plots stay those that are looked at
  if (exploring_)
    keepGhost();
  else if (keepsPrevious_)
    layAside();
  keepsPrevious_ = false;
  trajectory_ = std::move(nothing);
  start_ = {};
  hands_.clear();
  tellCleared();
}

void RunController::layAside() {
  previous_ = std::move(trajectory_);
  previousMechanism_ = std::move(ran_);
}

// What is run by hand is what was drawn last.
void RunController::adoptNewest() {
  if (hidden_) resolved_ = std::move(hidden_->mechanism);
  if (wanted_) resolved_ = std::move(*wanted_);
  hidden_.reset();
  wanted_.reset();
}

void RunController::pause() {
  if (state_ != State::running) return;
  worker_->setPaused(true);
  setState(State::paused);
}

void RunController::resume() {
  if (state_ != State::paused) return;
  worker_->setPaused(false);
  setState(State::running);
}

void RunController::stop() {
  if (!isBusy()) return;
  worker_->requestStop();
  stopping_ = true;
  stopClock_.start();
  updInterval();
  // A worker that is held back or integrates small steps ends within microseconds; a frame of the scene
  // painted before the answer would cost the user a tenth of a second. So: a short look, never a wait for the
  // solver.
  worker_->glance(kGlance);
  poll();
}

void RunController::reset() {
  adoptNewest();
  retire();
  setState(State::idle);
  launch(resolved_, SimulationWorker::Task::assemble, speed_);
}

void RunController::setSpeed(double speed) {
  speed_ = speed;
  if (worker_ && !exploring_) worker_->setSpeed(speed);
}

bool RunController::hold(const std::string& body, HandPlace at, HandPlace place) {
  if (state_ != State::running || exploring_ || !worker_) return false;
  const double speed = speed_ > 0 ? speed_ : 1;
  if (speed != speed_) worker_->setSpeed(speed);
  worker_->hand().hold(body, at, place, speed);
  holds_ = true;
  return true;
}

void RunController::lead(HandPlace place) {
  if (holds_ && worker_) worker_->hand().lead(place);
}

void RunController::letGo() {
  if (!std::exchange(holds_, false) || !worker_) return;
  worker_->hand().letGo();
  worker_->setSpeed(speed_);
}

void RunController::launch(const SharedMechanism& mechanism, SimulationWorker::Task task, double speed,
                           Columns kept) {
  kept_ = std::move(kept);
  task_ = task;
  stopping_ = isFull_ = isBehind_ = false;
  awaitsStart_ = true;
  summary_ = {};
  holds_ = false;
  worker_ = std::make_unique<SimulationWorker>(mechanism, task, speed, false, kept_);
  updInterval();
  timer_.start();
}

// A worker may be in the middle of a long step or of assembling: it goes when it has noticed, nobody waits.
void RunController::retire() {
  if (!worker_) return;
  worker_->requestStop();
  retired_.push_back(std::move(worker_));
}

void RunController::updInterval() {
  timer_.setInterval(stopping_ || awaitsStart_ || hidden_ || isBehind_ ? kHastyInterval : kDrainInterval);
}

void RunController::poll() {
  std::erase_if(retired_, [](const auto& worker) { return worker->findEnd().has_value(); });
  if (worker_) {
    const auto end = worker_->findEnd();  // before draining: what came earlier is then in the stream
    takeStart();
    if (!hidden_ && !awaitsStart_) hands_ = worker_->hand().records();
    drain();
    const bool isLong = hidden_ && hidden_->clock.elapsed() >= patience_;
    if (isLong && !end && wanted_) {
      publish();  // as far as it came: a slider that never rests shows something all the same
      return exploreWanted();
    }
    if (hidden_ && (end || isLong)) {
      publish();
      if (!end) setState(State::running);
      updInterval();
    }
    if (end)
      takeEnd(*end);
    else if (stopping_ && stopClock_.elapsed() > kStopPatience)
      leaveWorker();
  }
  if (!worker_ && retired_.empty()) timer_.stop();
}

void RunController::takeStart() {
  auto start = worker_->takeStart();
  if (!start) return;
  awaitsStart_ = false;
  if (hidden_) {
    hidden_->trajectory = Trajectory(start->channels);
    hidden_->start = std::move(start);
    return;
  }
  if (keepsPrevious_) layAside();
  ran_ = resolved_;
  if (!hasSameBodies(previous_.channels(), start->channels)) previous_ = {};
  start_ = std::move(*start);
  hands_.clear();
  trajectory_ = Trajectory(kept_.empty() ? start_.channels : pickChannels(start_.channels, kept_));
  keepsPrevious_ = task_ == SimulationWorker::Task::run;
  if (task_ == SimulationWorker::Task::assemble) trajectory_.sample(start_.row);
  updInterval();
  tellCleared();
  if (task_ == SimulationWorker::Task::assemble) Q_EMIT assembled();
}

void RunController::drain() {
  Trajectory& into = hidden_ ? hidden_->trajectory : trajectory_;
  if (into.channels().empty()) return;
  const Drained drained = drainInto(into, worker_->stream());
  if (isBehind_ != (drained == Drained::full)) {
    isBehind_ = !isBehind_;
    updInterval();
  }
  if (drained == Drained::nothing) return;
  const auto numbers = static_cast<double>(into.sampleCount() * into.channels().size());
  if (!isFull_ && numbers * sizeof(double) > largestMemory_) {
    isFull_ = true;
    worker_->requestStop();
  }
  if (!hidden_) Q_EMIT advanced();
}

void RunController::takeEnd(const RunSummary& end) {
  const bool assembling = task_ == SimulationWorker::Task::assemble;
  const bool hasNotBegun = awaitsStart_ && end.end == RunSummary::End::failed;
  worker_.reset();
  answersSoon_ = exploring_ && end.wallSeconds * 1e3 < 0.8 * static_cast<double>(kShortLook.count());
  stopping_ = awaitsStart_ = holds_ = false;
  updInterval();
  summary_ = end;
  if (isFull_)
    summary_.problems.push_back(
        {"the run was ended: its samples take most of the memory. A longer output "
         "interval keeps fewer",
         "/simulation/output_interval", Severity::warning});
  if (assembling && end.end != RunSummary::End::failed) return;
  // One explored run finishes after another: each is told.
  state_ = end.end == RunSummary::End::failed     ? State::failed
           : end.end == RunSummary::End::finished ? State::finished
                                                  : State::interrupted;
  if (hasNotBegun) showNothing();
  Q_EMIT stateChanged(state_);
  if (wanted_) exploreWanted();
}

// What the run has delivered is what there is of it.
void RunController::leaveWorker() {
  retire();
  RunSummary summary;
  summary.end = RunSummary::End::interrupted;
  if (!awaitsStart_ && trajectory_.sampleCount() > 0) {
    const auto last = trajectory_.row(trajectory_.sampleCount() - 1);
    summary.finalRow.assign(last.begin(), last.end());
    summary.t = last[0];
    summary.events = static_cast<int>(trajectory_.events().size());
  }
  summary.mobilityStart = summary.mobilityEnd = start_.mobility;
  summary.gruebler = start_.gruebler;
  takeEnd(summary);
}

void RunController::setState(State state) {
  if (state == state_) return;
  state_ = state;
  Q_EMIT stateChanged(state);
}

}  // namespace clank

#include "moc_run_controller.cpp"
