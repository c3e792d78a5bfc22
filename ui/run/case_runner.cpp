// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/case_runner.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace clank {
namespace {

constexpr int kCaseInterval = 15;  // ms

std::size_t countCores() {
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace

CaseRunner::CaseRunner(QObject* parent) : QObject(parent) {
  timer_.setInterval(kCaseInterval);
  connect(&timer_, &QTimer::timeout, this, &CaseRunner::poll);
}

CaseRunner::~CaseRunner() {
  stop();
  sayGoodbye(retired_);
}

void CaseRunner::start(std::vector<KeptRun> wanted) {
  stop();
  done_.clear();
  done_.resize(wanted.size());
  next_ = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) waiting_.emplace_back(i, std::move(wanted[i]));
  Q_EMIT progressed(0, static_cast<int>(done_.size()));
  launch();
  timer_.start();
}

void CaseRunner::stop() {
  waiting_.clear();
  for (Running& running : running_) {
    running.worker->requestStop();
    retired_.push_back(std::move(running.worker));
  }
  running_.clear();
}

void CaseRunner::launch() {
  while (!waiting_.empty() && running_.size() < countCores()) {
    Running running;
    running.place = waiting_.front().first;
    running.run = std::move(waiting_.front().second);
    waiting_.pop_front();
    running.worker =
        std::make_unique<SimulationWorker>(running.run.mechanism, SimulationWorker::Task::run, 0, false);
    running_.push_back(std::move(running));
  }
}

bool CaseRunner::advance(Running& running) {
  const auto end = running.worker->findEnd();  // before draining: what came earlier is then in the stream
  if (const auto start = running.hasStarted ? std::nullopt : running.worker->takeStart()) {
    running.trajectory = Trajectory(start->channels);
    running.hasStarted = true;
  }
  if (running.hasStarted) drainInto(running.trajectory, running.worker->stream());
  if (end) running.run.summary = *end;
  return end.has_value();
}

void CaseRunner::poll() {
  std::erase_if(retired_, [](const auto& worker) { return worker->findEnd().has_value(); });
  const bool wasBusy = isBusy();
  for (std::size_t i = 0; i < running_.size();) {
    if (!advance(running_[i])) {
      ++i;
      continue;
    }
    Running over = std::move(running_[i]);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    over.run.trajectory = std::make_shared<const Trajectory>(std::move(over.trajectory));
    hand(over.place, std::move(over.run));
  }
  launch();
  if (wasBusy && !isBusy()) Q_EMIT finished();
  if (!isBusy() && retired_.empty()) timer_.stop();
}

// Those that end before others of an earlier place wait for them.
void CaseRunner::hand(std::size_t place, KeptRun run) {
  done_[place] = std::make_unique<KeptRun>(std::move(run));
  for (; next_ < done_.size() && done_[next_]; ++next_) {
    Q_EMIT progressed(static_cast<int>(next_ + 1), static_cast<int>(done_.size()));
    Q_EMIT ended(*done_[next_]);
    done_[next_]->trajectory.reset();  // the shelf has it
  }
}

}  // namespace clank

#include "moc_case_runner.cpp"
