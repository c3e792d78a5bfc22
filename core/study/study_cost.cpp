// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_cost.h"

#include <fmt/format.h>

#include <chrono>

namespace clank {

StudyCost estimateCost(const StudyRuns& runs, const StudyShard& shard, int jobs,
                       const std::stop_token& stop) {
  constexpr std::uint64_t kFew = 1000;
  StudyCost cost;
  cost.runs = countRuns(*runs.plan().size(), shard);
  if (cost.runs < kFew) return cost;
  const auto start = std::chrono::steady_clock::now();
  runs.run(shard.part - 1, stop);
  cost.oneRun = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  cost.allRuns = cost.oneRun * static_cast<double>(cost.runs) / jobs;
  return cost;
}

std::string sayTime(double seconds) {
  constexpr double kMinute = 60, kHour = 3600, kDay = 24 * kHour, kYear = 365.25 * kDay;
  if (seconds < 10) return fmt::format("{:.2g} s", seconds);
  if (seconds < 2 * kMinute) return fmt::format("{:.0f} s", seconds);
  if (seconds < 2 * kHour) return fmt::format("{:.0f} min", seconds / kMinute);
  if (seconds < 2 * kDay) return fmt::format("{:.0f} h", seconds / kHour);
  if (seconds < kYear) return fmt::format("{:.0f} days", seconds / kDay);
  return fmt::format("{:.3g} years", seconds / kYear);
}

}  // namespace clank
