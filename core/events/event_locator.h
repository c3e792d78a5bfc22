// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the first zero of a guard inside an accepted step, on the dense output.
//
// A guard is positive where nothing happens; the event is its first fall through zero. A step of order 8 can
// be long, so the guard is looked at in several places; where its rate turns from falling to rising
// between two of them, the minimum itself is looked at too, so that a touch within one subinterval is not
// missed. A body in free flight turns evenly, which a step of any length follows, but the gaps of its points
// swing with it: whoever knows how far bodies turn in the step asks for more places.
//
// The gap of a short piece of a surface is below zero for a moment only: the body goes through and past its
// end. There lastPlane tells the gap from the unbounded line or circle of the piece: where that falls through
// zero, the guard is looked at.
//
// A guard that is not a number ends the search: what comes after it is not known.
//
// Just after an event the guard is zero and rising. It is then ignored until ignoreUntil (half of the
// predicted flight), or less where it turns out not to be positive there; without such a time it counts as
// positive at the start and a positive place is searched before the zero.
#pragma once

#include <functional>
#include <limits>
#include <optional>

#include "core/dynamics/tolerances.h"

namespace clank {

struct GuardFunction {
  std::function<double(double)> value;  // of t
  std::function<double(double)> rate;   // of t; empty: unknown
  double ignoreUntil = 0;               // s
  std::function<double()> lastPlane{};  // at the t of the last call of value; empty: none
  int subintervals = 4;                 // in which it is looked at
  // s, of an event that has been found: all that is asked is whether its own comes earlier.
  double before = std::numeric_limits<double>::infinity();
  // Of t, with the sign of value and, unlike that, continuous: seeks the zero. Empty: value is.
  std::function<double(double)> closely{};
  double open = kOpen;  // m; lastPlane is behind its piece when it is farther below zero
};

// Time of the first event in (t0, t1], on the side where the guard is not positive any more; nothing of one
// that falls with `before` or later.
std::optional<double> locateFirst(const GuardFunction& guard, double t0, double t1);

// The same where the guard may have turned between two places that are farther apart than a resolution (s).
std::optional<double> locateFirst(GuardFunction guard, double t0, double t1, double resolution);

// The zero of a guard that bends downwards throughout and is below zero at t1, from a guess, by Newton's
// method: from below it comes nearer from there, and from above it goes below. Nothing where it does not
// end.
std::optional<double> locateOnlyFall(const GuardFunction& guard, double guess, double t0, double t1);

}  // namespace clank
