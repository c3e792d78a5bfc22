// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/optimisation_runner.h"

#include <utility>

namespace clank {

constexpr int kAttemptInterval = 40;  // ms

OptimisationRunner::OptimisationRunner(QObject* parent) : QObject(parent) {
  timer_.setInterval(kAttemptInterval);
  connect(&timer_, &QTimer::timeout, this, &OptimisationRunner::poll);
}

OptimisationRunner::~OptimisationRunner() = default;

void OptimisationRunner::start(std::shared_ptr<const Optimiser> optimiser) {
  thread_ = {};  // stopped and waited for: a run looks for a stop at every step
  waiting_.clear();
  best_.reset();
  isOver_ = false;
  optimiser_ = std::move(optimiser);
  thread_ = std::jthread([this, search = optimiser_](const std::stop_token& stop) {
    auto best = search->search(stop, [this](const Attempt& attempt) {
      const std::scoped_lock lock(mutex_);
      waiting_.push_back(attempt);
    });
    const std::scoped_lock lock(mutex_);
    best_ = std::move(best);
    isOver_ = true;
  });
  timer_.start();
}

void OptimisationRunner::stop() {
  thread_.request_stop();
}

void OptimisationRunner::poll() {
  std::vector<Attempt> attempts;
  bool isOver = false;
  {
    const std::scoped_lock lock(mutex_);
    attempts.swap(waiting_);
    isOver = isOver_;
  }
  if (!attempts.empty()) Q_EMIT tried(attempts);
  if (!isOver) return;
  timer_.stop();
  const bool wasStopped = thread_.get_stop_token().stop_requested();
  thread_ = {};
  optimiser_.reset();
  Q_EMIT ended(best_, wasStopped);
}

}  // namespace clank

#include "moc_optimisation_runner.cpp"
