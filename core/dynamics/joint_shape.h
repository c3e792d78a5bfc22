// SPDX-License-Identifier: GPL-3.0-or-later
// What a joint demands of its bodies: where it holds them, and the numbers of its rows.
#pragma once

#include <memory>
#include <variant>

#include "core/dynamics/bent_axis.h"
#include "core/dynamics/marker.h"
#include "core/math/curve.h"
#include "core/model/joint.h"
#include "core/support/rare.h"

namespace clank {

struct RevoluteShape {};
struct PrismaticShape {
  double heldAngle = 0;  // rad, of b relative to a
  // Of a link that bends, where the guide runs along it: the point of b then stays beside the bent axis, and
  // b turns with the section there.
  std::shared_ptr<const BentAxis> along{};
};
struct WeldShape {
  double heldAngle = 0;  // rad, of b relative to a
};
struct SlotShape {
  std::shared_ptr<const BentAxis> along{};  // as that of a guide; b turns freely
};
struct DistanceShape {
  double length = 0;  // m
};
// C = radiusA angle_a + radiusB angle_b - (radiusA + radiusB) angle of the line of centres - rolled.
struct GearShape {
  double radiusA = 0, radiusB = 0;  // m, radiusB negative for an internal mesh
  double rolled = 0;                // m
  int carrier = kFrameBody;
  double lineAngle = 0;  // rad, of the line of centres in the carrier as drawn
  double shareA = 0.5;   // of the friction of the teeth, how much brakes a; the rest brakes b (mesh_rows.h)
  double play = 0;       // m, backlash: then its coordinate is how far C has gone in it, and it has no row
};
// The row of a gear with these radii: radiusB negative for an open belt.
struct BeltShape {
  GearShape gear;
  double preload = 0;  // N
};
// C = travel + radius (angle_b - angle_a) - rolled.
struct RackShape {
  double radius = 0;              // m, positive: the gear is to the left of the axis
  double rolled = 0;              // m
  double shareA = 0.5, play = 0;  // as of gears; a is the rack
};
struct PointOnCurveShape {
  Rare<Curve> curve;  // always there
};
struct TelescopeShape {};
using ShapeKind = std::variant<RevoluteShape, PrismaticShape, WeldShape, SlotShape, DistanceShape, GearShape,
                               BeltShape, RackShape, PointOnCurveShape, TelescopeShape>;

// The axis of marker a is that of the guide or rack, or the x axis of the curve.
struct JointShape {
  Marker a, b;  // joint points
  ShapeKind kind;
  CoordinateKind coordinate = CoordinateKind::angle;  // what the joint coordinate measures
};

// The curve of a point on a curve, or null.
inline const Curve* findCurve(const JointShape& shape) {
  const auto* on = std::get_if<PointOnCurveShape>(&shape.kind);
  return on ? &*on->curve : nullptr;
}
inline bool isTelescope(const JointShape& shape) {
  return std::holds_alternative<TelescopeShape>(shape.kind);
}
// The axis that a guide or a slot runs along, or null.
inline const std::shared_ptr<const BentAxis>& findAxis(const JointShape& shape) {
  static const std::shared_ptr<const BentAxis> none;
  if (const auto* guide = std::get_if<PrismaticShape>(&shape.kind)) return guide->along;
  const auto* slot = std::get_if<SlotShape>(&shape.kind);
  return slot ? slot->along : none;
}
// Gears, or a gear on a rack.
inline bool isMesh(const JointShape& shape) {
  return std::holds_alternative<GearShape>(shape.kind) || std::holds_alternative<RackShape>(shape.kind);
}
// m, play of the teeth of gears or of a rack; 0: none, or no teeth.
inline double findBacklash(const JointShape& shape) {
  if (const auto* gear = std::get_if<GearShape>(&shape.kind)) return gear->play;
  const auto* rack = std::get_if<RackShape>(&shape.kind);
  return rack ? rack->play : 0;
}
// The body whose turns carry the line of centres of gears and pulleys.
inline int findCarrier(const JointShape& shape) {
  if (const auto* gear = std::get_if<GearShape>(&shape.kind)) return gear->carrier;
  const auto* belt = std::get_if<BeltShape>(&shape.kind);
  return belt ? belt->gear.carrier : kFrameBody;
}

}  // namespace clank
