// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/place_dxf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/model/body_pose.h"

namespace clank {
namespace {

constexpr double kOnOrigin = 1e-6;  // m

// Axes of a body, seen from the world.
class Inverse {
 public:
  explicit Inverse(const BodyPose& pose) : pose_(pose), c_(std::cos(pose.angle)), s_(std::sin(pose.angle)) {}
  Point operator()(Corner world) const {
    const double x = world.x - pose_.x, y = world.y - pose_.y;
    return {c_ * x + s_ * y, -s_ * x + c_ * y};
  }
  double angle() const { return pose_.angle; }

 private:
  BodyPose pose_;
  double c_, s_;
};

// What of a drawing may be meant.
struct Candidates {
  std::vector<DxfLine> lines;
  std::vector<DxfArc> arcs;
  std::size_t count() const { return lines.size() + arcs.size(); }
};

Candidates listShapes(const DxfGeometry& geometry, const std::string& layer, bool closedOnly) {
  Candidates found;
  const auto on = [&](const std::string& its) { return layer.empty() || its == layer; };
  for (const DxfLine& line : geometry.lines)
    if (on(line.layer) && (line.closed || !closedOnly)) found.lines.push_back(line);
  for (const DxfArc& arc : geometry.arcs)
    if (on(arc.layer) && (arc.whole || !closedOnly)) found.arcs.push_back(arc);
  return found;
}

std::vector<Point> carry(const std::vector<Corner>& corners, const Inverse& toBody) {
  std::vector<Point> points;
  for (const Corner& corner : corners) points.push_back(toBody(corner));
  return points;
}

Problems putOnBody(Body& body, const Candidates& found, const Inverse& toBody) {
  if (!found.lines.empty()) {
    body.outline = carry(found.lines[0].points, toBody);
    body.radius = 0;
    return {};
  }
  const DxfArc& circle = found.arcs[0];
  const Point at = toBody(circle.center);
  if (std::hypot(at.x.value, at.y.value) > kOnOrigin)
    return {{fmt::format("the circle lies about ({:.6g}, {:.6g}) mm of \"{}\": a disc is one about the "
                         "origin of its body",
                         1e3 * at.x.value, 1e3 * at.y.value, body.id),
             ""}};
  body.outline.clear();
  body.radius = circle.radius;
  return {};
}

void putOnSurface(DrawnSurface& surface, const Candidates& found, const Inverse& toBody) {
  if (!found.arcs.empty()) {
    const DxfArc& arc = found.arcs[0];
    if (arc.whole)
      surface.kind = CircleSurface{toBody(arc.center), arc.radius};
    else
      surface.kind =
          ArcSurface{toBody(arc.center), arc.radius, arc.from - toBody.angle(), arc.to - toBody.angle()};
    return;
  }
  const DxfLine& line = found.lines[0];
  const std::vector<Point> points = carry(line.points, toBody);
  if (points.size() == 2)
    surface.kind = LineSurface{points[0], points[1]};
  else
    surface.kind = PolylineSurface{points, line.closed ? 1.0 : 0.0};
}

template <class T>
T* findPart(std::vector<T>& parts, const std::string& id) {
  const auto found = std::find_if(parts.begin(), parts.end(), [&](const T& part) { return part.id == id; });
  return found == parts.end() ? nullptr : &*found;
}

// A surface, or that of a contact.
DrawnSurface* findSurfaceOf(Mechanism& mechanism, const std::string& part) {
  if (DrawnSurface* surface = findPart(mechanism.surfaces, part)) return surface;
  const ContactPair* contact = findPart(mechanism.contacts, part);
  const auto* named = contact ? std::get_if<NamedSurface>(&contact->surface) : nullptr;
  return named ? findPart(mechanism.surfaces, named->surface) : nullptr;
}

}  // namespace

Result<PlacedDxf> placeDxf(const Mechanism& drawn, const DxfGeometry& geometry, const std::string& part,
                           const std::string& layer) {
  const auto resolved = resolve(drawn, "");
  if (!resolved) return tl::unexpected(resolved.error());
  PlacedDxf placed{drawn, geometry.notes};
  Body* body = findPart(placed.mechanism.bodies, part);
  DrawnSurface* surface = findSurfaceOf(placed.mechanism, part);
  if (!body && !surface)
    return failure(fmt::format("there is no body or surface \"{}\" to take the shape", part));
  const Candidates found = listShapes(geometry, layer, body != nullptr);
  const std::string where = layer.empty() ? "the drawing" : fmt::format("layer {}", layer);
  const char* what = body ? "closed outline or circle" : "line, arc or circle";
  if (found.count() == 0) return failure(fmt::format("{} has no {} for \"{}\"", where, what, part));
  if (found.count() > 1)
    return failure(
        fmt::format("{} has {} shapes that may be meant for \"{}\"; name the layer that holds one alone",
                    where, found.count(), part));
  const Inverse toBody(findDrawnPose(*resolved, body ? part : surface->body));
  if (body) {
    if (Problems problems = putOnBody(*body, found, toBody); !problems.empty())
      return tl::unexpected(std::move(problems));
  } else {
    putOnSurface(*surface, found, toBody);
  }
  const std::size_t others = geometry.lines.size() + geometry.arcs.size() - 1;
  if (others > 0)
    placed.notes.push_back(fmt::format("{} other shapes of the drawing were left where they are", others));
  return placed;
}

}  // namespace clank
