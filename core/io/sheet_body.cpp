// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/sheet_body.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/model/slider_faces.h"

namespace clank {
namespace {

bool isDisc(const Body& body) {
  return body.outline.empty() && !body.length && body.radius.value > 0;
}

// A corner between two edges of unit directions u and w is rounded by a circle of radius r that takes
// r tan(turn/2) of each edge; the bulge of its arc is tan(turn/4).
std::vector<SheetVertex> roundCorners(const std::vector<Corner>& corners, double fillet) {
  constexpr double kRoom = 0.4;  // of an edge, for the corner at one of its ends (contact/outline.cpp)
  const std::size_t n = corners.size();
  double area = 0;
  for (std::size_t i = 0; i < n; ++i) area += cross(corners[i], corners[(i + 1) % n]);
  std::vector<SheetVertex> vertices;
  for (std::size_t i = 0; i < n; ++i) {
    const Corner in = corners[i] - corners[(i + n - 1) % n], out = corners[(i + 1) % n] - corners[i];
    const double before = std::hypot(in.x, in.y), after = std::hypot(out.x, out.y);
    const double turn = std::atan2(cross(in, out), in.x * out.x + in.y * out.y);
    const double slope = std::tan(std::abs(turn) / 2);
    const bool isConvex = turn * area > 0;
    if (!(fillet > 0) || !isConvex || !(before > 0) || !(after > 0)) {
      vertices.push_back({corners[i]});
      continue;
    }
    const double cut = std::min(fillet * slope, kRoom * std::min(before, after));
    vertices.push_back(
        {{corners[i].x - cut * in.x / before, corners[i].y - cut * in.y / before}, std::tan(turn / 4)});
    vertices.push_back({{corners[i].x + cut * out.x / after, corners[i].y + cut * out.y / after}});
  }
  return vertices;
}

// The joint on whose guide a body without a shape of its own is the block.
const Joint* findBlock(const Mechanism& resolved, const Body& body) {
  if (!body.outline.empty() || body.length || body.radius.value > 0) return nullptr;
  constexpr double kSame = 1e-9;  // m
  const Joint* block = nullptr;
  for (const Joint& joint : resolved.joints)
    if (joint.b == body.id && std::holds_alternative<Prismatic>(joint.kind)) block = &joint;
  if (!block) return nullptr;
  const auto isThere = [&](const Point& at) {
    return std::hypot(at.x.value - block->atB.x.value, at.y.value - block->atB.y.value) < kSame;
  };
  const bool isOne = std::all_of(resolved.joints.begin(), resolved.joints.end(), [&](const Joint& joint) {
    return (joint.a != body.id || isThere(joint.atA)) && (joint.b != body.id || isThere(joint.atB));
  });
  return isOne ? block : nullptr;
}

std::vector<SheetVertex> makeBlock(const Mechanism& resolved, const Joint& joint, const BodyPoses& poses,
                                   double unit) {
  const double axis = poses.findAngle(joint.a) + findAxis(joint.kind)->value,
               inB = axis - poses.findAngle(joint.b);
  const SliderFaces faces =
      findSliderFaces(resolved, joint, inB).value_or(makeSymbolFaces(kBlockHalf * unit));
  const double c = std::cos(inB), s = std::sin(inB);
  const auto place = [&](double along, double left) {
    return SheetVertex{{joint.atB.x.value + c * along - s * left, joint.atB.y.value + s * along + c * left}};
  };
  return {place(-faces.behind, -faces.right), place(faces.ahead, -faces.right),
          place(faces.ahead, faces.left), place(-faces.behind, faces.left)};
}

// A bar that bends has vertices along its sides, by which it is bent.
std::vector<SheetVertex> makeBarLine(const Body& body) {
  constexpr int kPieces = 32;
  const int pieces = body.flexible ? kPieces : 1;
  const double length = body.length->value, half = body.width.value / 2;
  std::vector<SheetVertex> vertices;
  for (int i = 0; i <= pieces; ++i) vertices.push_back({{length * i / pieces, -half}});
  vertices.back().bulge = 1;
  for (int i = pieces; i >= 0; --i) vertices.push_back({{length * i / pieces, half}});
  vertices.back().bulge = 1;
  return vertices;
}

std::vector<SheetVertex> listVertices(const Mechanism& resolved, const Body& body, const BodyPoses& poses,
                                      double unit) {
  if (body.outline.empty() && body.length) return makeBarLine(body);
  if (isDisc(body)) return makeCircle(SheetLayer::bodies, {0, 0}, body.radius.value).vertices;
  if (const Joint* block = findBlock(resolved, body)) return makeBlock(resolved, *block, poses, unit);
  std::vector<Corner> corners = makeBodyLine(resolved, body);
  return roundCorners(corners, body.outline.empty() ? 0 : body.fillet.value);
}

std::vector<Corner> listJointPoints(const Mechanism& resolved, const Body& body) {
  std::vector<Corner> points;
  for (const Joint& joint : resolved.joints) {
    // Where a guide begins on a says nothing of a.
    if (joint.a == body.id && !findAxis(joint.kind)) points.push_back({joint.atA.x.value, joint.atA.y.value});
    if (joint.b == body.id) points.push_back({joint.atB.x.value, joint.atB.y.value});
  }
  return points;
}

}  // namespace

double findSymbolUnit(const Mechanism& resolved, const BodyPoses& poses) {
  constexpr double kMost = 0.06, kLeast = 0.02, kUsual = 0.05;  // of the extent
  std::vector<double> widths;
  double left = 0, right = 0, low = 0, high = 0;
  bool isFirst = true;
  for (const Body& body : resolved.bodies) {
    if (body.outline.empty() && body.length) widths.push_back(body.width.value);
    for (const Corner& corner : makeBodyLine(resolved, body)) {
      const Corner at = poses.place(body.id, corner);
      left = isFirst ? at.x : std::min(left, at.x);
      right = isFirst ? at.x : std::max(right, at.x);
      low = isFirst ? at.y : std::min(low, at.y);
      high = isFirst ? at.y : std::max(high, at.y);
      isFirst = false;
    }
  }
  const double size = std::max({right - left, high - low, 1e-6});
  if (widths.empty()) return kUsual * size;
  std::sort(widths.begin(), widths.end());
  return std::clamp(widths[widths.size() / 2], kLeast * size, kMost * size);
}

SheetPath drawContour(const Mechanism& resolved, const Body& body, const BodyPoses& poses, double unit) {
  SheetPath path{SheetLayer::bodies, listVertices(resolved, body, poses, unit), true, SheetFill::part};
  for (SheetVertex& vertex : path.vertices) vertex.at = poses.place(body.id, vertex.at);
  return path;
}

std::vector<Corner> listPlateLine(const Body& plate) {
  constexpr double kPiece = std::numbers::pi / 36;
  std::vector<Corner> corners, line;
  for (const Point& point : plate.outline) corners.push_back({point.x.value, point.y.value});
  for (const SheetEdge& edge :
       listEdges({SheetLayer::bodies, roundCorners(corners, plate.fillet.value), true})) {
    line.push_back(edge.from);
    const int pieces = static_cast<int>(std::ceil(std::abs(edge.sweep) / kPiece));
    for (int i = 1; i < pieces; ++i) {
      const double angle = edge.begin + i * edge.sweep / pieces;
      line.push_back(
          {edge.center.x + edge.radius * std::cos(angle), edge.center.y + edge.radius * std::sin(angle)});
    }
  }
  return line;
}

void drawBody(const Mechanism& resolved, const Body& body, const BodyPoses& poses, Sheet& sheet) {
  sheet.add(drawContour(resolved, body, poses, sheet.unit));
  if (!isDisc(body)) return;
  sheet.add(makeLine(SheetLayer::bodies, {poses.place(body.id, {kDiscMark * body.radius.value, 0}),
                                          poses.place(body.id, {body.radius.value, 0})}));
}

void measureBody(const Mechanism& resolved, const Body& body, const BodyPoses& poses, Sheet& sheet) {
  if (isDisc(body)) return sheet.diameters.push_back({poses.place(body.id, {0, 0}), body.radius.value});
  Corner middle{0, 0};
  const std::vector<Corner> line = makeBodyLine(resolved, body);
  for (const Corner& corner : line) {
    middle.x += corner.x / static_cast<double>(line.size());
    middle.y += corner.y / static_cast<double>(line.size());
  }
  const auto measure = [&](Corner from, Corner to, double clear) {
    sheet.spans.push_back(
        {poses.place(body.id, from), poses.place(body.id, to), poses.place(body.id, middle), clear});
  };
  if (body.length && body.outline.empty())
    return measure({0, 0}, {body.length->value, 0}, body.width.value / 2);
  const std::vector<Corner> joints = listJointPoints(resolved, body);
  const std::size_t sides = joints.size() < 3 ? joints.size() / 2 : joints.size();
  const double clear = joints.size() < 3 && body.outline.empty() ? body.width.value / 2 : 0;
  for (std::size_t i = 0; i < sides; ++i) measure(joints[i], joints[(i + 1) % joints.size()], clear);
}

}  // namespace clank
