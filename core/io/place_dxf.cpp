// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/place_dxf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "core/io/dxf_fillet.h"
#include "core/io/dxf_shape.h"
#include "core/model/body_pose.h"
#include "core/model/named_point.h"

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

std::vector<Point> carry(const std::vector<Corner>& corners, const Inverse& toBody) {
  std::vector<Point> points;
  for (const Corner& corner : corners) points.push_back(toBody(corner));
  return points;
}

std::string inDrawing(const DxfGeometry& geometry, double length) {
  return fmt::format("{:.3g} {}", length / geometry.unit, geometry.unitName);
}

// The point of a body at a place; where there is none, a new one with a name that is free.
std::string addPoint(std::vector<NamedPoint>& points, const Point& at) {
  for (const NamedPoint& point : points)
    if (std::hypot(point.at.x.value - at.x.value, point.at.y.value - at.y.value) <= kOnOrigin)
      return point.id;
  int number = 1;
  const auto name = [&] { return fmt::format("hole{}", number); };
  while (
      std::any_of(points.begin(), points.end(), [&](const NamedPoint& point) { return point.id == name(); }))
    ++number;
  points.push_back({name(), at, {}});
  return points.back().id;
}

// The arc that an open chain is, in one piece or in two.
std::optional<DxfArc> findOnlyArc(const DxfChain& chain) {
  const auto& v = chain.vertices;
  if (chain.closed || v.size() < 2 || v.size() > 3 || v[0].bulge == 0) return std::nullopt;
  DxfArc arc = findArc(v[0].at, v[1].at, v[0].bulge);
  if (v.size() == 2) return arc;
  if (v[1].bulge == 0) return std::nullopt;
  const DxfArc next = findArc(v[1].at, v[2].at, v[1].bulge);
  const Corner off = next.center - arc.center;
  if (std::hypot(off.x, off.y) + std::abs(next.radius - arc.radius) > 1e-6 * arc.radius) return std::nullopt;
  arc.sweep += next.sweep;
  return arc;
}

// Puts a chosen shape onto a part.
class DxfPlacer {
 public:
  DxfPlacer(const DxfGeometry& geometry, const ChosenShape& shape, const Inverse& toBody, PlacedDxf& placed)
      : geometry_(geometry), shape_(shape), toBody_(toBody), placed_(placed) {}
  Problems putOnBody(Body& body, bool holesAsPoints);
  void putOnSurface(DrawnSurface& surface);

 private:
  Problems putDisc(Body& body, const DxfCircle& circle);
  void putOutline(Body& body, const DxfChain& outline);
  void putHoles(Body& body, bool asPoints);
  FlatChain flatten(const DxfChain& chain);
  std::string describeCurves(const DxfChain& chain) const;

  const DxfGeometry& geometry_;
  const ChosenShape& shape_;
  const Inverse& toBody_;
  PlacedDxf& placed_;
};

// A body has one fillet for all its corners.
std::string DxfPlacer::describeCurves(const DxfChain& chain) const {
  const auto radii = findCornerRadii(chain);
  if (!radii || radii->largest - radii->least <= kDxfOff * findBox(chain).diagonal())
    return "arcs and curves";
  return fmt::format("corners rounded with different radii ({} to {})", inDrawing(geometry_, radii->least),
                     inDrawing(geometry_, radii->largest));
}

FlatChain DxfPlacer::flatten(const DxfChain& chain) {
  FlatChain flat = flattenChain(chain);
  if (flat.off > 0)
    placed_.notes.push_back(
        fmt::format("{} became straight pieces, at most {} from what was drawn; the line has {} points",
                    describeCurves(chain), inDrawing(geometry_, flat.off), flat.points.size()));
  return flat;
}

Problems DxfPlacer::putDisc(Body& body, const DxfCircle& circle) {
  const Point at = toBody_(circle.center);
  if (std::hypot(at.x.value, at.y.value) > kOnOrigin)
    return {{fmt::format("the circle lies about ({:.6g}, {:.6g}) mm of \"{}\": a disc is one about the "
                         "origin of its body",
                         1e3 * at.x.value, 1e3 * at.y.value, body.id),
             ""}};
  body.outline.clear();
  body.radius = circle.radius;
  return {};
}

