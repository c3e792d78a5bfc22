// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/channel_numbers.h"

#include <cmath>
#include <string_view>

namespace clank {
namespace {

// Between a and b in a time dt the integral of v is dt (a + b)/2, that of v^2 dt (a^2 + a b + b^2)/3.
template <class Time, class Value>
ChannelNumbers calcNumbersOf(std::size_t count, const Time& time, const Value& value) {
  ChannelNumbers numbers;
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double b = value(i);
    if (i == 0 || std::abs(b) > std::abs(numbers.peak)) {
      numbers.peak = b;
      numbers.peakTime = time(i);
    }
    numbers.end = b;
    if (i == 0) continue;
    const double a = value(i - 1), dt = time(i) - time(i - 1);
    sum += dt * (a + b) / 2;
    squares += dt * (a * a + a * b + b * b) / 3.0;
  }
  const double duration = time(count - 1) - time(0);
  numbers.integral = sum;
  numbers.mean = duration > 0 ? sum / duration : numbers.end;
  numbers.rms = duration > 0 ? std::sqrt(squares / duration) : std::abs(numbers.end);
  return numbers;
}

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
  ChannelNumbers numbers = calcNumbersOf(
      trajectory.sampleCount(), [&](std::size_t i) { return trajectory.time(i); },
      [&](std::size_t i) { return trajectory.row(i)[channel]; });
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

ChannelNumbers calcNumbers(std::span<const double> t, std::span<const double> values) {
  return calcNumbersOf(
      t.size(), [&](std::size_t i) { return t[i]; }, [&](std::size_t i) { return values[i]; });
}

}  // namespace clank
