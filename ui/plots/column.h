// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/record/trajectory.h"

namespace clank {

// The values of a channel from a sample on.
inline std::vector<double> columnOf(const Trajectory& trajectory, std::size_t channel,
                                    std::size_t firstSample) {
  std::vector<double> values;
  values.reserve(trajectory.sampleCount() - firstSample);
  for (std::size_t i = firstSample; i < trajectory.sampleCount(); ++i)
    values.push_back(trajectory.row(i)[channel]);
  return values;
}

}  // namespace clank
