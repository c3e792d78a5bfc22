// SPDX-License-Identifier: GPL-3.0-or-later
// Teeth of gears, and of a gear on a rack: rows along their pitch line, what they lose, and their play.
//
// With p_a and p_b the speeds at which either side rolls the pitch line off, gears r_a (w_a - phi') and
// r_b (w_b - phi') about the line of centres phi, a rack e.d' and its gear r (w_b - w_a), teeth hold
//   C' = p_a + p_b = 0,   C = what has rolled off [m] (joint_constraints.cpp),
// and its multiplier lambda [N] is the force of the teeth: they give the power lambda p_a to a and lambda p_b
// = -lambda p_a to b, so that a drives where lambda p_a < 0.
//
// Losses. Teeth rub while they roll, with a part of their force: friction Q along
//   s' = alpha p_a - (1 - alpha) p_b   (= p_a, the pitch line),   |Q| <= k |lambda|, Q = -k |lambda|
//   sign(s'),
// set-valued at rest as all friction of joints (joint_friction.h). With u = |p_a|, x = alpha k and
// y = (1 - alpha) k the sides take and give
//   a drives:  P_in = |lambda| u (1 + x),  P_out = |lambda| u (1 - y):   eta   = (1 - y)/(1 + x)
//   b drives:  P_in = |lambda| u (1 + y),  P_out = |lambda| u (1 - x):   eta_r = (1 - x)/(1 + y)
// whatever the loads and the speeds. These two lines give x and y:
//   x = (1 - eta_r (2 - eta))/(1 - eta eta_r),   y = (1 - eta (2 - eta_r))/(1 - eta eta_r),
//   k = x + y = 2 (1 - eta)(1 - eta_r)/(1 - eta eta_r) >= 0.
// With eta_r = eta both sides rub alike, alpha = 1/2 and k = 2 (1 - eta)/(1 + eta). With eta_r <= 0, x >= 1:
// b cannot turn a, whatever it pulls with; a worm has eta_r = 2 - 1/eta, alpha = 1: its friction brakes the
// worm alone. The power lost, k |lambda| u, is never negative.
//
// Play. With a backlash j the row is gone, and C, zero in the middle as drawn, is a coordinate with two stops
// at -j/2 and j/2, which push and do not hold.
#pragma once

#include "core/dynamics/joint_kinematics.h"
#include "core/dynamics/joint_shape.h"

namespace clank {

struct MeshLoss {
  double factor = 0;    // k
  double shareA = 0.5;  // alpha
};
// Of efficiencies eta in (0, 1] and eta_r <= 1.
MeshLoss calcMeshLoss(double efficiency, double reverse);

// Weights of p_a and p_b in a rate.
struct MeshWeights {
  double a = 1, b = 1;
};
inline constexpr MeshWeights kRolledOff{};
inline MeshWeights makeSlideWeights(double shareA) {
  return {shareA, shareA - 1};
}

// The row of weighted p_a and p_b with its gamma, the rate itself (m/s), and what a force (N) along it does
// to b at its joint point.
void updMeshRow(const GearShape& gear, const MeshWeights& weights, const JointKinematics& k, BlockRow& row,
                double& gamma);
void updMeshRow(const RackShape& rack, const MeshWeights& weights, const JointKinematics& k, BlockRow& row,
                double& gamma);
double calcMeshRate(const GearShape& gear, const MeshWeights& weights, const JointKinematics& k);
double calcMeshRate(const RackShape& rack, const MeshWeights& weights, const JointKinematics& k);
JointLoad calcMeshLoad(const GearShape& gear, const MeshWeights& weights, const JointKinematics& k,
                       double force);
JointLoad calcMeshLoad(const RackShape& rack, const MeshWeights& weights, const JointKinematics& k,
                       double force);

// Where teeth meet, and the direction of a push of b on a that comes of a rising C.
struct MeshPoint {
  Eigen::Vector2d point, normal;  // m; world
};
MeshPoint findMeshPoint(const GearShape& gear, const JointKinematics& k);
MeshPoint findMeshPoint(const RackShape& rack, const JointKinematics& k);

// What f(shape of the teeth) gives, of gears or of a rack; otherwise without().
template <class F, class Without>
auto askMesh(const JointShape& joint, const F& f, const Without& without) {
  if (const auto* gear = std::get_if<GearShape>(&joint.kind)) return f(*gear);
  if (const auto* rack = std::get_if<RackShape>(&joint.kind)) return f(*rack);
  return without();
}

}  // namespace clank
