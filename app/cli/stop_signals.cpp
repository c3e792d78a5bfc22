// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stop_signals.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <chrono>

#include "app/cli/commands.h"

namespace clank {

namespace {

using Clock = std::chrono::steady_clock;

constexpr timespec kBetweenLooks{0, 20'000'000};  // between looks at whether the watcher may go
constexpr std::chrono::seconds kSameRequest{
    2};  // a signal that comes to the process and to its group is one request

sigset_t makeSet() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

}  // namespace

StopSignals::StopSignals() {
  const sigset_t set = makeSet();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  watcher_ = std::jthread([this, set](const std::stop_token& leave) {
    Clock::time_point first;
    while (!leave.stop_requested()) {
      if (sigtimedwait(&set, nullptr, &kBetweenLooks) < 0) continue;
      const auto now = Clock::now();
      if (!signalled_.stop_requested()) first = now;
      if (now - first > kSameRequest) ::_exit(static_cast<int>(ExitCode::interrupted));
      signalled_.request_stop();
      source_.request_stop();
    }
  });
}

StopSignals::~StopSignals() {
  watcher_.request_stop();
  watcher_.join();
  const sigset_t set = makeSet();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace clank
