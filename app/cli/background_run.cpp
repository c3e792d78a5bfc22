// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/background_run.h"

#include <chrono>
#include <utility>

namespace clank {

namespace {

constexpr std::chrono::milliseconds kStopPatience{20};  // after a stop; writing takes some more

}  // namespace

BackgroundRun::BackgroundRun(const Simulator& simulator, SampleSink& sink, const std::stop_token& stop)
    : stop_(stop), thread_([this, &simulator, &sink] {
        std::optional<RunSummary> summary;
        std::exception_ptr failure;
        try {
          summary = simulator.run(sink, stop_);
        } catch (...) {
          failure = std::current_exception();
        }
        const std::scoped_lock lock(mutex_);
        summary_ = std::move(summary);
        failure_ = failure;
        ended_.notify_all();
      }) {}

std::optional<RunSummary> BackgroundRun::wait() {
  std::unique_lock lock(mutex_);
  const auto hasEnded = [this] { return summary_ || failure_; };
  ended_.wait(lock, stop_, hasEnded);
  ended_.wait_for(lock, kStopPatience, hasEnded);
  if (failure_) std::rethrow_exception(failure_);
  return summary_;
}

}  // namespace clank
