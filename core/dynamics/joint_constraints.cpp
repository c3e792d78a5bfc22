// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/joint_constraints.h"

#include <cmath>
#include <numbers>

namespace clank {
namespace {

void setBodies(const JointShape& joint, SaddlePoint::Row& row) {
  row.body = {joint.a, joint.b, -1};
}

// C = n.(P_b - P_a) for a direction n that turns with body a (turning = 1) or is fixed in the world (turning
// = 0).
//   Cdot = n.(v_Pb - v_Pa) + w_a perp(n).d
//   Cddot = n.(a_Pb - a_Pa) + 2 w_a perp(n).(v_Pb - v_Pa) + alpha_a perp(n).d - w_a^2 n.d
// so G_b = [n, s_b x n], G_a = [-n, -s_a x n + perp(n).d] and gamma = -(terms without a or alpha).
void fillDirectionRow(const JointShape& joint, const JointKinematics& k, const Eigen::Vector2d& n,
                      double turning, SaddlePoint::Row& row, double& gamma) {
  setBodies(joint, row);
  const Eigen::Vector2d turned = turning * perp(n);
  row.g = {-n.x(), -n.y(), -cross(k.armA, n) + turned.dot(k.offset), n.x(), n.y(), cross(k.armB, n), 0, 0, 0};
  gamma = -(n.dot(k.centripetal) + 2 * k.omegaA * turned.dot(k.rate) -
            turning * k.omegaA * k.omegaA * n.dot(k.offset));
}

// Point on curve, theory (6e). In the axes of the curve p is the place of P_b, d its distance from the foot
// r(s), to the left of the tangent t, n = perp(t), k the curvature. From p = r + d n, t' = k n, n' = -k t (by
// s):
//   dd = n.dp,  (1 - k d) ds = t.dp,
// so the gradient of d is n and its second derivative -k/(1 - k d) t t'. With u = v_Pb - v_Pa - w_a perp(P_b
// - P_a), the velocity that body a sees, C = d has the row of a direction n that turns with a, and gamma
// takes k (t.u)^2/(1 - k d) on top: the centripetal acceleration. lambda is the normal force.
//   For the travel, s' = t.u/(1 - k d) and s" = (t.u' + 2 k s' n.u)/(1 - k d), less a term k' d s'^2 that is
// zero on the curve. At a centre of curvature, where 1 - k d vanishes and only an assembly may begin, it is
// kept from zero.
struct CurveMotion {
  Eigen::Vector2d normal;
  double stretch = 1;            // 1 - k d
  double along = 0, across = 0;  // m/s, t.u and n.u
};
CurveMotion calcCurveMotion(const JointKinematics& k) {
  const Eigen::Vector2d u = k.rate - k.omegaA * perp(k.offset), n = perp(k.axis);
  return {n, std::max(1 - k.foot.curvature * k.foot.distance, 1e-6), k.axis.dot(u), n.dot(u)};
}

// C = angle - held; G = [0 0 -1 | 0 0 1], gamma = 0.
void fillAngleRow(const JointShape& joint, SaddlePoint::Row& row, double& gamma) {
  setBodies(joint, row);
  row.g = {0, 0, -1, 0, 0, 1, 0, 0, 0};
  gamma = 0;
}

// Rows of one joint, with the place they go to.
struct Rows {
  const JointShape& joint;
  const JointKinematics& k;
  std::span<SaddlePoint::Row> rows;
  std::span<double> gamma, error;

  // The rows of direction (1, 0) and (0, 1), written out because most joints have them.
  void fillPoint() const {
    setBodies(joint, rows[0]);
    setBodies(joint, rows[1]);
    rows[0].g = {-1, 0, k.armA.y(), 1, 0, -k.armB.y(), 0, 0, 0};
    rows[1].g = {0, -1, -k.armA.x(), 0, 1, k.armB.x(), 0, 0, 0};
    gamma[0] = -k.centripetal.x();
    gamma[1] = -k.centripetal.y();
    error[0] = k.offset.x();
    error[1] = k.offset.y();
  }
  void fillLine() const {
    const Eigen::Vector2d normal = perp(k.axis);
    fillDirectionRow(joint, k, normal, 1, rows[0], gamma[0]);
    error[0] = normal.dot(k.offset);
  }
  void fillAngle(std::size_t at) const {
    fillAngleRow(joint, rows[at], gamma[at]);
    error[at] = k.angle - joint.heldAngle;
  }

  void operator()(const Revolute&) const { fillPoint(); }
  void operator()(const Prismatic&) const {
    fillLine();
    fillAngle(1);
  }
  void operator()(const Weld&) const {
    fillPoint();
    fillAngle(2);
  }
  void operator()(const Slot&) const { fillLine(); }

