// SPDX-License-Identifier: GPL-3.0-or-later
// Guards the steps of a run: finds those after which it must not simply go on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/dynamics/assembler.h"
#include "core/model/mechanism.h"

namespace clank {

class StepGuardian {
 public:
  StepGuardian(const System& system, const SimulationSettings& settings)
      : system_(system), settings_(settings) {}

  // At the pace of the last steps tried the rest would take far too long: why the run is given up. steps:
  // those tried so far; t: what is reached, s; step: the last one, s.
  std::optional<std::string> findStall(std::int64_t steps, double t, double step);

  // The end (s) of a step from begin after its projection, at the assembler's last update: the joints cannot
  // be kept, or were left behind by drift (m or rad) before it. Then a shorter step may have seen what this
  // one leapt over. With Baumgarte's drift control the joints are kept by the equations alone, and nothing is
  // found.
  std::optional<Problem> findFault(const Assembler& assembler, const State& begin, double t,
                                   double drift) const;

 private:
  const System& system_;
  const SimulationSettings& settings_;
  std::int64_t stepsBefore_ = 0;  // at the last look at the pace
  double tBefore_ = 0;            // s
};

}  // namespace clank
