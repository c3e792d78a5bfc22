// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/press_steps.h"

#include <algorithm>
#include <cmath>

namespace clank {
namespace {

constexpr double kPower = 1.5;  // n

}  // namespace

void PressSteps::noteEvent(const Guard& guard, double rate) {
  const std::size_t pair = system_.contacts.pairOf(guard.unilateral - system_.firstContact());
  now_ = &served_[{pair, guard.kind}];
  rate_ = guard.kind == Guard::Kind::gap ? std::abs(rate) : 0;
}

std::optional<double> PressSteps::find() const {
  constexpr double kAtMost = 10;
  if (!now_ || now_->length == 0) return std::nullopt;
  if (!(rate_ > 0 && now_->rate > 0)) return now_->length;
  return now_->length * std::clamp(std::pow(now_->rate / rate_, kPower / (kPower + 1)), 1 / kAtMost, kAtMost);
}

void PressSteps::noteStep(double length, double error) {
  if (!now_) return;
  constexpr double kAimed = 0.03, kMostGrowth = 6;  // of the error allowed
  const double growth = std::pow(kAimed / std::max(error, 1e-16), 1 / (kPower + 1));
  *now_ = {length * std::clamp(growth, 1 / kMostGrowth, kMostGrowth), rate_};
  now_ = nullptr;
}

}  // namespace clank
