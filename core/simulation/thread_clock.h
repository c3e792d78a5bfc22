// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ctime>

namespace clank {

// Computing time of the calling thread, s.
inline double readThreadClock() {
  std::timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace clank