  // C = (d.d - L^2)/(2 L) [m] with d = P_b - P_a: smooth everywhere, and near C = 0 the error of the length.
  //   Cdot = n.d' with n = d/L;  Cddot = n.d'' + d'.d'/L
  // so it is a row of direction n that does not turn, with gamma less d'.d'/L. lambda > 0 pushes b away from
  // a.
  void operator()(const Distance&) const {
    fillDirectionRow(joint, k, k.offset / joint.length, 0, rows[0], gamma[0]);
    gamma[0] -= k.rate.squaredNorm() / joint.length;
    error[0] = (k.offset.squaredNorm() - joint.length * joint.length) / (2 * joint.length);
  }

  // Rolled length: C = r_a (theta_a - phi) + r_b (theta_b - phi) - rolled [m], phi the angle of the line of
  // centres d, r_b negative for an internal mesh. With l = |d|, u = d/l, n = perp(u):
  //   phi' = n.d'/l,  phi'' = n.d''/l - 2 (u.d')(n.d')/l^2
  // so G is the row of direction -(r_a + r_b) n/l that does not turn, plus r_a and r_b at the angles. Where
  // l = |r_a + r_b| this is the force of the teeth along n in the pitch point; the bearings of the gears feel
  // it, and a carrier needs no row of its own.
  void operator()(const Gear&) const {
    const double length = k.offset.norm();
    const Eigen::Vector2d u = k.offset / length, n = perp(u);
    const double scale = -(joint.radiusA + joint.radiusB) / length;
    fillDirectionRow(joint, k, scale * n, 0, rows[0], gamma[0]);
    gamma[0] += 2 * scale * u.dot(k.rate) * n.dot(k.rate) / length;
    fillRolling();
  }

  // C = axis.d + r (theta_b - theta_a) - rolled [m]: the travel of the centre along the rack, rolled off by
  // the gear. A gear to the left of the axis (r > 0) turns clockwise as it goes forward.
  void operator()(const Rack&) const {
    fillDirectionRow(joint, k, k.axis, 1, rows[0], gamma[0]);
    fillRolling();
  }

  void operator()(const PointOnCurve&) const {
    const CurveMotion m = calcCurveMotion(k);
    fillDirectionRow(joint, k, m.normal, 1, rows[0], gamma[0]);
    gamma[0] += k.foot.curvature * m.along * m.along / m.stretch;
    error[0] = k.foot.distance;
  }

  void fillRolling() const {
    rows[0].g[2] += joint.radiusA;
    rows[0].g[5] += joint.radiusB;
    error[0] = calcRolled(joint, k) - joint.rolled;
  }
};

struct RowCount {
  int operator()(const Revolute&) const { return 2; }
  int operator()(const Prismatic&) const { return 2; }
  int operator()(const Weld&) const { return 3; }
  int operator()(const Slot&) const { return 1; }
  int operator()(const Distance&) const { return 1; }
  int operator()(const Gear&) const { return 1; }
  int operator()(const Rack&) const { return 1; }
  int operator()(const PointOnCurve&) const { return 1; }
};

// The rows above, turned into a force and a moment at the joint point of b.
struct LoadOf {
  const JointShape& joint;
  const JointKinematics& k;
  std::span<const double> lambda;
  double holding;

  static JointLoad load(const Eigen::Vector2d& force, double moment) {
    return {force.x(), force.y(), moment};
  }
  Eigen::Vector2d lineForce() const { return lambda[0] * perp(k.axis) + holding * k.axis; }

  JointLoad operator()(const Revolute&) const { return {lambda[0], lambda[1], holding}; }
  JointLoad operator()(const Prismatic&) const { return load(lineForce(), lambda[1]); }
  JointLoad operator()(const Weld&) const { return {lambda[0], lambda[1], lambda[2]}; }
  JointLoad operator()(const Slot&) const { return load(lineForce(), 0); }
  JointLoad operator()(const Distance&) const { return load(lambda[0] / joint.length * k.offset, 0); }
  JointLoad operator()(const Gear&) const {
    const double scale = -(joint.radiusA + joint.radiusB) / k.offset.squaredNorm();
    return load(lambda[0] * scale * perp(k.offset), lambda[0] * joint.radiusB);
  }
  JointLoad operator()(const PointOnCurve&) const { return load(lineForce(), 0); }
  JointLoad operator()(const Rack&) const { return load(lambda[0] * k.axis, lambda[0] * joint.radiusB); }
};

}  // namespace

JointKinematics calcJointKinematics(const JointShape& joint, const double* q, const double* v) {
  const double carrierAngle = joint.carrier == kFrameBody ? 0.0 : q[3 * joint.carrier + 2];
  return calcJointKinematics(joint, calcPlacedBody(joint.a, q, v), calcPlacedBody(joint.b, q, v),
                             carrierAngle);
}

JointKinematics calcJointKinematics(const JointShape& joint, const PlacedBody& a, const PlacedBody& b,
                                    double carrierAngle) {
  const BodyMotion &ma = a.motion, &mb = b.motion;
  JointKinematics k;
  k.armA = turn(a.rotation, joint.armA);
  k.armB = turn(b.rotation, joint.armB);
  k.pointA = ma.position + k.armA;
  k.offset = mb.position + k.armB - k.pointA;
  k.rate = mb.velocity + mb.omega * perp(k.armB) - ma.velocity - ma.omega * perp(k.armA);
  k.centripetal = ma.omega * ma.omega * k.armA - mb.omega * mb.omega * k.armB;
  k.angle = mb.angle - ma.angle;
  k.angleA = ma.angle;
  k.angleB = mb.angle;
  k.carrierAngle = carrierAngle;
  k.omega = mb.omega - ma.omega;
  k.omegaA = ma.omega;
  k.axis = turn(a.rotation, joint.axis);
  if (joint.curve) {
    const Eigen::Vector2d x = k.axis;
    k.foot = joint.curve->findFoot({x.dot(k.offset), cross(x, k.offset)});
    k.axis = turn({x.x(), x.y()}, k.foot.tangent);
  }
  return k;
}

int countRows(const JointKind& kind) {
  return std::visit(RowCount{}, kind);
}

// Pins and welds push along x and y, and turn.
void startJointRows(const JointShape& joint, std::span<SaddlePoint::Row> rows) {
  const bool fixed = std::holds_alternative<Revolute>(joint.kind) || std::holds_alternative<Weld>(joint.kind);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    setBodies(joint, rows[r]);
    rows[r].fixedDirection = fixed;
    if (fixed && r < 2) rows[r].g[r] = -1, rows[r].g[3 + r] = 1;
  }
}

