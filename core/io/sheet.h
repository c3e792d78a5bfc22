// SPDX-License-Identifier: GPL-3.0-or-later
// A mechanism as lines and arcs on paper, by layers: what every drawing file is written from. In m of the
// world, x to the right and y upwards; symbols have a size in m as well, so that one scale fits all.
#pragma once

#include <string>
#include <vector>

#include "core/io/body_line.h"

namespace clank {

enum class SheetLayer { traces, ground, surfaces, bodies, joints, forces, drives, limits };
// As layers of a drawing program are called: "BODIES".
const char* nameOf(SheetLayer layer);

enum class SheetFill { none, part, paper, ink };

// To the next vertex: straight, or an arc whose bulge is the tangent of a quarter of its angle,
// counter-clockwise positive.
struct SheetVertex {
  Corner at;
  double bulge = 0;
};

struct SheetPath {
  SheetLayer layer = SheetLayer::bodies;
  std::vector<SheetVertex> vertices;
  bool closed = false;
  SheetFill fill = SheetFill::none;
  bool dashed = false;
  bool smooth = false;  // the vertices are close points of a curve, where they have no corner
};

// Units, half the length of a slider's block without a size of its own.
inline constexpr double kBlockHalf = 1.35;
// Of the length of a cylinder as drawn: its barrel; of the radius of a disc: where the mark begins that turns
// with it.
inline constexpr double kBarrel = 0.6, kDiscMark = 0.55;

// One edge of a path: a line, or an arc about a centre from one angle on (rad) by a sweep, counter-clockwise
// positive.
struct SheetEdge {
  Corner from, to;
  double bulge = 0;
  Corner center{};
  double radius = 0, begin = 0, sweep = 0;  // 0: a line
};
std::vector<SheetEdge> listEdges(const SheetPath& path);
// Is it a whole circle? Its two vertices are opposite each other.
bool isCircle(const SheetPath& path);

SheetPath makeCircle(SheetLayer layer, Corner center, double radius, SheetFill fill = SheetFill::none);
SheetPath makeLine(SheetLayer layer, const std::vector<Corner>& points, bool closed = false);
SheetPath makeSmooth(SheetLayer layer, const std::vector<Corner>& points, bool closed = false);
// Counter-clockwise from an angle by a sweep, rad.
SheetPath makeArc(SheetLayer layer, Corner center, double radius, double begin, double sweep);
// Around a segment, rounded at both ends.
SheetPath makeRounded(SheetLayer layer, Corner from, Corner to, double half,
                      SheetFill fill = SheetFill::none);

// The distance of two points, on the side where the middle of the part is not; clear: m, of what lies there.
struct SheetSpan {
  Corner from, to, middle;
  double clear = 0;
};
struct SheetDiameter {
  Corner center;
  double radius = 0;
};
struct SheetName {
  Corner at;
  std::string text;
};

struct Sheet {
  double unit = 0.01;            // m, by which symbols are sized: about the width of a bar
  std::vector<SheetPath> paths;  // what is later covers what is earlier
  std::vector<SheetSpan> spans;
  std::vector<SheetDiameter> diameters;
  std::vector<SheetName> names;  // of joints

  void add(SheetPath path) { paths.push_back(std::move(path)); }
};

}  // namespace clank
