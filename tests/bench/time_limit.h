// SPDX-License-Identifier: GPL-3.0-or-later
// The processor's time of this program, and a limit to it.
#pragma once

#include <chrono>
#include <ctime>
#include <stop_token>
#include <thread>

namespace clank::test {

inline double readCpu() {  // s
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Stops a run that has taken too much of the processor.
class TimeLimit {
 public:
  TimeLimit(std::stop_source& stop, double seconds)
      : thread_([&stop, end = readCpu() + seconds](const std::stop_token& done) {
          while (!done.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            if (readCpu() > end) stop.request_stop();
          }
        }) {}

 private:
  std::jthread thread_;
};

}  // namespace clank::test
