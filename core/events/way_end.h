// SPDX-License-Identifier: GPL-3.0-or-later
// A way comes to its end, and nothing says how it goes on, so that the run ends: a point on an open curve
// comes to the end or to the cusp of its curve; a telescope is so short that it has no direction; a taut rope
// draws an end of its, or a ring, up to the next ring, which has no size.
#pragma once

#include <optional>
#include <span>

#include "core/dynamics/assembler.h"
#include "core/events/event_locator.h"

namespace clank {

struct WayEnd {
  bool isRope = false;
  std::size_t index = 0;  // of the joint, or of the rope
  double t = 0;           // s
};

// The first in (begin, end]; at(t) is a state y of that time. A point that starts at the end of its curve and
// goes on outwards is there at begin.
std::optional<WayEnd> locateWayEnd(const System& system, const Mode& mode,
                                   const std::function<const std::vector<double>&(double)>& at, double begin,
                                   double end);

// A point in the cusp of its curve, as near as steps of time can tell. What drives it evenly would need an
// infinite speed there.
std::optional<std::size_t> findPointInCusp(const System& system, const Mode& mode,
                                           const std::vector<double>& y);

std::string describePointInCusp(const System& system, std::size_t joint, double t);

// With its place in the model.
Problem describeWayEnd(const System& system, const Mode& mode, const WayEnd& end);

}  // namespace clank
