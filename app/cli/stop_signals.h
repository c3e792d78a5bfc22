// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <thread>

namespace clank {

// While it lives, SIGINT and SIGTERM ask for a stop instead of ending the program; another, two seconds
// later, ends it at once.
//
// The signals are blocked and a thread waits for them: nothing runs in a signal handler. Make it before other
// threads.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  std::stop_source& updSource() { return source_; }
  bool wasSignalled() const { return signalled_.stop_requested(); }

 private:
  std::stop_source source_, signalled_;
  std::jthread watcher_;
};

}  // namespace clank
