// SPDX-License-Identifier: GPL-3.0-or-later
// How far restitution has to be lowered so that an impact makes no energy.
//
// Several contacts, or friction, can make energy with e > 0 (Kane; Stronge). Then all e and e_t are lowered
// by one factor. The energy made falls through zero between two factors, of which the lower one is always
// good. The search takes the secant where both have a solution, the end that stays being halved (Illinois),
// and halves the interval otherwise.
#pragma once

#include <functional>
#include <optional>

namespace clank {

// What an impact makes with some factor: any measure that is positive where energy is made.
struct EnergyMade {
  double gain = 0;
  bool isAllowed = true;  // nothing is made, beyond rounding
};

struct RestitutionSearch {
  double gainWithout = 0;             // at the factor 0, which is allowed
  std::optional<double> gainWithAll;  // at the factor 1, which is not; nothing: it has no solution
  double near = 1e-13;                // of the factor, and of gainWithout
};

// The greatest factor that is allowed, 0..1. solve is called with factors between, and returns nothing where
// there is no solution; of those that are allowed each is greater than the one before.
double lowerRestitution(const RestitutionSearch& search,
                        const std::function<std::optional<EnergyMade>(double factor)>& solve);

}  // namespace clank
