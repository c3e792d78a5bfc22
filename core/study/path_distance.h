// SPDX-License-Identifier: GPL-3.0-or-later
// How far the path of a traced point is from target points.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/model/optimisation.h"
#include "core/record/trajectory.h"

namespace clank {

class PathDistance {
 public:
  // resolved: a fit that validate() finds nothing wrong with.
  explicit PathDistance(const PathFit& resolved);

  const std::string& id() const { return id_; }
  const std::vector<std::array<double, 2>>& targets() const { return targets_; }  // m, world

  // Root mean square (m) of the distances of the targets. By nearest: from the straight lines between the
  // samples of the path; by time: from the path at the time of each. NaN for a run without samples or trace.
  double evaluate(const Trajectory& run) const;

 private:
  std::string id_, trace_;
  bool isByTime_ = false;
  std::vector<std::array<double, 2>> targets_;
  std::vector<double> times_;  // s; none: evenly over the run
};

}  // namespace clank
