// SPDX-License-Identifier: GPL-3.0-or-later
// Guards, of phase changes and of what switches a drive off.
#pragma once

#include "core/model/checks.h"

namespace clank {

struct GuardPlace {
  const Mechanism& mechanism;
  const Joint& joint;  // of which the guard speaks
  const Phase& from;   // in which it waits
  bool isStop = false;
  bool isDriven = false;  // of what switches a drive off: the drive holds the coordinate
  std::string part;       // "joint a", in messages
  std::string pointer;    // of what has the keys of the guard
};

void checkGuard(const ChangeGuard& guard, const GuardPlace& at, ProblemList& problems);

}  // namespace clank
