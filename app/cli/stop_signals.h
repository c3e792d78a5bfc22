// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace clank {

// While it lives, SIGINT and SIGTERM end the program with status 130: at once as long as there is nothing to
// keep, and from askFirst() on by a request to stop; another, two seconds later, ends it at once.
//
// The signals are blocked and a thread waits for them: nothing runs in a signal handler. Make it before other
// threads.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  void askFirst() { asks_ = true; }  // from now on there are results to be written
  std::stop_source& updSource() { return source_; }
  bool wasSignalled() const { return signalled_.stop_requested(); }

 private:
  std::stop_source source_, signalled_;
  std::atomic<bool> asks_ = false;
  std::jthread watcher_;
};

}  // namespace clank
