// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/flexible_link.h"
#include "core/model/quantity.h"
#include "core/support/compiled_once.h"

namespace clank {

inline constexpr const char* kFrame = "frame";  // id of the ground link
inline constexpr const char* kUsualMaterial = "steel";

struct Pose {
  Quantity x, y;   // m, body origin in the world
  Quantity angle;  // rad, from +x, counter-clockwise
  UnknownKeys unknown;
  friend bool operator==(const Pose&, const Pose&) = default;
};

// What of a start velocity counts where joints do not allow all that is drawn.
enum class KeptVelocity { none, omega, point, all };

struct Velocity {
  Quantity vx, vy;  // m/s, of the body origin
  Quantity omega;   // rad/s
  Choice<KeptVelocity> keep = KeptVelocity::none;
  UnknownKeys unknown;
  friend bool operator==(const Velocity&, const Velocity&) = default;
};

// What of all that is solid a body touches. Both must touch the other.
enum class Touches { nothing, everything, these };

// A place of a body with a name. What sits there may say so ("plate.tip.x", model/named_point.h), and then
// goes where the point goes.
struct NamedPoint {
  std::string id;
  Point at;  // m, body axes
  UnknownKeys unknown;
  friend bool operator==(const NamedPoint&, const NamedPoint&) = default;
};

// A link. Its mass comes either from mass, inertia and center, or from length, section and density:
// then it is a uniform slender rod from the body origin along the body's x axis; or from radius, thickness
// and density: a uniform disc about the origin. Of a disc with mass the inertia may be left out. A flexible
// link has a length; its mass follows from its section and material.
struct Body {
  std::string id, name;
  Pose pose;                        // at the start
  Velocity velocity;                // at the start
  std::optional<Quantity> mass;     // kg
  std::optional<Quantity> inertia;  // kg m2, about the centre of mass
  Point center;                     // m, centre of mass in body axes (only with mass and inertia)
  std::optional<Quantity> length;   // m
  std::optional<Quantity> section;  // m2
  std::optional<Quantity> density;  // kg/m3
  // What is drawn, and what touches (core/contact/outline.h).
  Quantity width = 0.02;              // m, of a bar
  std::vector<Point> outline;         // m, body axes; corners of a plate instead of a bar
  Quantity fillet;                    // m, radius of its corners; 0: sharp
  Quantity radius;                    // m, of a disc about the body origin; 0: none
  std::optional<Quantity> thickness;  // m, of a uniform disc
  Choice<Touches> touches = Touches::nothing;
  Rare<std::vector<std::string>> touched;  // with these: bodies and surfaces
  Rare<std::string> material;              // it touches as (solid_material.h); absent: kUsualMaterial
  Rare<FlexibleLink> flexible;             // absent: rigid
  Rare<std::vector<NamedPoint>> points;
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(Body);
};

inline const std::vector<std::string>& touchedOf(const Body& body) {
  static const std::vector<std::string> none;
  return body.touched ? *body.touched : none;
}
inline std::string materialOf(const Body& body) {
  return body.material.value_or(kUsualMaterial);
}
// Has it a shape that can touch: a plate, a disc, or a bar with a length of its own?
bool hasOutline(const Body& body);

struct MassProperties {
  double mass = 0;                  // kg
  double inertia = 0;               // kg m2, about the centre of mass
  double centerX = 0, centerY = 0;  // m, body axes
};
// Is there what its mass and inertia follow from?
bool hasMass(const Body& body);
// Mass properties of a resolved body: typed, or those of the slender rod (m = density section length, J = m
// length^2/12), or of the disc (m = density pi radius^2 thickness, J = m radius^2/2). Zero without.
MassProperties calcMassProperties(const Body& body);

}  // namespace clank
