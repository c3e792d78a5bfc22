// SPDX-License-Identifier: GPL-3.0-or-later
// Single entities of a DXF drawing.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/io/dxf_groups.h"
#include "core/io/dxf_pen.h"

namespace clank {

// What was left out, as it is counted: the name of the entity, and why where it is one that can be read.
// Empty: it was drawn.
using LeftOut = std::string;

// LINE, ARC, CIRCLE, LWPOLYLINE, ELLIPSE and SPLINE, as seen from +z; all others, and what does not lie in a
// plane of constant z, is left out. Fails with line and reason.
Result<LeftOut> drawDxfEntity(const DxfRecord& record, DxfPen& pen);
// A POLYLINE with its VERTEX records.
Result<LeftOut> drawDxfPolyline(const DxfRecord& head, std::span<const DxfRecord> vertices, DxfPen& pen);

// The axes of an entity whose z axis is given by the groups 210 to 230: as they are, or seen from behind;
// nothing for all others.
std::optional<DxfFrame> readDxfAxes(DxfFields& fields);
inline LeftOut asAskew(const std::string& name) {
  return name + " out of the plane";
}

}  // namespace clank
