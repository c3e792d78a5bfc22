// SPDX-License-Identifier: GPL-3.0-or-later
// One linear step of a mechanism that is pulled by hand.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/dynamics/assembler.h"

namespace clank {

// A row that is wanted to change by `change` (m or rad): softly, or as the gap of a limit that may only stay
// open.
struct PulledRow {
  BlockRow row;
  double change = 0;
};
struct LimitRow {
  BlockRow row;    // of the gap; positive opens
  double gap = 0;  // m or rad
  std::size_t joint = 0;
};

struct PullStep {
  std::vector<double> dq;           // one a coordinate
  std::vector<std::size_t> pushed;  // joints whose limits hold against the pull
};

// At the assembler's last update. Needs one solve, and one more a pulled row and a limit in reach.
PullStep calcPullStep(Assembler& assembler, const std::vector<PulledRow>& pulled,
                      const std::vector<LimitRow>& limits);

}  // namespace clank
