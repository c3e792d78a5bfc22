// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_controller.h"

#include <algorithm>
#include <chrono>
#include <span>

namespace clank {
namespace {

constexpr int kDrainInterval = 33;  // ms, about the rate of the screen
constexpr int kHastyInterval = 4;   // ms, while somebody waits for an answer
constexpr std::chrono::milliseconds kGlance{20};

void append(Trajectory& trajectory, const SampleStream::Batch& batch, std::size_t rowSize) {
  const std::span<const double> values(batch.values);
  const std::size_t rows = values.size() / rowSize;
  std::size_t event = 0;
  for (std::size_t row = 0; row <= rows; ++row) {
    for (; event < batch.events.size() && batch.rowsBefore[event] == row; ++event)
      trajectory.event(batch.events[event]);
    if (row < rows) trajectory.sample(values.subspan(row * rowSize, rowSize));
  }
}

}  // namespace

RunController::RunController(QObject* parent) : QObject(parent) {
  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this, &RunController::poll);
}

RunController::~RunController() = default;

void RunController::setMechanism(const Mechanism& resolved) {
  resolved_ = resolved;
  retire();
  setState(State::idle);
  launch(SimulationWorker::Task::assemble);
}

void RunController::run() {
  retire();
  launch(SimulationWorker::Task::run);
  setState(State::running);
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
  updInterval();
  // A worker that is held back or integrates small steps ends within microseconds; a frame of the scene
  // painted before the answer would cost the user a tenth of a second. So: a short look, never a wait for the
  // solver.
  worker_->glance(kGlance);
  poll();
}

void RunController::reset() {
  retire();
  setState(State::idle);
  launch(SimulationWorker::Task::assemble);
}

void RunController::setSpeed(double speed) {
  speed_ = speed;
  if (worker_) worker_->setSpeed(speed);
}

void RunController::launch(SimulationWorker::Task task) {
  task_ = task;
  stopping_ = false;
  awaitsStart_ = true;
  summary_ = {};
  worker_ = std::make_unique<SimulationWorker>(resolved_, task, speed_, false);
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
  timer_.setInterval(stopping_ || awaitsStart_ ? kHastyInterval : kDrainInterval);
}

void RunController::poll() {
  std::erase_if(retired_, [](const auto& worker) { return worker->findEnd().has_value(); });
  if (worker_) {
    const auto end = worker_->findEnd();  // before draining: what came earlier is then in the stream
    takeStart();
    drain();
    if (end) takeEnd(*end);
  }
  if (!worker_ && retired_.empty()) timer_.stop();
}

void RunController::takeStart() {
  auto start = worker_->takeStart();
  if (!start) return;
  awaitsStart_ = false;
  if (keepsPrevious_) previous_ = std::move(trajectory_);
  if (previous_.channels() != start->channels) previous_ = {};
  start_ = std::move(*start);
  trajectory_ = Trajectory(start_.channels);
  keepsPrevious_ = task_ == SimulationWorker::Task::run;
  if (task_ == SimulationWorker::Task::assemble) trajectory_.sample(start_.row);
  updInterval();
  Q_EMIT cleared();
  if (task_ == SimulationWorker::Task::assemble) Q_EMIT assembled();
}

void RunController::drain() {
  if (trajectory_.channels().empty()) return;
  const auto batch = worker_->stream().drain(trajectory_.channels().size());
  if (batch.empty()) return;
  append(trajectory_, batch, trajectory_.channels().size());
  Q_EMIT advanced();
}

void RunController::takeEnd(const RunSummary& end) {
  const bool assembling = task_ == SimulationWorker::Task::assemble;
  worker_.reset();
  stopping_ = awaitsStart_ = false;
  updInterval();
  summary_ = end;
  if (end.end == RunSummary::End::failed) return setState(State::failed);
  if (assembling) return;
  setState(end.end == RunSummary::End::finished ? State::finished : State::interrupted);
}

void RunController::setState(State state) {
  if (state == state_) return;
  state_ = state;
  Q_EMIT stateChanged(state);
}

}  // namespace clank
