// SPDX-License-Identifier: GPL-3.0-or-later
// On which branches the switches of laws go on from a state.
//
// A switch whose argument is not on an edge is on the side of its argument. On the edge, the rates r+ and r-
// of the argument decide that the motion has on the branch above and on that below:
//     both lead up: above          both lead down: below
//     r+ < 0 < r-: neither branch can be left or stayed on; the switch is held (dynamics/held_laws.h)
//     r- < 0 < r+: both would do; a motion that has just crossed goes on across
// and where nothing moves the argument, the switch goes by it. An argument of positions has no two rates, but
// two second ones where it rests; it is also held when it would be back sooner than kBackSoon, since its
// flights get shorter for ever (a relay that is damped). An argument of time has its own derivatives.
#pragma once

#include <optional>

#include "core/dynamics/forward_dynamics.h"
#include "core/dynamics/state.h"

namespace clank {

inline constexpr double kBackSoon = 1e-5;  // s

// Of the switches that read time alone.
void chooseTimeBranches(const System& system, double t, std::optional<std::size_t> crossed, Mode& mode);

// Of all switches; crossed: the one whose edge the motion has come to. Leaves dynamics in the mode of state.
void chooseBranches(ForwardDynamics& dynamics, State& state, std::optional<std::size_t> crossed = {});

// What rounding leaves open of a time, s.
double calcTimeRounding(double t);

}  // namespace clank
