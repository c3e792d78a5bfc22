// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/model/body.h"
#include "core/support/compiled_once.h"

namespace clank {

// A moment on body b and its reaction on body a (the frame: a torque from outside). Of a link that bends it
// turns the section at a point; of others the point does not matter.
struct Torque {
  std::string a = kFrame, b;
  Law moment;          // N m on b, counter-clockwise positive
  Point atA{}, atB{};  // m, in the axes of a and b
  friend bool operator==(const Torque&, const Torque&) = default;
};

// Torsion spring and damper. Moment on b: preload - stiffness (angle_b - angle_a - rest_angle) - damping
// (omega_b - omega_a). Angles and moments are those of sections, as of a torque.
struct TorsionSpring {
  std::string a = kFrame, b;
  Quantity stiffness;  // N m/rad
  Quantity restAngle;  // rad
  Quantity preload;    // N m
  Quantity damping;    // N m s/rad
  Point atA{}, atB{};  // m, in the axes of a and b
  friend bool operator==(const TorsionSpring&, const TorsionSpring&) = default;
};

// Spring and damper between a point of a and a point of b, at a length l apart. Tension (positive pulls the
// ends together): preload + stiffness (l - free_length) + damping dl/dt.
struct Spring {
  std::string a = kFrame, b;
  Point atA, atB;       // m, in the axes of a and b
  Quantity stiffness;   // N/m
  Quantity freeLength;  // m
  Quantity preload;     // N, tension at the free length
  Quantity damping;     // N s/m
  friend bool operator==(const Spring&, const Spring&) = default;
};

enum class LoadAxes { world, body };

// A force from outside on a point of body b.
struct Load {
  std::string b;
  Point atB;                                // m, in the axes of b
  Law fx, fy;                               // N
  Choice<LoadAxes> axes = LoadAxes::world;  // axes of fx and fy
  friend bool operator==(const Load&, const Load&) = default;
};

// A hand that pulls a point P of body b by a spring: from the first of its times to the last, with
//   F = stiffness (R(t) - P) - damping v_P,
// R going straight from each place of the path to the next. Before and after it does nothing. It is what the
// mouse does to a part while a run is on, kept to be done again.
struct Hand {
  std::string b;
  Point atB;                   // m, P in the axes of b
  Quantity stiffness;          // N/m
  Quantity damping;            // N s/m
  SharedList<Quantity> times;  // s, rising
  SharedList<Point> path;      // m, R at each time, in the world
  friend bool operator==(const Hand&, const Hand&) = default;
};

// A guide ring that a rope runs through.
struct RopeRing {
  std::string body = kFrame;
  Point at;  // m, axes of the body
  UnknownKeys unknown;
  friend bool operator==(const RopeRing&, const RopeRing&) = default;
};

// A rope from a point of a, through rings in order, to a point of b: it only pulls, and only while it is
// taut. It runs through the rings without friction. Where it becomes taut with speed it jerks, an impact with
// Newton's restitution.
struct Rope {
  std::string a = kFrame, b;
  Point atA, atB;                  // m, in the axes of a and b
  std::vector<RopeRing> rings;     // in order, from a to b
  std::optional<Quantity> length;  // m, of the whole rope; absent: taut as drawn
  Quantity restitution;            // e of the jerk, 0..1
  friend bool operator==(const Rope&, const Rope&) = default;
};

using ForceKind = std::variant<Torque, TorsionSpring, Spring, Load, Rope, Hand>;

struct ForceElement {
  std::string id, name;
  Quantity active = 1;  // 0 switches the element off
  ForceKind kind;
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(ForceElement);
};

}  // namespace clank
