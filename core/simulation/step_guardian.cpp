// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/step_guardian.h"

#include <algorithm>

#include <fmt/format.h>

#include <utility>

#include "core/dynamics/tolerances.h"
#include "core/simulation/links_in_line.h"
#include "core/simulation/run_diagnosis.h"

namespace clank {

std::optional<std::string> StepGuardian::findStall(std::int64_t steps, double t, double step) {
  constexpr std::int64_t kLook = 100'000;
  constexpr double kTooMany = 2e7;  // minutes, for the smallest mechanism
  if (steps < stepsBefore_ + kLook) return std::nullopt;
  const double advance = t - std::exchange(tBefore_, t), rest = settings_.duration.value - t;
  const auto taken = static_cast<double>(steps - std::exchange(stepsBefore_, steps));
  if (!(rest * taken > kTooMany * advance)) return std::nullopt;
  return describeStall(system_, settings_, t, std::min(step, advance / taken));
}

std::optional<Problem> StepGuardian::findFault(const Assembler& assembler, const State& begin, double t,
                                               double drift) const {
  if (settings_.driftControl.value == DriftControl::baumgarte) return std::nullopt;
  if (auto jam = describeJam(assembler, t)) {
    jam->what += describeLinksInLine(system_, begin);
    return jam;
  }
  if (drift > kLeap) {
    const std::string where =
        system_.drives.empty() ? "/simulation" : fmt::format("/drives/{}", system_.drives.front().index);
    return Problem{describeLeap(system_, t, drift), where, Severity::error};
  }
  return std::nullopt;
}

}  // namespace clank
