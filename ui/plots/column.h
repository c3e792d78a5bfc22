// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/record/trajectory.h"

namespace clank {

// Samples from one to before another.
struct SampleRange {
  std::size_t first = 0, end = 0;
  std::size_t size() const { return end - first; }
  friend bool operator==(const SampleRange&, const SampleRange&) = default;
};

// The last samples, count at most, between two moments (s).
inline SampleRange findLast(const Trajectory& trajectory, double from, double to, std::size_t count) {
  const auto findFirst = [&](auto isBefore) {
    std::size_t low = 0, high = trajectory.sampleCount();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      isBefore(trajectory.time(middle)) ? static_cast<void>(low = middle + 1)
                                        : static_cast<void>(high = middle);
    }
    return low;
  };
  const std::size_t first = findFirst([&](double t) { return t < from; });
  const std::size_t end = std::max(first, findFirst([&](double t) { return t <= to; }));
  return {std::max(first, end - std::min(end, count)), end};
}

// The values of a channel.
inline std::vector<double> columnOf(const Trajectory& trajectory, std::size_t channel, SampleRange range) {
  std::vector<double> values;
  values.reserve(range.size());
  for (std::size_t i = range.first; i < range.end; ++i) values.push_back(trajectory.row(i)[channel]);
  return values;
}

}  // namespace clank
