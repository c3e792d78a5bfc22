// SPDX-License-Identifier: GPL-3.0-or-later
// Which shape of a DXF drawing is meant: the one on the chosen layers that lies in no other.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/io/dxf_reader.h"
#include "core/support/result.h"

namespace clank {

// What a layer holds when what meets on it is joined.
struct DxfLayer {
  std::string name;
  int outlines = 0;  // closed
  int circles = 0;
  int open = 0;             // lines and arcs
  int branches = 0;         // places where three ends meet, or more
  std::string hidden = {};  // why nothing of it is seen: "off", "frozen"; empty: it is
};
// In the order of their names.
std::vector<DxfLayer> listDxfLayers(const DxfGeometry& geometry);
// "OUTLINE (1 closed outline, 2 circles)", "AXES (3 open lines; the layer is off)"
std::string describe(const DxfLayer& layer);

struct ChosenShape {
  std::variant<DxfChain, DxfCircle> line;
  std::vector<DxfCircle> holes;    // circles inside of it, one about each center: the smallest
  std::vector<std::string> notes;  // what was joined, and what lies beside it
};

// layers: whose lines are joined; none: the one of those that are seen that holds shapes. needsClosed: open
// lines are none. Fails in words, with the places in the units of the file, where lines branch, do not close
// or cross, and where no shape or more than one may be meant for the part.
Result<ChosenShape> chooseShape(const DxfGeometry& geometry, const std::vector<std::string>& layers,
                                bool needsClosed, const std::string& part);

}  // namespace clank
