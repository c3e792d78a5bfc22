// SPDX-License-Identifier: GPL-3.0-or-later
// How deep parts are in each other, measured on the drawn surfaces and not by what a step has made of them.
//
// A circle is inside when its centre lies behind the piece that is nearest to it, ends included, and no
// deeper than the material there. Where the nearest is the common end of two pieces, it is behind that corner
// when the sum of both distances from their lines is negative: at a corner that stands out all in front of it
// has a positive one, at a hollow corner all behind it a negative one, as the sum is the distance along the
// line that halves their normals.
#pragma once

#include "core/dynamics/forward_dynamics.h"

namespace clank {

// m, of all contacts of rigid laws at a state; 0: nothing is inside. dynamics is in its mode. What is farther
// inside than within (m) has come there in another way, and is not looked for.
double calcDeepestInside(ForwardDynamics& dynamics, const State& state, double within);

}  // namespace clank
