// SPDX-License-Identifier: GPL-3.0-or-later
// A point on an open curve comes to its end, or to its cusp: nothing says how it goes on, and the run ends.
#pragma once

#include <optional>
#include <span>

#include "core/dynamics/assembler.h"
#include "core/events/event_locator.h"

namespace clank {

struct CurveEnd {
  std::size_t joint = 0;
  double t = 0;  // s
};

// The first in (begin, end]; at(t) is a state y of that time. A point that starts at the end and goes on
// outwards is there at begin.
std::optional<CurveEnd> locateCurveEnd(const System& system, const Mode& mode,
                                       const std::function<const std::vector<double>&(double)>& at,
                                       double begin, double end);

// A point in the cusp of its curve, as near as steps of time can tell. What drives it evenly would need an
// infinite speed there.
std::optional<std::size_t> findPointInCusp(const System& system, const Mode& mode,
                                           const std::vector<double>& y);

std::string describePointInCusp(const System& system, std::size_t joint, double t);

std::string describeCurveEnd(const System& system, const Mode& mode, const CurveEnd& end);

}  // namespace clank
