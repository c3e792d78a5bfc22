// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <variant>

#include "core/model/body.h"

namespace clank {

// A moment on body b and its reaction on body a (the frame: a torque from outside).
struct Torque {
  std::string a = kFrame, b;
  Law moment;  // N m on b, counter-clockwise positive
  friend bool operator==(const Torque&, const Torque&) = default;
};

// Torsion spring and damper. Moment on b: preload - stiffness (angle_b - angle_a - rest_angle) - damping (omega_b - omega_a).
struct TorsionSpring {
  std::string a = kFrame, b;
  Quantity stiffness;  // N m/rad
  Quantity restAngle;  // rad
  Quantity preload;    // N m
  Quantity damping;    // N m s/rad
  friend bool operator==(const TorsionSpring&, const TorsionSpring&) = default;
};

using ForceKind = std::variant<Torque, TorsionSpring>;

struct ForceElement {
  std::string id, name;
  Quantity active = 1;  // 0 switches the element off
  ForceKind kind;
  UnknownKeys unknown;
  friend bool operator==(const ForceElement&, const ForceElement&) = default;
};

}  // namespace clank
