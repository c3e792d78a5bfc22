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

using JointKind = std::variant<Revolute, Prismatic, Weld>;

// A phase of a metamorphic joint: the joint moves as its kind says, or it holds its coordinate.
struct Phase {
  std::string id, name;
  bool locked = false;
  UnknownKeys unknown;
  friend bool operator==(const Phase&, const Phase&) = default;
};

enum class Direction { rising, falling };

// Guard: the joint coordinate reaches a value. The limit pin is the material point where the parts meet; through it acts
// the impulse. Without a pin the parts exchange a pure impulsive moment (revolute) or a force along the axis (prismatic).
struct Limit {
  Quantity value;  // rad (revolute) or m (prismatic)
  Choice<Direction> direction = Direction::rising;
  std::optional<Point> pin;  // m, axes of body a
  UnknownKeys unknown;
  friend bool operator==(const Limit&, const Limit&) = default;
};

enum class TransitionLaw {
  ignore,                 // kinematic switch: momentum is not conserved, and marked so
  restitution,            // bounce; below the capture speed the phase changes
  restitutionThenLock,    // one bounce, then locked at the same instant
  merge                   // plastic impact (e = 0) and locked
};

struct PhaseChange {
  std::string from, to;  // phases
  Limit limit;
  Choice<TransitionLaw> law = TransitionLaw::merge;
  Quantity restitution;   // Newton's e, 0..1
  Quantity latched = 1;   // 0: the stop only pushes and lets go when its force turns
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
