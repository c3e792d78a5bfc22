// SPDX-License-Identifier: GPL-3.0-or-later
// How long a study takes, told before it is computed.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>

#include "core/study/study_session.h"

namespace clank {

struct StudyCost {
  std::uint64_t runs = 0;          // of the shard
  double oneRun = 0, allRuns = 0;  // s of time on the clock
};

// By the time that the first run of the shard takes; of fewer than 1000 runs nothing is computed and the
// times are 0. The study has a number of runs that can be counted.
StudyCost estimateCost(const StudyRuns& runs, const StudyShard& shard, int jobs, const std::stop_token& stop);

// "25 s", "3 min", "12 days", "1.2e+06 years"
std::string sayTime(double seconds);

}  // namespace clank
