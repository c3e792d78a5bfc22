// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes are a DXF drawing: it is read, and its shape put onto a link and onto a surface. What is asked:
// no crash, no sanitizer's complaint, no refusal without a word, and no shape with a place that is no number.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/io/dxf_reader.h"
#include "core/io/dxf_shape.h"
#include "core/io/mechanism_file.h"
#include "core/io/place_dxf.h"
#include "tests/fuzz/fuzz_checks.h"

namespace {

using namespace clank;
using namespace clank::test;

constexpr std::size_t kMostCorners = 100'000;  // what one is joined to is slow, and no stranger

Mechanism makePlate() {
  Mechanism m;
  m.bodies.resize(1);
  m.bodies[0].id = "plate";
  m.bodies[0].pose = {0.1, -0.2, 0.3, {}};
  m.bodies[0].length = 0.1;
  m.surfaces.resize(1);
  m.surfaces[0].id = "floor";
  m.surfaces[0].body = kFrame;
  m.surfaces[0].kind = LineSurface{{0, 0}, {1, 0}};
  return m;
}

void checkGeometry(const DxfGeometry& geometry) {
  for (const DxfChain& chain : geometry.chains) {
    require(chain.vertices.size() > 1, "a line of fewer than two points");
    for (const DxfVertex& v : chain.vertices)
      require(std::isfinite(v.at.x) && std::isfinite(v.at.y) && std::isfinite(v.bulge), "a line nowhere");
  }
  for (const DxfCircle& circle : geometry.circles)
    require(std::isfinite(circle.center.x) && std::isfinite(circle.center.y) && circle.radius > 0 &&
                std::isfinite(circle.radius),
            "a circle that is none");
}

std::size_t countCorners(const DxfGeometry& geometry) {
  std::size_t count = geometry.circles.size();
  for (const DxfChain& chain : geometry.chains) count += chain.vertices.size();
  return count;
}

void place(const DxfGeometry& geometry, const DxfPlacement& placement, const std::string& input) {
  const auto placed = placeDxf(makePlate(), geometry, placement);
  if (!placed) return checkRefusal(placed.error(), input);
  for (const std::string& note : placed->notes) checkNote(note, input);
  const std::string written = writeMechanism(placed->mechanism);
  const auto again = readMechanism(written);
  require(again.has_value(), "a shape that cannot be read again", written);
  require(again->mechanism == placed->mechanism, "a shape that reads as something else", written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto geometry = readDxf(text);
  if (!geometry) {
    checkRefusal(geometry.error(), text);
    return 0;
  }
  checkGeometry(*geometry);
  if (countCorners(*geometry) > kMostCorners) return 0;
  std::vector<std::string> layers;
  for (const DxfLayer& layer : listDxfLayers(*geometry)) layers.push_back(layer.name);
  place(*geometry, {"plate", {}, true}, text);
  place(*geometry, {"plate", layers, false}, text);
  place(*geometry, {"floor", {}, false}, text);
  return 0;
}
