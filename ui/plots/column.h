// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/record/trajectory.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"

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

// What stands beside the title where samples in view, which begins at a moment, are left out.
inline QString describeLeftOut(const Trajectory& trajectory, SampleRange drawn, double from) {
  const SampleRange all =
      findLast(trajectory, from, std::numeric_limits<double>::infinity(), trajectory.sampleCount());
  if (drawn.size() == 0 || drawn.first <= all.first) return {};
  return tr("from %1 on: zoom in time for more").arg(writeShown(trajectory.time(drawn.first), "s"));
}

// The values of a channel.
inline std::vector<double> columnOf(const Trajectory& trajectory, std::size_t channel, SampleRange range) {
  std::vector<double> values;
  values.reserve(range.size());
  for (std::size_t i = range.first; i < range.end; ++i) values.push_back(trajectory.row(i)[channel]);
  return values;
}

}  // namespace clank
