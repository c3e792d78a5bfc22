// SPDX-License-Identifier: GPL-3.0-or-later
// Lines, outlines, arcs and circles of a DXF drawing (ASCII), in m.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/io/body_line.h"
#include "core/support/result.h"

namespace clank {

struct DxfLine {  // what is joined end to end on a layer is one
  std::string layer;
  std::vector<Corner> points;  // of a closed one the first is not repeated
  bool closed = false;
};

struct DxfArc {
  std::string layer;
  Corner center;
  double radius = 0;        // m
  double from = 0, to = 0;  // rad, counter-clockwise from one to the other
  bool whole = false;       // a circle
};

struct DxfGeometry {
  std::vector<DxfLine> lines;
  std::vector<DxfArc> arcs;
  std::vector<std::string> notes;  // in words: what was left out or changed
};

// LINE, LWPOLYLINE, POLYLINE, ARC and CIRCLE of the entities, by the unit of $INSUNITS (mm without one). Arcs
// within polylines become pieces of five degrees at most. Everything else is left out, and counted in the
// notes. Fails with line and reason.
Result<DxfGeometry> readDxf(std::string_view text);

}  // namespace clank