void DxfPlacer::putOutline(Body& body, const DxfChain& outline) {
  body.radius = 0;
  const auto rounded = findRounded(outline);
  body.fillet = rounded ? rounded->fillet : 0;
  body.outline = carry(rounded ? rounded->corners : flatten(outline).points, toBody_);
  if (rounded)
    placed_.notes.push_back(
        fmt::format("its round corners became a fillet of {}", inDrawing(geometry_, rounded->fillet)));
}

void DxfPlacer::putHoles(Body& body, bool asPoints) {
  placed_.holes = static_cast<int>(shape_.holes.size());
  if (shape_.holes.empty()) return;
  std::vector<NamedPoint> points = pointsOf(body);
  std::string list;
  for (const DxfCircle& hole : shape_.holes) {
    const std::string name = asPoints ? addPoint(points, toBody_(hole.center)) + " " : "";
    list += fmt::format("{}{}({:.6g}, {:.6g}) of diameter {:.4g}", list.empty() ? "" : ", ", name,
                        hole.center.x / geometry_.unit + 0.0, hole.center.y / geometry_.unit + 0.0,
                        2 * hole.radius / geometry_.unit);
  }
  const bool one = placed_.holes == 1;
  const char* what =
      asPoints ? (one ? "became a point" : "became points")
               : (one ? "is left out, since a part is solid" : "are left out, since a part is solid");
  placed_.notes.push_back(
      fmt::format("{} inside the outline {}: {}", one ? "the circle" : "the circles", what, list));
  if (asPoints) body.points = std::move(points);
}

Problems DxfPlacer::putOnBody(Body& body, bool holesAsPoints) {
  if (const auto* circle = std::get_if<DxfCircle>(&shape_.line)) {
    if (Problems problems = putDisc(body, *circle); !problems.empty()) return problems;
  } else {
    putOutline(body, std::get<DxfChain>(shape_.line));
  }
  putHoles(body, holesAsPoints);
  return {};
}

void DxfPlacer::putOnSurface(DrawnSurface& surface) {
  if (const auto* circle = std::get_if<DxfCircle>(&shape_.line)) {
    surface.kind = CircleSurface{toBody_(circle->center), circle->radius};
    return;
  }
  const auto& chain = std::get<DxfChain>(shape_.line);
  if (const auto arc = findOnlyArc(chain)) {
    const double from = std::min(arc->from, arc->from + arc->sweep) - toBody_.angle();
    surface.kind = ArcSurface{toBody_(arc->center), arc->radius, from, from + std::abs(arc->sweep)};
    return;
  }
  const std::vector<Point> points = carry(flatten(chain).points, toBody_);
  if (points.size() == 2)
    surface.kind = LineSurface{points[0], points[1]};
  else
    surface.kind = PolylineSurface{points, chain.closed ? 1.0 : 0.0};
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

Result<PlacedDxf> placeDxf(const Mechanism& drawn, const DxfGeometry& geometry,
                           const DxfPlacement& placement) {
  const std::string& part = placement.part;
  const auto resolved = resolve(drawn, "");
  if (!resolved) return tl::unexpected(resolved.error());
  PlacedDxf placed{drawn, geometry.notes, 0};
  Body* body = findPart(placed.mechanism.bodies, part);
  DrawnSurface* surface = findSurfaceOf(placed.mechanism, part);
  if (!body && !surface)
    return failure(fmt::format("there is no body or surface \"{}\" to take the shape", part));
  const auto shape = chooseShape(geometry, placement.layers, body != nullptr, part);
  if (!shape) return tl::unexpected(shape.error());
  placed.notes.insert(placed.notes.end(), shape->notes.begin(), shape->notes.end());
  const Inverse toBody(findDrawnPose(*resolved, body ? part : surface->body));
  DxfPlacer placer(geometry, *shape, toBody, placed);
  if (!body)
    placer.putOnSurface(*surface);
  else if (Problems problems = placer.putOnBody(*body, placement.holesAsPoints); !problems.empty())
    return tl::unexpected(std::move(problems));
  return placed;
}

}  // namespace clank
