// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_drawing.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/io/body_poses.h"
#include "core/io/number_text.h"

namespace clank {

namespace {

constexpr double kPinRadius = 1;   // mm
constexpr double kTextHeight = 4;  // mm

// Pairs of group codes and values. Lengths come in m.
class DxfWriter {
 public:
  DxfWriter() {
    text_ =
        "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n9\n$"
        "INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n";
  }

  void lines(const char* layer, const std::vector<Corner>& points, bool closed) {
    for (std::size_t i = 0; i + (closed ? 0 : 1) < points.size(); ++i) {
      begin("LINE", layer);
      place(0, points[i]);
      place(1, points[(i + 1) % points.size()]);
    }
  }
  void circle(const char* layer, Corner center, double radius) {
    begin("CIRCLE", layer);
    place(0, center);
    number(40, 1000 * radius);
  }
  // Counter-clockwise; angles in rad.
  void arc(const char* layer, Corner center, double radius, double from, double to) {
    begin("ARC", layer);
    place(0, center);
    number(40, 1000 * radius);
    number(50, from * 180 / std::numbers::pi);
    number(51, to * 180 / std::numbers::pi);
  }
  void words(const char* layer, Corner at, double angle, const std::string& words) {
    begin("TEXT", layer);
    place(0, at);
    number(40, kTextHeight);
    text_ += "1\n" + words + "\n";
    number(50, angle * 180 / std::numbers::pi);
  }
  std::string finish() { return text_ + "0\nENDSEC\n0\nEOF\n"; }

 private:
  void begin(const char* entity, const char* layer) { text_ += fmt::format("0\n{}\n8\n{}\n", entity, layer); }
  void number(int code, double value) { text_ += fmt::format("{}\n{}\n", code, toShortestText(value + 0.0)); }
  void place(int index, Corner at) {
    number(10 + index, 1000 * at.x);
    number(20 + index, 1000 * at.y);
    number(30 + index, 0);
  }

  std::string text_;
};

void drawBody(DxfWriter& dxf, const Mechanism& resolved, const Body& body, const BodyPoses& poses) {
  const bool disc = body.outline.empty() && !body.length && body.radius.value > 0;
  if (disc) {
    const Corner center = poses.place(body.id, {0, 0});
    dxf.circle("BODIES", center, body.radius.value);
    dxf.words("DIMENSIONS", center, 0, fmt::format("%%c{:.6g}", 2000 * body.radius.value));
    return;
  }
  std::vector<Corner> corners = makeBodyLine(resolved, body);
  for (Corner& corner : corners) corner = poses.place(body.id, corner);
  dxf.lines("BODIES", corners, true);
  if (body.length && body.outline.empty())
    dxf.words("DIMENSIONS", poses.place(body.id, {body.length->value / 2, body.width.value}),
              poses.findAngle(body.id), fmt::format("{:.6g}", 1000 * body.length->value));
}

void drawSurface(DxfWriter& dxf, const DrawnSurface& surface, const BodyPoses& poses) {
  const auto place = [&](const Point& point) {
    return poses.place(surface.body, {point.x.value, point.y.value});
  };
  const auto placeAll = [&](const std::vector<std::array<double, 2>>& points) {
    std::vector<Corner> placed;
    for (const auto& [x, y] : points) placed.push_back(poses.place(surface.body, {x, y}));
    return placed;
  };
  const double turn = poses.findAngle(surface.body);
  if (const auto* line = std::get_if<LineSurface>(&surface.kind)) {
    dxf.lines("SURFACES", {place(line->from), place(line->to)}, false);
  } else if (const auto* polyline = std::get_if<PolylineSurface>(&surface.kind)) {
    dxf.lines("SURFACES", placeAll(listPoints(*polyline)), polyline->closed.value != 0);
  } else if (const auto* arc = std::get_if<ArcSurface>(&surface.kind)) {
    dxf.arc("SURFACES", place(arc->center), arc->radius.value, arc->from.value + turn, arc->to.value + turn);
  } else if (const auto* circle = std::get_if<CircleSurface>(&surface.kind)) {
    dxf.circle("SURFACES", place(circle->center), circle->radius.value);
  } else if (const auto* curve = std::get_if<CurveSurface>(&surface.kind)) {
    dxf.lines("SURFACES", placeAll(listPoints(*curve)), false);
  }
}

}  // namespace

std::string writeDxfDrawing(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample) {
  const BodyPoses poses(resolved, trajectory, sample);
  DxfWriter dxf;
  for (const Body& body : resolved.bodies) drawBody(dxf, resolved, body, poses);
  for (const Joint& joint : resolved.joints)
    dxf.circle("JOINTS", poses.place(joint.b, {joint.atB.x.value, joint.atB.y.value}), kPinRadius / 1000);
  for (const DrawnSurface& surface : resolved.surfaces)
    if (surface.active.value != 0) drawSurface(dxf, surface, poses);
  return dxf.finish();
}

}  // namespace clank
