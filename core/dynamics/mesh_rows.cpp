// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/mesh_rows.h"

#include <cmath>

#include "core/dynamics/direction_row.h"

namespace clank {
namespace {

void addTurns(const JointKinematics& k, double turnA, double turnB, BlockRow& row, double& gamma) {
  addTurn(row, k.a, turnA);
  addTurn(row, k.b, turnB);
  gamma -= turnA * k.a.spin + turnB * k.b.spin;
}

double sumRadii(const GearShape& gear, const MeshWeights& weights) {
  return weights.a * gear.radiusA + weights.b * gear.radiusB;
}

}  // namespace

MeshLoss calcMeshLoss(double efficiency, double reverse) {
  const double whole = 1 - efficiency * reverse;
  if (!(efficiency < 1) || !(reverse < 1) || !(whole > 0)) return {};
  const double x = (1 - reverse * (2 - efficiency)) / whole;
  const double k = 2 * (1 - efficiency) * (1 - reverse) / whole;
  return {k, x / k};
}

// With l = |d|, u = d/l, n = perp(u):
//   phi' = n.d'/l,  phi'' = n.d''/l - 2 (u.d')(n.d')/l^2
// so G is the row of direction -(r_a + r_b) n/l that does not turn, plus r_a and r_b at the angles, each with
// its weight. Where l = |r_a + r_b| this is the force of the teeth along n in the pitch point; the bearings
// of the gears feel it, and a carrier needs no row of its own.
void updMeshRow(const GearShape& gear, const MeshWeights& weights, const JointKinematics& k, BlockRow& row,
                double& gamma) {
  const double length = k.offset.norm();
  const Eigen::Vector2d u = k.offset / length, n = perp(u);
  const double scale = -sumRadii(gear, weights) / length;
  fillDirectionRow(k, scale * n, 0, row, gamma);
  gamma += 2 * scale * u.dot(k.rate) * n.dot(k.rate) / length;
  addTurns(k, weights.a * gear.radiusA, weights.b * gear.radiusB, row, gamma);
}

// C = axis.d + r (theta_b - theta_a) - rolled [m]: the travel of the centre along the rack, rolled off by
// the gear. A gear to the left of the axis (r > 0) turns clockwise as it goes forward.
void updMeshRow(const RackShape& rack, const MeshWeights& weights, const JointKinematics& k, BlockRow& row,
                double& gamma) {
  fillDirectionRow(k, weights.a * k.axis, 1, row, gamma);
  addTurns(k, weights.b * -rack.radius, weights.b * rack.radius, row, gamma);
}

double calcMeshRate(const GearShape& gear, const MeshWeights& weights, const JointKinematics& k) {
  const double line = perp(k.offset).dot(k.rate) / k.offset.squaredNorm();
  return weights.a * gear.radiusA * (k.a.omega - line) + weights.b * gear.radiusB * (k.b.omega - line);
}

double calcMeshRate(const RackShape& rack, const MeshWeights& weights, const JointKinematics& k) {
  const double travel = k.axis.dot(k.rate) + k.a.omega * perp(k.axis).dot(k.offset);
  return weights.a * travel + weights.b * rack.radius * k.omega;
}

JointLoad calcMeshLoad(const GearShape& gear, const MeshWeights& weights, const JointKinematics& k,
                       double force) {
  const double scale = -sumRadii(gear, weights) / k.offset.squaredNorm();
  const Eigen::Vector2d push = force * scale * perp(k.offset);
  return {push.x(), push.y(), force * weights.b * gear.radiusB};
}

JointLoad calcMeshLoad(const RackShape& rack, const MeshWeights& weights, const JointKinematics& k,
                       double force) {
  const Eigen::Vector2d push = force * weights.a * k.axis;
  return {push.x(), push.y(), force * weights.b * rack.radius};
}

MeshPoint findMeshPoint(const GearShape& gear, const JointKinematics& k) {
  const Eigen::Vector2d u = k.offset.normalized();
  const double side = gear.radiusA + gear.radiusB < 0 ? -1 : 1;
  return {k.a.position + side * gear.radiusA * u, -side * perp(u)};
}

MeshPoint findMeshPoint(const RackShape& rack, const JointKinematics& k) {
  return {k.a.position + k.offset - rack.radius * perp(k.axis), k.axis};
}

}  // namespace clank
