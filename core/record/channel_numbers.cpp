// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/channel_numbers.h"

#include <cmath>

namespace clank {

// Between a and b in a time dt the integral of v is dt (a + b)/2, that of v^2 dt (a^2 + a b + b^2)/3.
void ChannelSums::add(double t, double value) {
  if (isFirst_ || std::abs(value) > std::abs(numbers_.peak)) {
    numbers_.peak = value;
    numbers_.peakTime = t;
  }
  if (isFirst_) {
    begin_ = t;
  } else {
    const double a = numbers_.end, b = value, dt = t - time_;
    numbers_.integral += dt * (a + b) / 2;
    squares_ += dt * (a * a + a * b + b * b) / 3.0;
  }
  numbers_.end = value;
  time_ = t;
  isFirst_ = false;
}

ChannelNumbers ChannelSums::calc() const {
  ChannelNumbers numbers = numbers_;
  const double duration = time_ - begin_;
  numbers.mean = duration > 0 ? numbers.integral / duration : numbers.end;
  numbers.rms = duration > 0 ? std::sqrt(squares_ / duration) : std::abs(numbers.end);
  return numbers;
}

ChannelNumbers calcChannelNumbers(const Trajectory& trajectory, std::size_t channel) {
  ChannelSums sums;
  for (std::size_t i = 0; i < trajectory.sampleCount(); ++i)
    sums.add(trajectory.time(i), trajectory.row(i)[channel]);
  return sums.calc();
}

}  // namespace clank
