// SPDX-License-Identifier: GPL-3.0-or-later
// The units of what the parts of an event exchange, in one place for receipts, tables, plots, scene and
// files.
#pragma once

#include <cmath>

#include "core/record/receipt.h"

namespace clank {

// Is what the parts exchange a moment about the pin? Then there is no direction.
inline bool isMoment(const Receipt& receipt) {
  return receipt.normalX == 0 && receipt.normalY == 0;
}

// Of an impulse and of the speeds that it changes, SI.
struct ExchangeUnits {
  const char *impulse, *speed;
};
inline constexpr ExchangeUnits kForceImpulse{"N s", "m/s"}, kMomentImpulse{"N m s", "rad/s"};

inline const ExchangeUnits& findUnits(const Receipt& receipt) {
  return isMoment(receipt) ? kMomentImpulse : kForceImpulse;
}

// Of receipt.impulse, SI.
inline const char* findImpulseUnit(const Receipt& receipt) {
  return findUnits(receipt).impulse;
}

// Of receipt.normalVelocityBefore and After, SI.
inline const char* findSpeedUnit(const Receipt& receipt) {
  return findUnits(receipt).speed;
}

// How much a contact or stop has pushed, and its unit, SI.
struct SizedImpulse {
  double value;
  const char* unit;
};
inline SizedImpulse findSize(const ContactPush& push) {
  if (push.x == 0 && push.y == 0 && push.moment != 0) return {std::abs(push.moment), kMomentImpulse.impulse};
  return {std::hypot(push.x, push.y), kForceImpulse.impulse};
}

}  // namespace clank
