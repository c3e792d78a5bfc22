// SPDX-License-Identifier: GPL-3.0-or-later
// Which touching unilaterals stay closed, which stick and which slide: decided by the accelerations.
//
// Where gap and gap rate are zero, the accelerations obey the same complementarity as the speeds after an
// impact (contact_problem.h), with r = W p + b, b the accelerations of gap and slip without the contacts. A
// contact that slips already has its friction against the slip; one at rest decides.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/events/unilateral.h"

namespace clank {

struct TouchingContact {
  bool closed = true;          // a force or no acceleration: it stays
  int slip = 0;                // 0 sticks (or has no friction), else the sign of the slip
  double gapAcceleration = 0;  // m/s2, without its own force but with those of the others
};

// For unilaterals that all are open in the mode of dynamics and touch at (t, y). Nothing when the
// complementarity problem has no solution (a wedge that jams).
std::optional<std::vector<TouchingContact>> calcTouching(ForwardDynamics& dynamics, double t,
                                                         std::span<const double> y,
                                                         std::span<const std::size_t> unilaterals);

}  // namespace clank
