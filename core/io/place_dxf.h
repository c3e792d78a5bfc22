// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/io/dxf_reader.h"
#include "core/model/mechanism.h"

namespace clank {

struct DxfPlacement {
  std::string part;                 // id of the body, surface or contact that takes the shape
  std::vector<std::string> layers;  // where the shape lies; none: the only one seen that holds shapes
  bool holesAsPoints = false;       // circles inside the outline of a body become its points
};

struct PlacedDxf {
  Mechanism mechanism;
  std::vector<std::string> notes;  // what was changed, and what the drawing holds beside what was taken
  int holes = 0;                   // circles inside the outline of a body
};

// A shape of a drawing onto a part of a mechanism, where it lies in the world at the start: onto a body its
// closed outline (or circle, about the body's origin: a disc); onto a contact its surface: line, polyline,
// arc or circle. Equal round corners become the fillet of the body; all other arcs straight pieces, kDxfOff
// of the size of the outline from them at most. Fails as chooseShape() does, and where there is no such part.
Result<PlacedDxf> placeDxf(const Mechanism& drawn, const DxfGeometry& geometry,
                           const DxfPlacement& placement);

}  // namespace clank
