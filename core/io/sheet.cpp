// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/sheet.h"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace clank {

const char* nameOf(SheetLayer layer) {
  constexpr std::array names{"TRACES", "GROUND", "SURFACES", "BODIES",
                             "JOINTS", "FORCES", "DRIVES",   "LIMITS"};
  return names[static_cast<std::size_t>(layer)];
}

// With the chord c and the bulge b = tan(sweep/4) the radius is c (1 + b^2)/(4 |b|), and the centre lies
// c (1 - b^2)/(4 b) to the left of the middle of the chord.
std::vector<SheetEdge> listEdges(const SheetPath& path) {
  std::vector<SheetEdge> edges;
  const std::size_t count = path.vertices.size();
  for (std::size_t i = 0; i + (path.closed ? 0 : 1) < count; ++i) {
    const SheetVertex &from = path.vertices[i], &to = path.vertices[(i + 1) % count];
    SheetEdge edge{from.at, to.at, from.bulge};
    if (edge.bulge != 0) {
      const Corner chord = to.at - from.at;
      const double b = edge.bulge, away = (1 - b * b) / (4 * b);
      edge.center = {(from.at.x + to.at.x) / 2 - away * chord.y, (from.at.y + to.at.y) / 2 + away * chord.x};
      edge.radius = std::hypot(chord.x, chord.y) * (1 + b * b) / (4 * std::abs(b));
      edge.begin = std::atan2(from.at.y - edge.center.y, from.at.x - edge.center.x);
      edge.sweep = 4 * std::atan(b);
    }
    edges.push_back(edge);
  }
  return edges;
}

bool isCircle(const SheetPath& path) {
  return path.closed && path.vertices.size() == 2 && path.vertices[0].bulge == 1 &&
         path.vertices[1].bulge == 1;
}

SheetPath makeCircle(SheetLayer layer, Corner center, double radius, SheetFill fill) {
  return {layer, {{{center.x + radius, center.y}, 1}, {{center.x - radius, center.y}, 1}}, true, fill};
}

SheetPath makeLine(SheetLayer layer, const std::vector<Corner>& points, bool closed) {
  SheetPath path{layer, {}, closed};
  for (const Corner& point : points) path.vertices.push_back({point});
  return path;
}

// A bulge goes to infinity with a whole turn: near that the arc has two pieces.
SheetPath makeSmooth(SheetLayer layer, const std::vector<Corner>& points, bool closed) {
  SheetPath path = makeLine(layer, points, closed);
  path.smooth = true;
  return path;
}

SheetPath makeArc(SheetLayer layer, Corner center, double radius, double begin, double sweep) {
  SheetPath path{layer, {}};
  const int pieces = std::abs(sweep) < 1.9 * std::numbers::pi ? 1 : 2;
  const double bulge = std::tan(sweep / (4 * pieces));
  for (int i = 0; i <= pieces; ++i) {
    const double at = begin + sweep * i / pieces;
    path.vertices.push_back(
        {{center.x + radius * std::cos(at), center.y + radius * std::sin(at)}, i < pieces ? bulge : 0});
  }
  return path;
}

SheetPath makeRounded(SheetLayer layer, Corner from, Corner to, double half, SheetFill fill) {
  const Corner along = to - from;
  const double length = std::hypot(along.x, along.y);
  if (length == 0) return makeCircle(layer, from, half, fill);
  const Corner left{-half * along.y / length, half * along.x / length};
  const auto beside = [&](Corner at, double sign) {
    return Corner{at.x + sign * left.x, at.y + sign * left.y};
  };
  return {
      layer, {{beside(from, -1)}, {beside(to, -1), 1}, {beside(to, 1)}, {beside(from, 1), 1}}, true, fill};
}

}  // namespace clank
