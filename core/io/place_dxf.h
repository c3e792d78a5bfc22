// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/io/dxf_reader.h"
#include "core/model/mechanism.h"

namespace clank {

struct PlacedDxf {
  Mechanism mechanism;
  std::vector<std::string> notes;  // what the drawing holds beside what was taken
};

// A shape of a drawing onto a part of a mechanism, where it lies in the world at the start: onto a body its
// closed outline (or circle, about the body's origin: a disc); onto a contact its surface: line, polyline,
// arc or circle. layer: where the shape lies; empty: any. Of several, the drawing has to have one alone
// there. Fails by name of part and layer.
Result<PlacedDxf> placeDxf(const Mechanism& drawn, const DxfGeometry& geometry, const std::string& part,
                           const std::string& layer);

}  // namespace clank
