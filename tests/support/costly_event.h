// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/record/receipt.h"

namespace clank::test {

// An event that has cost so much (J).
inline Receipt makeCostlyEvent(double t, EventKind kind, const std::string& element, double loss) {
  Receipt event;
  event.t = t;
  event.kind = kind;
  event.element = element;
  event.energyBefore = loss;
  return event;
}

}  // namespace clank::test
