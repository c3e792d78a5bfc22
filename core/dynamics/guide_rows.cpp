// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/guide_rows.h"

#include <algorithm>

namespace clank {

bool isSteadyGuide(const JointShape& joint) {
  const auto* guide = std::get_if<PrismaticShape>(&joint.kind);
  return guide && !guide->along && !joint.a.station.bends() && !joint.b.station.bends();
}

Guide makeGuide(const JointShape& joint, std::size_t row, std::span<BlockRow> rows) {
  const bool isFixed = joint.a.body == kFrameBody;
  rows[row + 1].at(0)[2] = -1;
  rows[row + 1].at(1)[2] = 1;
  if (isFixed) {
    const Eigen::Vector2d n = perp(joint.a.axis);
    std::copy_n(n.data(), 2, rows[row].at(1));
    rows[row].fixedDirection = rows[row + 1].fixedDirection = true;
  }
  return {findPlaced(joint.a.body),
          findPlaced(joint.b.body),
          row,
          joint.a.arm,
          joint.b.arm,
          joint.a.axis,
          std::get<PrismaticShape>(joint.kind).heldAngle,
          isFixed};
}

namespace {

// n stands still: G_b = [n, s_b x n], gamma = w_b^2 n.s_b.
void updFixed(const Guide& guide, const PlacedBody& b, BlockRow& row, double& gamma, double& error) {
  const Eigen::Vector2d n = perp(guide.axis), arm = turn(b.rotation, guide.armB);
  row.at(1)[2] = cross(arm, n);
  gamma = b.motion.omega * b.motion.omega * n.dot(arm);
  error = n.dot(b.motion.position + arm - guide.armA);
}

}  // namespace

// C = n.d with d = P_b - P_a and n across the axis, turning with a, and C = angle_b - angle_a - held
// (joint_constraints.h): with v = d' as world axes see it and K its centripetal part,
//   G_a = [-n, -s_a x n + perp(n).d],  G_b = [n, s_b x n],
//   gamma = -(n.K + 2 w_a perp(n).v - w_a^2 n.d).
void updGuideRows(std::span<const Guide> guides, std::span<const PlacedBody> placed, std::span<BlockRow> rows,
                  std::span<double> gamma, std::span<double> error) {
  for (const Guide& guide : guides) {
    const PlacedBody &a = placed[guide.a], &b = placed[guide.b];
    error[guide.row + 1] = b.motion.angle - a.motion.angle - guide.heldAngle;
    if (guide.isFixed) {
      updFixed(guide, b, rows[guide.row], gamma[guide.row], error[guide.row]);
      continue;
    }
    const double wa = a.motion.omega, wb = b.motion.omega;
    const Eigen::Vector2d armA = turn(a.rotation, guide.armA), armB = turn(b.rotation, guide.armB),
                          n = perp(turn(a.rotation, guide.axis)), turned = perp(n);
    const Eigen::Vector2d offset = b.motion.position + armB - (a.motion.position + armA);
    const Eigen::Vector2d rate = b.motion.velocity + wb * perp(armB) - a.motion.velocity - wa * perp(armA);
    const Eigen::Vector2d centripetal = -(wb * wb) * armB + (wa * wa) * armA;
    double* const ga = rows[guide.row].at(0);
    double* const gb = rows[guide.row].at(1);
    ga[0] = -n.x();
    ga[1] = -n.y();
    ga[2] = -cross(armA, n) + turned.dot(offset);
    gb[0] = n.x();
    gb[1] = n.y();
    gb[2] = cross(armB, n);
    gamma[guide.row] = -(n.dot(centripetal) + 2 * wa * turned.dot(rate) - wa * wa * n.dot(offset));
    error[guide.row] = n.dot(offset);
  }
}

}  // namespace clank
