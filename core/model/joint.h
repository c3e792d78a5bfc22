// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/model/body.h"

namespace clank {

// Joint coordinate: the angle of b relative to a (rad, not wrapped).
struct Revolute {
  friend bool operator==(const Revolute&, const Revolute&) = default;
};

// Joint coordinate: travel of at_b from at_a along the axis (m). The relative angle is held.
struct Prismatic {
  Quantity axis;                  // rad, direction of the axis in body a
  std::optional<Quantity> angle;  // rad, held angle of b relative to a; as drawn when absent
  friend bool operator==(const Prismatic&, const Prismatic&) = default;
};

// No joint coordinate: at_b stays on at_a and the relative angle is held.
struct Weld {
  std::optional<Quantity> angle;  // rad, as for Prismatic
  friend bool operator==(const Weld&, const Weld&) = default;
};

// Pin in a slot: at_b stays on a line of a, the angle is free. Joint coordinate: travel of at_b from at_a
// along the axis (m).
struct Slot {
  Quantity axis;  // rad, direction of the slot in body a
  friend bool operator==(const Slot&, const Slot&) = default;
};

// A massless rod between at_a and at_b. No joint coordinate.
struct Distance {
  std::optional<Quantity> length;  // m; as drawn when absent
  friend bool operator==(const Distance&, const Distance&) = default;
};

enum class Mesh { external, internal };

// Gears a and b with their centres at at_a and at_b, rolling on each other; where they mesh follows the line
// of centres. The centres are held apart by other joints. No joint coordinate.
struct Gear {
  Quantity radiusA, radiusB;           // m, pitch circles
  Choice<Mesh> mesh = Mesh::external;  // internal: the greater one is a ring
  std::string carrier = kFrame;  // body with which the line of centres turns: the arm of a planetary train
  friend bool operator==(const Gear&, const Gear&) = default;
};

// Gear b with its centre at at_b rolls on the pitch line of rack a. No joint coordinate.
struct Rack {
  Quantity axis;    // rad, direction of the pitch line in body a
  Quantity radius;  // m, of the pitch circle; positive: the gear lies to the left of the axis, negative: to
                    // the right
  friend bool operator==(const Rack&, const Rack&) = default;
};

using JointKind = std::variant<Revolute, Prismatic, Weld, Slot, Distance, Gear, Rack>;

// What a joint coordinate measures.
enum class CoordinateKind { none, angle, travel };
CoordinateKind findCoordinateKind(const JointKind& kind);

// A phase of a metamorphic joint: the joint moves as its kind says, or it holds its coordinate.
struct Phase {
  std::string id, name;
  bool locked = false;
  UnknownKeys unknown;
  friend bool operator==(const Phase&, const Phase&) = default;
};

enum class Direction { rising, falling };

// Guard: the joint coordinate reaches a value. The limit pin is the material point where the parts meet;
// through it acts the impulse. Without a pin the parts exchange a pure impulsive moment (revolute) or a force
// along the axis (prismatic).
struct Limit {
  Quantity value;  // rad (revolute) or m (prismatic)
  Choice<Direction> direction = Direction::rising;
  std::optional<Point> pin;  // m, axes of body a
  UnknownKeys unknown;
  friend bool operator==(const Limit&, const Limit&) = default;
};

enum class TransitionLaw {
  ignore,               // kinematic switch: momentum is not conserved, and marked so
  restitution,          // bounce; below the capture speed the phase changes
  restitutionThenLock,  // one bounce, then locked at the same instant
  merge                 // plastic impact (e = 0) and locked
};

struct PhaseChange {
  std::string from, to;  // phases
  Limit limit;
  Choice<TransitionLaw> law = TransitionLaw::merge;
  Quantity restitution;  // Newton's e, 0..1
  Quantity latched = 1;  // 0: the stop only pushes and lets go when its force turns
  UnknownKeys unknown;
  friend bool operator==(const PhaseChange&, const PhaseChange&) = default;
};

struct Metamorphic {
  std::vector<Phase> phases;  // the first is in force at the start
  std::vector<PhaseChange> changes;
  UnknownKeys unknown;
  friend bool operator==(const Metamorphic&, const Metamorphic&) = default;
};

struct Joint {
  std::string id, name;
  std::string a = kFrame, b;  // bodies; reactions are reported as they act on b
  Point atA, atB;             // m, in the axes of a and b
  JointKind kind;
  std::optional<Metamorphic> metamorphic;  // absent: an ideal joint
  UnknownKeys unknown;
  friend bool operator==(const Joint&, const Joint&) = default;
};

}  // namespace clank
