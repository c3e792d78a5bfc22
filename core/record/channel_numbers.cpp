// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/channel_numbers.h"

#include <cmath>
#include <string_view>

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

namespace {

const Receipt* findStrongestTouch(const Trajectory& trajectory, std::string_view element) {
  const Receipt* strongest = nullptr;
  for (const Receipt& receipt : trajectory.events()) {
    if (!receipt.contact || receipt.element != element) continue;
    if (!strongest || receipt.contact->peakForce > strongest->contact->peakForce) strongest = &receipt;
  }
  return strongest;
}

}  // namespace

std::optional<double> findPeakForce(const Trajectory& trajectory, std::string_view element) {
  const Receipt* strongest = findStrongestTouch(trajectory, element);
  return strongest ? std::optional(strongest->contact->peakForce) : std::nullopt;
}

ChannelNumbers calcChannelNumbers(const Trajectory& trajectory, std::size_t channel) {
  ChannelSums sums;
  for (std::size_t i = 0; i < trajectory.sampleCount(); ++i)
    sums.add(trajectory.time(i), trajectory.row(i)[channel]);
  ChannelNumbers numbers = sums.calc();
  constexpr std::string_view kForce = ".normal_force";
  std::string_view name = trajectory.channels()[channel].name;
  if (!name.ends_with(kForce)) return numbers;
  name.remove_suffix(kForce.size());
  const Receipt* touch = findStrongestTouch(trajectory, name);
  if (!touch || touch->contact->peakForce <= std::abs(numbers.peak)) return numbers;
  numbers.peak = std::copysign(touch->contact->peakForce, numbers.peak);
  numbers.peakTime = touch->contact->begin;
  return numbers;
}

}  // namespace clank
