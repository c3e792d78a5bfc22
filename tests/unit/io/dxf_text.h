// SPDX-License-Identifier: GPL-3.0-or-later
// Text of DXF drawings, by hand.
#pragma once

#include <fmt/format.h>

#include <numbers>
#include <string>
#include <vector>

#include "core/io/dxf_chain.h"
#include "core/io/dxf_reader.h"

namespace clank::test {

inline constexpr double kPi = std::numbers::pi;

inline std::string dxfOf(const std::string& entities, const std::string& blocks = "",
                         const std::string& header = "9\n$INSUNITS\n70\n4\n",
                         const std::string& layers = "") {
  const auto section = [](const char* name, const std::string& records) {
    return records.empty() ? "" : fmt::format("0\nSECTION\n2\n{}\n{}0\nENDSEC\n", name, records);
  };
  const std::string tables = layers.empty() ? "" : "0\nTABLE\n2\nLAYER\n" + layers + "0\nENDTAB\n";
  return "0\nSECTION\n2\nHEADER\n" + header + "0\nENDSEC\n" + section("TABLES", tables) +
         section("BLOCKS", blocks) + "0\nSECTION\n2\nENTITIES\n" + entities + "0\nENDSEC\n0\nEOF\n";
}
// In the table of layers; a negative colour: off, flag 1: frozen.
inline std::string layerOf(const std::string& name, int colour, int flags) {
  return fmt::format("0\nLAYER\n2\n{}\n70\n{}\n62\n{}\n6\nCONTINUOUS\n", name, flags, colour);
}

inline std::string group(int code, double value) {
  return fmt::format("{}\n{:.17g}\n", code, value);
}
inline std::string point(int index, Corner at) {
  return group(10 + index, at.x) + group(20 + index, at.y);
}
inline std::string entity(const std::string& name, const std::string& layer = "0") {
  return "0\n" + name + "\n8\n" + layer + "\n";
}
inline std::string lineOf(Corner a, Corner b, const std::string& layer = "0") {
  return entity("LINE", layer) + point(0, a) + point(1, b);
}
// Degrees, counter-clockwise.
inline std::string arcOf(Corner center, double radius, double from, double to,
                         const std::string& layer = "0") {
  return entity("ARC", layer) + point(0, center) + group(40, radius) + group(50, from) + group(51, to);
}
inline std::string circleOf(Corner center, double radius, const std::string& layer = "0") {
  return entity("CIRCLE", layer) + point(0, center) + group(40, radius);
}
inline std::string polylineOf(const std::vector<DxfVertex>& vertices, bool closed,
                              const std::string& layer = "0") {
  std::string text = entity("LWPOLYLINE", layer) + group(90, static_cast<double>(vertices.size())) +
                     group(70, closed ? 1 : 0);
  for (const DxfVertex& vertex : vertices) text += point(0, vertex.at) + group(42, vertex.bulge);
  return text;
}
inline std::string rectangleOf(Corner low, Corner high, const std::string& layer = "0") {
  return polylineOf({{low, 0}, {{high.x, low.y}, 0}, {high, 0}, {{low.x, high.y}, 0}}, true, layer);
}
// of: what an INSERT has beside its place; empty: nothing.
inline std::string insertOf(const std::string& block, Corner at, const std::string& of = "",
                            const std::string& layer = "0") {
  return entity("INSERT", layer) + "2\n" + block + "\n" + point(0, at) + of;
}
inline std::string blockOf(const std::string& name, const std::string& entities, Corner base = {}) {
  return "0\nBLOCK\n8\n0\n2\n" + name + "\n70\n0\n" + point(0, base) + entities + "0\nENDBLK\n8\n0\n";
}

// "line 3: ..." or "..."; empty: it can be read.
inline std::string dxfComplaint(const std::string& text) {
  const auto read = readDxf(text);
  if (read) return {};
  const Problem& problem = read.error().front();
  return problem.where.empty() ? problem.what : problem.where + ": " + problem.what;
}

}  // namespace clank::test
