// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "core/simulation/simulator.h"

namespace clank {

// A run in a thread of its own. The simulator looks for a stop between its steps; one impact of thousands of
// contacts can take minutes, and nobody has to wait for it.
class BackgroundRun {
 public:
  BackgroundRun(const Simulator& simulator, SampleSink& sink, const std::stop_token& stop);

  // How it ended; nothing when it has not come to its end soon after the stop: then it is still at work with
  // all it was given. An exception of the run comes out here.
  std::optional<RunSummary> wait();

 private:
  std::stop_token stop_;
  std::mutex mutex_;  // of what follows
  std::condition_variable_any ended_;
  std::optional<RunSummary> summary_;
  std::exception_ptr failure_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace clank