void startCoordinateRow(const JointShape& joint, SaddlePoint::Row& row) {
  double gamma = 0;
  setBodies(joint, row);
  if (findCoordinateKind(joint.kind) != CoordinateKind::angle) return;
  fillAngleRow(joint, row, gamma);
  row.fixedDirection = true;
}

void updJointRows(const JointShape& joint, const JointKinematics& k, std::span<SaddlePoint::Row> rows,
                  std::span<double> gamma, std::span<double> error) {
  std::visit(Rows{joint, k, rows, gamma, error}, joint.kind);
}

// The line of centres is followed through whole turns by the carrier: within half a turn of where the carrier
// takes it.
double calcRolled(const JointShape& joint, const JointKinematics& k) {
  const double rolled = joint.radiusA * k.angleA + joint.radiusB * k.angleB;
  if (std::holds_alternative<Rack>(joint.kind)) return rolled + k.axis.dot(k.offset);
  const double carried = k.carrierAngle + joint.lineAngle;
  const double line =
      carried + std::remainder(std::atan2(k.offset.y(), k.offset.x()) - carried, 2 * std::numbers::pi);
  return rolled - (joint.radiusA + joint.radiusB) * line;
}

JointLoad calcJointLoad(const JointShape& joint, const JointKinematics& k,
                        std::span<const double> multipliers, double holding) {
  return std::visit(LoadOf{joint, k, multipliers, holding}, joint.kind);
}

void updCoordinateRow(const JointShape& joint, const JointKinematics& k, double held, SaddlePoint::Row& row,
                      double& gamma, double& error) {
  if (findCoordinateKind(joint.kind) == CoordinateKind::travel)
    fillDirectionRow(joint, k, k.axis, 1, row, gamma);
  else
    fillAngleRow(joint, row, gamma);
  error = calcCoordinate(joint, k) - held;
  if (!joint.curve) return;
  const CurveMotion m = calcCurveMotion(k);
  const double speed = m.along / m.stretch;
  for (double& g : row.g) g /= m.stretch;
  gamma = (gamma - 2 * k.foot.curvature * speed * m.across) / m.stretch;
  if (joint.curve->closed()) error = std::remainder(error, joint.curve->length());
}

double calcCoordinate(const JointShape& joint, const JointKinematics& k) {
  switch (findCoordinateKind(joint.kind)) {
    case CoordinateKind::angle:
      return k.angle;
    case CoordinateKind::travel:
      return joint.curve ? joint.curve->calcTravel(k.foot.w) : k.axis.dot(k.offset);
    case CoordinateKind::none:
      break;
  }
  return 0;
}

double calcCoordinateRate(const JointShape& joint, const JointKinematics& k) {
  switch (findCoordinateKind(joint.kind)) {
    case CoordinateKind::angle:
      return k.omega;
    case CoordinateKind::travel:
      if (joint.curve) return calcCurveMotion(k).along / calcCurveMotion(k).stretch;
      return k.axis.dot(k.rate) + k.omegaA * perp(k.axis).dot(k.offset);
    case CoordinateKind::none:
      break;
  }
  return 0;
}

// With r from the joint to the pin, b moves relative to a at the pin with omega perp(r): rising motion drives
// b into a along n = sign perp(r)/|r|, so the gap rate is -n.(v_b - v_a) = -sign omega |r| (Song 2020, n
// above eq. 45).
StopRow calcStopRow(const JointShape& joint, const SystemLimit& limit, const JointKinematics& k,
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
  if (findCoordinateKind(joint.kind) == CoordinateKind::travel) {
    stop.normal = limit.sign * k.axis;
    stop.point = k.pointA + k.offset;
  }
  return stop;
}

}  // namespace clank
