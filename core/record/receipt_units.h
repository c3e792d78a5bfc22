// SPDX-License-Identifier: GPL-3.0-or-later
// The units of what the parts of an event exchange, in one place for receipts, tables, plots, scene and
// files.
#pragma once

#include "core/record/receipt.h"

namespace clank {

// Is what the parts exchange a moment about the pin? Then there is no direction.
inline bool isMoment(const Receipt& receipt) {
  return receipt.normalX == 0 && receipt.normalY == 0;
}

// Of receipt.impulse, SI.
inline const char* findImpulseUnit(const Receipt& receipt) {
  return isMoment(receipt) ? "N m s" : "N s";
}

// Of receipt.normalVelocityBefore and After, SI.
inline const char* findSpeedUnit(const Receipt& receipt) {
  return isMoment(receipt) ? "rad/s" : "m/s";
}

}  // namespace clank
