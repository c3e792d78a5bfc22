// SPDX-License-Identifier: GPL-3.0-or-later
// Lines, arcs, curves and circles of a DXF drawing (ASCII), in m.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/dxf_chain.h"
#include "core/support/result.h"

namespace clank {

struct DxfGeometry {
  std::vector<DxfChain> chains;  // as drawn; what meets is joined by joinChains()
  std::vector<DxfCircle> circles;
  double unit = 1e-3;                         // m, of the numbers in the file
  std::string unitName = "mm";                // in messages
  std::map<std::string, std::string> hidden;  // layers that hold something and are not seen: "off", "frozen"
  std::vector<std::string> notes;             // in words: what was left out or changed
};

// LINE, ARC, CIRCLE, ELLIPSE, SPLINE, LWPOLYLINE and POLYLINE of the entities and of the blocks that they
// INSERT, by the unit of $INSUNITS (mm without one). Arcs stay arcs; splines, ellipses and what an INSERT
// stretches more in one direction than in the other become straight pieces, kDxfOff of their size from the
// curve at most. All else is left out, and counted in the notes, and so is what is marked as invisible. What
// a frozen INSERT brings lies on its layer. Fails with line and reason, also where blocks hold each other.
Result<DxfGeometry> readDxf(std::string_view text);

}  // namespace clank
