// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/system_right_hand_side.h"

#include <cmath>

#include "core/simulation/run_diagnosis.h"

namespace clank {

void SystemRightHandSide::operator()(const std::vector<double>& y, std::vector<double>& dydt, double t) {
  dynamics_.evaluate(t, y, dydt);
  if (const auto joint = dynamics_.findJam()) {  // nothing else is a number then
    jam_ = joint;
    return;
  }
  singularSearch_.note(dynamics_.assembler(), t);
  const auto outputs = dynamics_.forceOutputs();
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (!std::isfinite(outputs[i][0]) || !std::isfinite(outputs[i][1])) badForce_ = &system_.forces[i];
  const Assembler& assembler = dynamics_.assembler();
  for (std::size_t d = 0; d < system_.drives.size(); ++d) {
    if (!std::isfinite(getDriveMultiplier(assembler, d, assembler.error())) ||
        !std::isfinite(getDriveMultiplier(assembler, d, assembler.gamma())))
      badDrive_ = &system_.drives[d];
  }
}

std::optional<Problem> SystemRightHandSide::findBadLaw(double t) const {
  if (badForce_) return describeBadLaw(*badForce_, t);
  if (badDrive_) return describeBadLaw(*badDrive_, t);
  return std::nullopt;
}

}  // namespace clank
