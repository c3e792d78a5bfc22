// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/lowered_restitution.h"

#include <cmath>

namespace clank {

double lowerRestitution(const RestitutionSearch& search,
                        const std::function<std::optional<EnergyMade>(double factor)>& solve) {
  constexpr int kMostTries = 60;
  double low = 0, high = 1, atLow = search.gainWithout;
  std::optional<double> atHigh = search.gainWithAll;
  const double enough = -search.near * std::abs(atLow);
  int lastSide = 0;
  for (int i = 0; i < kMostTries && high - low > search.near; ++i) {
    const bool secant = atHigh && atLow < 0 && *atHigh > 0;
    const double factor = secant ? low + (high - low) * atLow / (atLow - *atHigh) : (low + high) / 2;
    const auto made = solve(factor);
    if (made && made->isAllowed) {
      low = factor;
      atLow = made->gain;
      if (lastSide == -1 && secant) *atHigh /= 2;
      lastSide = -1;
      if (made->gain > enough) break;
    } else {
      high = factor;
      atHigh = made ? std::optional(made->gain) : std::nullopt;
      if (lastSide == 1 && secant) atLow /= 2;
      lastSide = 1;
    }
  }
  return low;
}

}  // namespace clank
