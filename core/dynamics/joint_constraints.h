// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that joints put on the bodies. Symbols: P_a, P_b joint points; s_a, s_b arms from the centres of mass;
// perp(s) =
// (-s_y, s_x); v_P = v + w perp(s); a_P = a + alpha perp(s) - w^2 s. A row is C(q) = 0 with Cdot = G v and G
// a = gamma. Its multiplier lambda acts as G' lambda: for the rows below it is the force or moment on body b.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>

#include "core/dynamics/planar.h"
#include "core/dynamics/system.h"
#include "core/math/saddle_point.h"

namespace clank {

// Positions and velocities that all rows of one joint share.
struct JointKinematics {
  Eigen::Vector2d armA, armB;     // m, world axes
  Eigen::Vector2d pointA;         // m, joint point on a, world
  Eigen::Vector2d offset;         // m, P_b - P_a
  Eigen::Vector2d rate;           // m/s, v_Pb - v_Pa
  Eigen::Vector2d centripetal;    // m/s2, the part of a_Pb - a_Pa that needs no a: w_a^2 s_a - w_b^2 s_b
  double angle = 0, omega = 0;    // rad, rad/s, of b relative to a
  double omegaA = 0;              // rad/s
  Eigen::Vector2d axis;           // prismatic, slot, rack: unit vector, world; curve: its tangent at the foot
  double angleA = 0, angleB = 0;  // rad
  double carrierAngle = 0;        // rad, gear
  Curve::Foot foot;               // point on curve: in the axes of the curve
};

// With the bodies a and b placed already, and the angle of the carrier (rad; gears).
JointKinematics calcJointKinematics(const JointShape& joint, const PlacedBody& a, const PlacedBody& b,
                                    double carrierAngle);
JointKinematics calcJointKinematics(const JointShape& joint, const double* q, const double* v);

// One row with its numbers. row.body[0] is a, row.body[1] is b.
struct ConstraintRow {
  SaddlePoint::Row* row = nullptr;
  double* gamma = nullptr;  // m/s2 or rad/s2
  double* error = nullptr;  // C, m or rad
};

// Number of rows of a kind.
int countRows(const JointKind& kind);
// Bodies of those rows, and the entries that never change, for SaddlePoint::analyze().
void startJointRows(const JointShape& joint, std::span<SaddlePoint::Row> rows);
void startCoordinateRow(const JointShape& joint, SaddlePoint::Row& row);
// Fills those rows.
void updJointRows(const JointShape& joint, const JointKinematics& k, std::span<SaddlePoint::Row> rows,
                  std::span<double> gamma, std::span<double> error);
// The row of the joint coordinate (revolute: angle of b relative to a; others: travel), held at
// the value held.
void updCoordinateRow(const JointShape& joint, const JointKinematics& k, double held, SaddlePoint::Row& row,
                      double& gamma, double& error);

double calcCoordinate(const JointShape& joint, const JointKinematics& k);      // rad or m; 0 without one
double calcCoordinateRate(const JointShape& joint, const JointKinematics& k);  // rad/s or m/s

// Gear and rack: the length (m) that has rolled off, constant while the joint holds.
double calcRolled(const JointShape& joint, const JointKinematics& k);

// Force and moment on body b, at its joint point, from the multipliers of the joint's rows and of its
// coordinate row (0 where there is none): reactions (N, N m) from lambda, impulses (N s, N m s) from those of
// a jump.
struct JointLoad {
  double x = 0, y = 0, moment = 0;
};
JointLoad calcJointLoad(const JointShape& joint, const JointKinematics& k,
                        std::span<const double> multipliers, double holding);

// Row of the gap of a limit at the limit, positive rate opening: with a pin the relative normal velocity of
// the two material points there, without one the joint rate itself. P on it pushes a along normal and b
// against it.
struct StopRow {
  SaddlePoint::Row row;
  Eigen::Vector2d point, normal;  // world; normal is zero for a pure moment
};
StopRow calcStopRow(const JointShape& joint, const SystemLimit& limit, const JointKinematics& k,
                    const double* q);

}  // namespace clank
