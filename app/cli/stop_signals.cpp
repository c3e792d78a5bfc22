// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stop_signals.h"

#include <pthread.h>
#include <signal.h>

#include <chrono>

#include "app/cli/leave.h"

namespace clank {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLeave = SIGUSR1;  // tells the watcher to go
constexpr std::chrono::seconds kSameRequest{
    2};  // a signal that comes to the process and to its group is one request

sigset_t makeSet() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, kLeave);
  return set;
}

// Other threads may be anywhere.
[[noreturn]] void end() {
  leaveAtOnce(ExitCode::interrupted);
}

}  // namespace

StopSignals::StopSignals() {
  const sigset_t set = makeSet();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  watcher_ = std::jthread([this, set](const std::stop_token& leave) {
    Clock::time_point first;
    while (!leave.stop_requested()) {
      const int signal = sigwaitinfo(&set, nullptr);
      if (signal != SIGINT && signal != SIGTERM) continue;
      if (!asks_) end();
      const auto now = Clock::now();
      if (!signalled_.stop_requested()) first = now;
      if (now - first > kSameRequest) end();
      signalled_.request_stop();
      source_.request_stop();
    }
  });
}

StopSignals::~StopSignals() {
  watcher_.request_stop();
  pthread_kill(watcher_.native_handle(), kLeave);
  watcher_.join();
  // A second request on the way out would end with another status what has been ended already.
  if (wasSignalled()) return;
  const sigset_t set = makeSet();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace clank
