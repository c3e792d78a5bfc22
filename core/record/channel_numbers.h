// SPDX-License-Identifier: GPL-3.0-or-later
// A few numbers that say what a channel did in a run.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/record/trajectory.h"

namespace clank {

// Of the straight lines between samples; two samples at one time are a jump, and both of its sides count.
struct ChannelNumbers {
  double end = 0;
  double peak = 0, peakTime = 0;  // the value of the greatest size, with its sign, and when it is first (s)
  double mean = 0, rms = 0;       // over time; of a run without duration those of its end
  double integral = 0;            // over time
};

// Of values that come one after the other.
class ChannelSums {
 public:
  void add(double t, double value);
  ChannelNumbers calc() const;  // after one value at least

 private:
  ChannelNumbers numbers_;  // mean and rms: none yet
  double squares_ = 0, begin_ = 0, time_ = 0;
  bool isFirst_ = true;
};

// Greatest force (N) in the record of the touches of a compliant contact or loose joint: that of the motion,
// also where samples pass over it. Nothing where none has been recorded.
std::optional<double> findPeakForce(const Trajectory& trajectory, std::string_view element);

// Of a trajectory with a sample at least. The peak of a normal force is that of findPeakForce() where this is
// greater, at the time when the touch
// begins: it may be shorter than the time between samples.
ChannelNumbers calcChannelNumbers(const Trajectory& trajectory, std::size_t channel);

}  // namespace clank
