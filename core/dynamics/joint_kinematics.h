// SPDX-License-Identifier: GPL-3.0-or-later
// What all rows of one joint share, and what they give (core/dynamics/joint_constraints.h).
#pragma once

#include <Eigen/Core>
#include <memory>

#include "core/dynamics/bent_axis.h"
#include "core/dynamics/marker.h"
#include "core/math/curve.h"

namespace clank {

// Where a bends and leads along itself: what bent_axis.h tells of the section beside P_b, to the left of the
// axis of the joint.
struct AlongBent {
  std::shared_ptr<const Station> section{};  // a is it then; null elsewhere
  double height = 0;                         // m, of the guide beside the axis
  double stretch = 1, bend = 0;              // |T|; 1/m, p
  BentAxis::Change rates{}, slopes{};        // with time; along the link
};

// Positions and velocities that all rows of one joint share.
struct JointKinematics {
  MarkerMotion a, b;            // the joint points
  Eigen::Vector2d offset;       // m, P_b - P_a
  Eigen::Vector2d rate;         // m/s, v_Pb - v_Pa
  Eigen::Vector2d centripetal;  // m/s2, the part of a_Pb - a_Pa without accelerations of the coordinates
  double angle = 0, omega = 0;  // rad, rad/s, of b relative to a
  Eigen::Vector2d
      axis;  // prismatic, slot, rack: unit vector, world; curve: its tangent; telescope: from P_a to P_b
  double carrierAngle = 0;  // rad, gear
  Curve::Foot foot;         // point on curve: in the axes of the curve; along a bent link: w along it
  AlongBent along;
};

// Force and moment on body b, at its joint point: N, N m of forces, N s, N m s of impulses.
struct JointLoad {
  double x = 0, y = 0, moment = 0;
};

}  // namespace clank
