// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that joints put on the bodies. Symbols: P_a, P_b joint points (markers); s_a, s_b arms from the
// centres of mass; perp(s) = (-s_y, s_x). A row is C(q) = 0 with Cdot = G v and G a = gamma. Its multiplier
// lambda acts as G' lambda: for the rows below it is the force or moment on body b.
#pragma once

#include <Eigen/Core>
#include <span>

#include "core/dynamics/joint_kinematics.h"
#include "core/dynamics/system.h"

namespace clank {

// With the bodies a and b placed already, and the angle of the carrier (rad; gears).
JointKinematics calcJointKinematics(const JointShape& joint, const PlacedBody& a, const PlacedBody& b,
                                    double carrierAngle);
JointKinematics calcJointKinematics(const JointShape& joint, const double* q, const double* v);

// Does it hold on to a link that bends?
bool bends(const JointShape& joint);
// Number of rows of a kind.
int countRows(const ShapeKind& kind);
// Do the rows hold the angle of b relative to a?
bool holdsAngle(const ShapeKind& kind);
// Bodies of those rows, and the entries that never change, for SaddlePoint::analyze().
void startJointRows(const JointShape& joint, std::span<BlockRow> rows);
void startCoordinateRow(const JointShape& joint, BlockRow& row);
// Fills those rows.
void updJointRows(const JointShape& joint, const JointKinematics& k, std::span<BlockRow> rows,
                  std::span<double> gamma, std::span<double> error);
// The row of the joint coordinate (revolute: angle of b relative to a; telescope: length; teeth with
// backlash: how far they have gone in it; others: travel), held at the value held.
void updCoordinateRow(const JointShape& joint, const JointKinematics& k, double held, BlockRow& row,
                      double& gamma, double& error);

double calcCoordinate(const JointShape& joint, const JointKinematics& k);      // rad or m; 0 without one
double calcCoordinateRate(const JointShape& joint, const JointKinematics& k);  // rad/s or m/s

// Of gears and of a gear on a rack: the length (m) that has rolled off, constant while the joint holds.
double calcRolled(const GearShape& gear, const JointKinematics& k);
double calcRolled(const RackShape& rack, const JointKinematics& k);

// What friction of a joint acts along: its coordinate, or where teeth mesh their pitch line (mesh_rows.h).
// The row of its rate, and the rate (rad/s or m/s).
void updRubbingRow(const JointShape& joint, const JointKinematics& k, BlockRow& row, double& gamma);
double calcRubbingRate(const JointShape& joint, const JointKinematics& k);

// Force and moment on body b, at its joint point, from the multipliers of the joint's rows and of its
// coordinate row (0 where there is none): reactions (N, N m) from lambda, impulses (N s, N m s) from those of
// a jump.
JointLoad calcJointLoad(const JointShape& joint, const JointKinematics& k,
                        std::span<const double> multipliers, double holding);

// Row of the gap of a limit at the limit, positive rate opening: with a pin the relative normal velocity of
// the two material points there, without one the joint rate itself. P on it pushes a along normal and b
// against it.
struct StopRow {
  BlockRow row;
  Eigen::Vector2d point, normal;  // world; normal is zero for a pure moment
};
StopRow calcStopRow(const JointShape& joint, const SystemLimit& limit, const JointKinematics& k,
                    const double* q);

}  // namespace clank
