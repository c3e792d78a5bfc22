// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/joint_constraints.h"

#include <cmath>

namespace clank {
namespace {

void setBodies(const SystemJoint& joint, SaddlePoint::Row& row) {
  row.body = {joint.a, joint.b, -1};
}

// C = n.(P_b - P_a) for a direction n that turns with body a (turning = 1) or is fixed in the world (turning
// = 0).
//   Cdot = n.(v_Pb - v_Pa) + w_a perp(n).d
//   Cddot = n.(a_Pb - a_Pa) + 2 w_a perp(n).(v_Pb - v_Pa) + alpha_a perp(n).d - w_a^2 n.d
// so G_b = [n, s_b x n], G_a = [-n, -s_a x n + perp(n).d] and gamma = -(terms without a or alpha).
void fillDirectionRow(const SystemJoint& joint, const JointKinematics& k, const Eigen::Vector2d& n,
                      double turning, SaddlePoint::Row& row, double& gamma) {
  setBodies(joint, row);
  const Eigen::Vector2d turned = turning * perp(n);
  row.g = {-n.x(), -n.y(), -cross(k.armA, n) + turned.dot(k.offset), n.x(), n.y(), cross(k.armB, n), 0, 0, 0};
  gamma = -(n.dot(k.centripetal) + 2 * k.omegaA * turned.dot(k.rate) -
            turning * k.omegaA * k.omegaA * n.dot(k.offset));
}

// C = angle - held; G = [0 0 -1 | 0 0 1], gamma = 0.
void fillAngleRow(const SystemJoint& joint, SaddlePoint::Row& row, double& gamma) {
  setBodies(joint, row);
  row.g = {0, 0, -1, 0, 0, 1, 0, 0, 0};
  gamma = 0;
}

}  // namespace

JointKinematics calcJointKinematics(const SystemJoint& joint, const double* q, const double* v) {
  return calcJointKinematics(joint, calcRotation(joint.a, q), calcRotation(joint.b, q), q, v);
}

JointKinematics calcJointKinematics(const SystemJoint& joint, const Rotation& a, const Rotation& b,
                                    const double* q, const double* v) {
  const BodyMotion ma = calcBodyMotion(joint.a, q, v), mb = calcBodyMotion(joint.b, q, v);
  JointKinematics k;
  k.armA = turn(a, joint.armA);
  k.armB = turn(b, joint.armB);
  k.pointA = ma.position + k.armA;
  k.offset = mb.position + k.armB - k.pointA;
  k.rate = mb.velocity + mb.omega * perp(k.armB) - ma.velocity - ma.omega * perp(k.armA);
  k.centripetal = ma.omega * ma.omega * k.armA - mb.omega * mb.omega * k.armB;
  k.angle = mb.angle - ma.angle;
  k.omega = mb.omega - ma.omega;
  k.omegaA = ma.omega;
  k.axis = turn(a, joint.axis);
  return k;
}

int countRows(const JointKind& kind) {
  return std::holds_alternative<Weld>(kind) ? 3 : 2;
}

void updJointRows(const SystemJoint& joint, const JointKinematics& k, std::span<SaddlePoint::Row> rows,
                  std::span<double> gamma, std::span<double> error) {
  if (std::holds_alternative<Prismatic>(joint.kind)) {
    const Eigen::Vector2d normal = perp(k.axis);
    fillDirectionRow(joint, k, normal, 1, rows[0], gamma[0]);
    error[0] = normal.dot(k.offset);
    fillAngleRow(joint, rows[1], gamma[1]);
    error[1] = k.angle - joint.heldAngle;
    return;
  }
  fillDirectionRow(joint, k, {1, 0}, 0, rows[0], gamma[0]);
  fillDirectionRow(joint, k, {0, 1}, 0, rows[1], gamma[1]);
  error[0] = k.offset.x();
  error[1] = k.offset.y();
  if (std::holds_alternative<Weld>(joint.kind)) {
    fillAngleRow(joint, rows[2], gamma[2]);
    error[2] = k.angle - joint.heldAngle;
  }
}

void updCoordinateRow(const SystemJoint& joint, const JointKinematics& k, double held, SaddlePoint::Row& row,
                      double& gamma, double& error) {
  if (std::holds_alternative<Prismatic>(joint.kind))
    fillDirectionRow(joint, k, k.axis, 1, row, gamma);
  else
    fillAngleRow(joint, row, gamma);
  error = calcCoordinate(joint, k) - held;
}

double calcCoordinate(const SystemJoint& joint, const JointKinematics& k) {
  if (std::holds_alternative<Revolute>(joint.kind)) return k.angle;
  if (std::holds_alternative<Prismatic>(joint.kind)) return k.axis.dot(k.offset);
  return 0;
}

double calcCoordinateRate(const SystemJoint& joint, const JointKinematics& k) {
  if (std::holds_alternative<Revolute>(joint.kind)) return k.omega;
  if (std::holds_alternative<Prismatic>(joint.kind))
    return k.axis.dot(k.rate) + k.omegaA * perp(k.axis).dot(k.offset);
  return 0;
}

// With r from the joint to the pin, b moves relative to a at the pin with omega perp(r): rising motion drives
// b into a along n = sign perp(r)/|r|, so the gap rate is -n.(v_b - v_a) = -sign omega |r| (Song 2020, n
// above eq. 45).
StopRow calcStopRow(const SystemJoint& joint, const SystemLimit& limit, const JointKinematics& k,
                    const double* q) {
  StopRow stop;
  stop.point = k.pointA;
  stop.normal = Eigen::Vector2d::Zero();
  if (limit.pinArm) {
    const Eigen::Vector2d r = turn(calcRotation(joint.a, q), *limit.pinArm);
    stop.point = k.pointA + r;
    stop.normal = limit.sign * perp(r) / r.norm();
    const auto arm = [&](int body) {
      return body == kFrameBody ? Eigen::Vector2d(stop.point)
                                : Eigen::Vector2d(stop.point - Eigen::Vector2d(q[3 * body], q[3 * body + 1]));
    };
    const Eigen::Vector2d& n = stop.normal;
    setBodies(joint, stop.row);
    stop.row.g = {n.x(), n.y(), cross(arm(joint.a), n), -n.x(), -n.y(), -cross(arm(joint.b), n), 0, 0, 0};
    return stop;
  }
  double gamma = 0, error = 0;
  updCoordinateRow(joint, k, limit.value, stop.row, gamma, error);
  for (double& g : stop.row.g) g *= -limit.sign;
  if (std::holds_alternative<Prismatic>(joint.kind)) {
    stop.normal = limit.sign * k.axis;
    stop.point = k.pointA + k.offset;
  }
  return stop;
}

}  // namespace clank
