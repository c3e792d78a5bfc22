// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/law_switch.h"

#include <algorithm>
#include <cmath>

namespace clank {

void LawSwitches::read(double t, std::span<const double> y) {
  updLawSlots(system_, t, y.data(), system_.layout.speeds(y).data(), slots_);
}

void LawSwitches::read(double t, std::span<const double> y, std::span<const double> acceleration) {
  read(t, y);
  updLawSlots(system_, t, y.data(), system_.layout.speeds(y).data(), acceleration.data(), jets_);
}

double LawSwitches::calcArgument(std::size_t index, std::span<const double> branches) const {
  return system_.switches[index].argument.evaluate(slots_, branches);
}

Jet LawSwitches::calcMotion(std::size_t index, std::span<const double> branches) const {
  return system_.switches[index].argument.evaluate(jets_, branches);
}

bool LawSwitches::isThere(std::size_t index, std::span<const double> branches) const {
  const auto& gate = system_.switches[index].gate;
  return !gate || gate->evaluate(slots_, branches) < 0;
}

double LawSwitches::calcMargin(std::size_t index, std::span<const double> branches) const {
  if (!isThere(index, branches)) return 1;
  const double argument = calcArgument(index, branches), branch = branches[index];
  if (isOnEdge(system_.switches[index], branch))
    return kSwitchZero - calcDistanceFromEdge(system_.switches[index], argument);
  if (system_.switches[index].kind == ExpressionSwitch::Kind::side) return branch * argument;
  return std::min(argument - branch, branch + 1 - argument);
}

double findBranchAt(const SystemSwitch& s, double argument) {
  if (s.kind == ExpressionSwitch::Kind::floor) return std::floor(argument);
  return argument < 0 ? -1 : 1;
}

BranchPair findBranchesAround(const SystemSwitch& s, double argument) {
  if (s.kind == ExpressionSwitch::Kind::side) return {};
  return {std::round(argument), std::round(argument) - 1, std::round(argument) - 0.5};
}

bool isOnEdge(const SystemSwitch& s, double branch) {
  if (std::isnan(branch)) return true;
  if (s.kind == ExpressionSwitch::Kind::passed) return false;
  return s.kind == ExpressionSwitch::Kind::side ? branch == 0 : branch != std::floor(branch);
}

double calcDistanceFromEdge(const SystemSwitch& s, double argument) {
  if (s.kind == ExpressionSwitch::Kind::side) return std::abs(argument);
  return std::abs(argument - std::round(argument));
}

}  // namespace clank
