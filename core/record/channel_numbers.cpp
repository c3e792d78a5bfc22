// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/channel_numbers.h"

#include <cmath>

namespace clank {

// Between a and b in a time dt the integral of v is dt (a + b)/2, that of v^2 dt (a^2 + a b + b^2)/3.
ChannelNumbers calcChannelNumbers(const Trajectory& trajectory, std::size_t channel) {
  ChannelNumbers numbers;
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < trajectory.sampleCount(); ++i) {
    const double b = trajectory.row(i)[channel];
    if (i == 0 || std::abs(b) > std::abs(numbers.peak)) {
      numbers.peak = b;
      numbers.peakTime = trajectory.time(i);
    }
    numbers.end = b;
    if (i == 0) continue;
    const double a = trajectory.row(i - 1)[channel], dt = trajectory.time(i) - trajectory.time(i - 1);
    sum += dt * (a + b) / 2;
    squares += dt * (a * a + a * b + b * b) / 3.0;
  }
  const double duration = trajectory.time(trajectory.sampleCount() - 1) - trajectory.time(0);
  numbers.mean = duration > 0 ? sum / duration : numbers.end;
  numbers.rms = duration > 0 ? std::sqrt(squares / duration) : std::abs(numbers.end);
  return numbers;
}

}  // namespace clank
