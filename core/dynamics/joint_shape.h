// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <optional>

#include "core/dynamics/state_layout.h"
#include "core/math/curve.h"
#include "core/model/joint.h"

namespace clank {

// What a joint demands of its bodies: its kind, with the numbers of its rows.
struct JointShape {
  JointKind kind;
  int a = kFrameBody, b = kFrameBody;
  Eigen::Vector2d armA{0, 0},
      armB{0, 0};              // m, joint point from the centre of mass (frame: from the origin), body axes
  Eigen::Vector2d axis{0, 0};  // prismatic, slot, rack: unit vector in a; curve: its x axis; zero otherwise
  double heldAngle = 0;        // rad, prismatic and weld: angle of b relative to a
  double length = 0;           // m, distance
  // Gear and rack: C = radiusA angle_a + radiusB angle_b + ... (joint_constraints.cpp) starts at rolled.
  double radiusA = 0, radiusB = 0;  // m, with the sign of the angle in the row
  double rolled = 0;                // m
  int carrier = kFrameBody;         // gear
  double lineAngle = 0;             // rad, of the line of centres in the carrier as drawn
  std::optional<Curve> curve;       // point on curve
};

}  // namespace clank
