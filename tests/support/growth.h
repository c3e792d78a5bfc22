// SPDX-License-Identifier: GPL-3.0-or-later
// How time grows with size: eight times as much may take no more than 24 times as long (an exponent of 1.5).
// Time is that of this thread on a processor, the least of five: what else the machine does hardly counts.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <functional>

namespace clank::test {

inline double readThreadTime() {  // s
  timespec t{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

inline double measureThreadTime(const std::function<void()>& work) {
  double least = 1e9;  // s
  for (int i = 0; i < 5; ++i) {
    const double begin = readThreadTime();
    work();
    least = std::min(least, readThreadTime() - begin);
  }
  return least;
}

// make prepares the work of a size, which is not measured.
inline void expectNearlyLinear(const std::function<std::function<void()>(int)>& make, int size) {
  const double few = measureThreadTime(make(size)), many = measureThreadTime(make(8 * size));
  EXPECT_LT(many, 24 * few) << few << " s for " << size << ", " << many << " s for eight times as many";
}

}  // namespace clank::test
