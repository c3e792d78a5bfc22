// SPDX-License-Identifier: GPL-3.0-or-later
// How near is on it, and how short is nothing.
#pragma once

namespace clank {

inline constexpr double kReach = 10;      // px from what is clicked
inline constexpr double kPartReach = 12;  // px from a pin or a link that a tool takes hold of
inline constexpr double kThinnestBar = 5, kThickestBar = 11;  // px, half of what a bar is drawn wide
inline constexpr double kShortest = 1e-6;                     // m: what is drawn is longer
inline constexpr double kSamePlace = 1e-7;                    // m: points so close are one pin

}  // namespace clank
