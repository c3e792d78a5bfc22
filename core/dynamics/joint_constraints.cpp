// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/joint_constraints.h"

#include <cmath>
#include <numbers>

#include "core/dynamics/direction_row.h"
#include "core/dynamics/mesh_rows.h"

namespace clank {
namespace {

// Length of the line from P_a to P_b, d = P_b - P_a. A rod and a telescope have one row: with u = d/|d|
//   c = |d|,   c' = u.d',   c" = u.d" + (d'.d' - c'^2)/|d|,
// so that C = c - L, L held or given by a drive, is a row of direction u that does not turn, with gamma less
// (d'.d' - c'^2)/|d|. Its multiplier lambda > 0 pushes b away from a.
//   A rod is the telescope that is locked. Its length L is constant and known, so that it may have the row
// C = (d.d - L^2)/(2 L) instead, smooth for all d, also where an assembly begins far off:
//   C' = n.d' with n = d/L,   C" = n.d" + d'.d'/L.
// Where it is closed |d| = L and c' = 0, and both rows are the same, number by number.
//   A telescope has no such row: at |d| = 0 it has no direction, c' jumps and c" grows without bound. A run
// ends before (events/way_end.h), and an assembly that begins there is given the direction of x.
void fillLengthRow(const JointKinematics& k, const Eigen::Vector2d& n, double length, BlockRow& row,
                   double& gamma) {
  fillDirectionRow(k, n, 0, row, gamma);
  gamma -= k.rate.squaredNorm() / length;
}

void fillTelescopeRow(const JointKinematics& k, BlockRow& row, double& gamma) {
  const double length = std::max(k.offset.norm(), 1e-300), rate = k.axis.dot(k.rate);
  fillLengthRow(k, k.axis, length, row, gamma);
  gamma += rate * rate / length;
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
  const Eigen::Vector2d u = k.rate - k.a.omega * perp(k.offset), n = perp(k.axis);
  return {n, std::max(1 - k.foot.curvature * k.foot.distance, 1e-6), k.axis.dot(u), n.dot(u)};
}

// Along a bent link, theory (14i): a is the section whose normal meets P_b, at a distance y of its axis,
// which is that of the guide through at_a: C = y - at_a.y for an axis towards the end. Its gradient is n, and
// gamma takes k (t.u)^2/(1 - k y) on top, k the curvature of the axis: the section moves along with P_b, and
// what it is carried by changes to second order only.
//   With e, p and their changes as in bent_axis.h and u what the section sees of P_b, x' = t.u/e. The rate of
// t.u is that of a direction t fixed to the section, G_t a - gamma_t, and (p y' - e") x' for the section's
// way along the link, so that
//   x" = (G_t a - gamma_t + r)/e,   r = 2 (p y' - e") x' - e' x'^2,
// the row of the travel. A guide holds the angle C = angle_b - angle_section too: the section that it meets
// turns by p x' on top,
//   Cdot = w_b - w_a - p x',   Cddot = alpha_b - alpha_a - 2 p" x' - p' x'^2 - p x".
struct BentTravel {
  double stretch = 1;  // e
  double across = 0;   // m/s, y'
  double speed = 0;    // m/s, x'
  double rest = 0;     // m/s2, r
};
BentTravel calcBentTravel(const JointKinematics& k) {
  const AlongBent& along = k.along;
  const Eigen::Vector2d u = k.rate - k.a.omega * perp(k.offset);
  const double y = k.foot.distance;
  BentTravel travel;
  travel.stretch = along.stretch - y * along.bend;
  travel.across = perp(k.axis).dot(u);
  travel.speed = k.axis.dot(u) / travel.stretch;
  travel.rest = 2 * (along.bend * travel.across - along.rates.calcAt(y)) * travel.speed -
                along.slopes.calcAt(y) * travel.speed * travel.speed;
  return travel;
}
double calcBentTurning(const JointKinematics& k) {
  const BentTravel travel = calcBentTravel(k);
  return k.along.bend * travel.stretch * travel.speed * travel.speed;
}

// Way of P_b along the bent axis per way along the straight link; 1 elsewhere.
double calcBentStretch(const JointKinematics& k) {
  return k.along.section ? calcBentTravel(k).stretch : 1;
}

// C = angle - held; G = [0 0 -1 | 0 0 1], gamma = 0, or what sections of bent links spin.
template <class A, class B>
void fillAngleRow(const A& a, const B& b, BlockRow& row) {
  startRow(row, a, b);
  addTurn(row, a, -1);
  addTurn(row, b, 1);
}

// The directions of the two rows of a pin, which never change.
void startPoint(int a, int b, std::span<BlockRow> rows) {
  startRow(rows[0], a, b);
  startRow(rows[1], a, b);
  setPointDirections(rows.data(), 0, -1);
  setPointDirections(rows.data(), 1, 1);
}

// Rows of one joint, with the place they go to.
struct Rows {
  const JointKinematics& k;
  std::span<BlockRow> rows;
  std::span<double> gamma, error;

  // The rows of direction (1, 0) and (0, 1), written out because most joints have them.
  void fillPoint() const {
    if (k.a.station || k.b.station) return fillBentPoint();
    startPoint(k.a.body, k.b.body, rows);
    updPointTurns(rows.data(), 0, -1, k.a.arm.x(), k.a.arm.y());
    updPointTurns(rows.data(), 1, 1, k.b.arm.x(), k.b.arm.y());
    gamma[0] = -k.centripetal.x();
    gamma[1] = -k.centripetal.y();
    error[0] = k.offset.x();
    error[1] = k.offset.y();
  }
  void fillBentPoint() const {
    startRow(rows[0], k.a, k.b);
    startRow(rows[1], k.a, k.b);
    addPointDirections(rows.data(), k.a, -1);
    addPointDirections(rows.data(), k.b, 1);
    for (const Eigen::Index i : {0, 1}) {
      gamma[static_cast<std::size_t>(i)] = -k.centripetal(i);
      error[static_cast<std::size_t>(i)] = k.offset(i);
    }
  }
  void fillLine() const {
    const Eigen::Vector2d normal = perp(k.axis);
    fillDirectionRow(k, normal, 1, rows[0], gamma[0]);
    error[0] = normal.dot(k.offset);
  }
  void fillAngle(double held, std::size_t at) const {
    fillAngleRow(k.a, k.b, rows[at]);
    gamma[at] = k.a.spin - k.b.spin;
    error[at] = k.angle - held;
  }

  void addBentLine() const {
    gamma[0] += calcBentTurning(k);
    error[0] -= k.along.height;
  }
  void turnAlong() const {
    const BentTravel travel = calcBentTravel(k);
    const double share = k.along.bend / travel.stretch;  // of t.u
    gamma[1] += addDirectionRow(k, -share * k.axis, 1, rows[1]) + share * travel.rest +
                2 * k.along.rates.bend * travel.speed + k.along.slopes.bend * travel.speed * travel.speed;
  }

  void operator()(const RevoluteShape&) const { fillPoint(); }
  void operator()(const PrismaticShape& prismatic) const {
    fillLine();
    fillAngle(prismatic.heldAngle, 1);
    if (k.along.section) addBentLine(), turnAlong();
  }
  void operator()(const WeldShape& weld) const {
    fillPoint();
    fillAngle(weld.heldAngle, 2);
  }
  void operator()(const SlotShape&) const {
    fillLine();
    if (k.along.section) addBentLine();
  }

  void operator()(const DistanceShape& rod) const {
    fillLengthRow(k, k.offset / rod.length, rod.length, rows[0], gamma[0]);
    error[0] = (k.offset.squaredNorm() - rod.length * rod.length) / (2 * rod.length);
  }

  // Rolled length: C = r_a (theta_a - phi) + r_b (theta_b - phi) - rolled [m], phi the angle of the line of
  // centres d, r_b negative for an internal mesh (mesh_rows.h).
  void operator()(const GearShape& gear) const {
    if (gear.play > 0) return;
    updMeshRow(gear, kRolledOff, k, rows[0], gamma[0]);
    error[0] = calcRolled(gear, k) - gear.rolled;
  }

  // A belt does not slip and its strands keep their length. With e_1, e_2 their directions from a to b, the
  // one to the left of the line of centres first, and t the strands' ends as material points of the pulleys,
  //   0 = e_1.(v_b1 - v_a1) = e_1.d' + r_a w_a - r_b w_b       0 = e_2.(v_b2 - v_a2) = e_2.d' - r_a w_a + r_b
  //   w_b
  // (crossed: r_b with the other sign). Their sum holds the distance of the centres, which is left to other
  // joints; half their difference is the row of gears, r_b negative for an open belt: (e_1 - e_2)/2 is
  // -(r_a + r_b) n/l whatever l. Of its multiplier the left strand gets -lambda/2 on top of its preload, the
  // right one lambda/2.
  void operator()(const BeltShape& belt) const { (*this)(belt.gear); }

  void operator()(const RackShape& rack) const {
    if (rack.play > 0) return;
    updMeshRow(rack, kRolledOff, k, rows[0], gamma[0]);
    error[0] = calcRolled(rack, k) - rack.rolled;
  }

  void operator()(const PointOnCurveShape&) const {
    const CurveMotion m = calcCurveMotion(k);
    fillDirectionRow(k, m.normal, 1, rows[0], gamma[0]);
    gamma[0] += k.foot.curvature * m.along * m.along / m.stretch;
    error[0] = k.foot.distance;
  }

  void operator()(const TelescopeShape&) const {}
};

struct RowCount {
  int operator()(const RevoluteShape&) const { return 2; }
  int operator()(const PrismaticShape&) const { return 2; }
  int operator()(const WeldShape&) const { return 3; }
  int operator()(const SlotShape&) const { return 1; }
  int operator()(const DistanceShape&) const { return 1; }
  int operator()(const GearShape& gear) const { return gear.play > 0 ? 0 : 1; }
  int operator()(const BeltShape&) const { return 1; }
  int operator()(const RackShape& rack) const { return rack.play > 0 ? 0 : 1; }
  int operator()(const PointOnCurveShape&) const { return 1; }
  int operator()(const TelescopeShape&) const { return 0; }
};

struct HoldsAngle {
  bool operator()(const RevoluteShape&) const { return false; }
  bool operator()(const PrismaticShape&) const { return true; }
  bool operator()(const WeldShape&) const { return true; }
  bool operator()(const SlotShape&) const { return false; }
  bool operator()(const DistanceShape&) const { return false; }
  bool operator()(const GearShape&) const { return false; }
  bool operator()(const BeltShape&) const { return false; }
  bool operator()(const RackShape&) const { return false; }
  bool operator()(const PointOnCurveShape&) const { return false; }
  bool operator()(const TelescopeShape&) const { return false; }
};

// Does a kind push along x and y, and turn, whatever its place?
struct FixedDirection {
  bool operator()(const RevoluteShape&) const { return true; }
  bool operator()(const PrismaticShape&) const { return false; }
  bool operator()(const WeldShape&) const { return true; }
  bool operator()(const SlotShape&) const { return false; }
  bool operator()(const DistanceShape&) const { return false; }
  bool operator()(const GearShape&) const { return false; }
  bool operator()(const BeltShape&) const { return false; }
  bool operator()(const RackShape&) const { return false; }
  bool operator()(const PointOnCurveShape&) const { return false; }
  bool operator()(const TelescopeShape&) const { return false; }
};

// The rows above, turned into a force and a moment at the joint point of b.
struct LoadOf {
  const JointKinematics& k;
  std::span<const double> lambda;
  double holding;

  static JointLoad load(const Eigen::Vector2d& force, double moment) {
    return {force.x(), force.y(), moment};
  }
  Eigen::Vector2d lineForce() const {
    return lambda[0] * perp(k.axis) + holding / calcBentStretch(k) * k.axis;
  }
  // On a bend the two forces of the moment that turns b are not parallel.
  Eigen::Vector2d bendForce() const {
    if (!k.along.section) return {0, 0};
    return -lambda[1] * k.along.bend / calcBentStretch(k) * k.axis;
  }

  JointLoad operator()(const RevoluteShape&) const { return {lambda[0], lambda[1], holding}; }
  JointLoad operator()(const PrismaticShape&) const { return load(lineForce() + bendForce(), lambda[1]); }
  JointLoad operator()(const WeldShape&) const { return {lambda[0], lambda[1], lambda[2]}; }
  JointLoad operator()(const SlotShape&) const { return load(lineForce(), 0); }
  JointLoad operator()(const DistanceShape& rod) const { return load(lambda[0] / rod.length * k.offset, 0); }
  JointLoad operator()(const GearShape& gear) const { return mesh(gear); }
  JointLoad operator()(const BeltShape& belt) const { return (*this)(belt.gear); }
  JointLoad operator()(const RackShape& rack) const { return mesh(rack); }
  template <class Teeth>
  JointLoad mesh(const Teeth& teeth) const {
    return calcMeshLoad(teeth, kRolledOff, k, teeth.play > 0 ? holding : lambda[0]);
  }
  JointLoad operator()(const PointOnCurveShape&) const { return load(lineForce(), 0); }
  JointLoad operator()(const TelescopeShape&) const { return load(holding * k.axis, 0); }
};

}  // namespace

JointKinematics calcJointKinematics(const JointShape& joint, const double* q, const double* v) {
  return calcJointKinematics(joint, calcPlacedBody(joint.a.body, q, v), calcPlacedBody(joint.b.body, q, v),
                             calcBodyMotion(findCarrier(joint), q, v).angle);
}

namespace {

// The section of a that P_b is beside. Distances and curvature are told to the left of the axis of the joint.
void placeAlong(const JointShape& joint, const BentAxis& axis, const PlacedBody& a, JointKinematics& k) {
  const double side = joint.a.axis.x() > 0 ? 1 : -1;
  const double *const modes = a.q + axis.link().first, *const rates = a.v + axis.link().first;
  BentAxis::Foot foot = axis.findFoot(turnBack(a.rotation, k.b.position - a.motion.position), modes);
  k.foot.w = side * (foot.x - axis.length() / 2 + foot.beyond - joint.a.arm.x());
  k.foot.distance = side * foot.distance;
  k.foot.curvature = side * foot.curvature;
  k.along.height = side * joint.a.arm.y();
  k.along.stretch = foot.stretch;
  k.along.bend = side * foot.bend;
  k.along.rates = axis.calcRates(foot, modes, rates);
  k.along.slopes = axis.calcSlopes(foot, modes);
  k.along.rates.bend *= side;
  k.along.slopes.stretch *= side;
  Marker section{joint.a.body};
  section.axis = joint.a.axis;
  section.station = std::move(foot.section);
  updMarkerMotion(section, a, k.a);
  k.axis = calcAxis(section, a, k.a);
  k.along.section = std::make_shared<const Station>(std::move(*section.station));
  k.a.station = k.along.section.get();
}

}  // namespace

JointKinematics calcJointKinematics(const JointShape& joint, const PlacedBody& a, const PlacedBody& b,
                                    double carrierAngle) {
  JointKinematics k;
  updMarkerMotion(joint.b, b, k.b);
  const BentAxis* along = findAxis(joint).get();
  if (along)
    placeAlong(joint, *along, a, k);
  else
    updMarkerMotion(joint.a, a, k.a);
  k.offset = k.b.position - k.a.position;
  k.rate = k.b.carried + k.b.own - k.a.carried - k.a.own;
  k.centripetal = k.b.centripetal - k.a.centripetal;
  k.angle = k.b.angle - k.a.angle;
  k.carrierAngle = carrierAngle;
  k.omega = k.b.omega - k.a.omega;
  if (along) return k;
  k.axis = calcAxis(joint.a, a, k.a);
  if (isTelescope(joint)) {
    const double length = k.offset.norm();
    k.axis = length > 0 ? Eigen::Vector2d(k.offset / length) : Eigen::Vector2d::UnitX();
  } else if (const Curve* curve = findCurve(joint)) {
    const Eigen::Vector2d x = k.axis;
    k.foot = curve->findFoot({x.dot(k.offset), cross(x, k.offset)});
    k.axis = turn({x.x(), x.y()}, k.foot.tangent);
  }
  return k;
}

int countRows(const ShapeKind& kind) {
  return std::visit(RowCount{}, kind);
}

bool holdsAngle(const ShapeKind& kind) {
  return std::visit(HoldsAngle{}, kind);
}

bool bends(const JointShape& joint) {
  return joint.a.station.bends() || joint.b.station.bends();
}

void startJointRows(const JointShape& joint, std::span<BlockRow> rows) {
  const bool fixed = std::visit(FixedDirection{}, joint.kind) && !bends(joint);
  for (BlockRow& row : rows) {
    startRow(row, joint.a, joint.b);
    row.fixedDirection = fixed;
  }
  if (fixed && rows.size() >= 2) startPoint(joint.a.body, joint.b.body, rows);
}

void startCoordinateRow(const JointShape& joint, BlockRow& row) {
  row.fixedDirection = joint.coordinate == CoordinateKind::angle && !bends(joint);
  if (row.fixedDirection)
    fillAngleRow(joint.a.body, joint.b.body, row);
  else
    startRow(row, joint.a, joint.b);
}

void updJointRows(const JointShape& joint, const JointKinematics& k, std::span<BlockRow> rows,
                  std::span<double> gamma, std::span<double> error) {
  std::visit(Rows{k, rows, gamma, error}, joint.kind);
}

// The line of centres is followed through whole turns by the carrier: within half a turn of where the carrier
// takes it.
double calcRolled(const GearShape& gear, const JointKinematics& k) {
  const double rolled = gear.radiusA * k.a.angle + gear.radiusB * k.b.angle;
  const double carried = k.carrierAngle + gear.lineAngle;
  const double line =
      carried + std::remainder(std::atan2(k.offset.y(), k.offset.x()) - carried, 2 * std::numbers::pi);
  return rolled - (gear.radiusA + gear.radiusB) * line;
}

double calcRolled(const RackShape& rack, const JointKinematics& k) {
  return -rack.radius * k.a.angle + rack.radius * k.b.angle + k.axis.dot(k.offset);
}

JointLoad calcJointLoad(const JointShape& joint, const JointKinematics& k,
                        std::span<const double> multipliers, double holding) {
  return std::visit(LoadOf{k, multipliers, holding}, joint.kind);
}

void updCoordinateRow(const JointShape& joint, const JointKinematics& k, double held, BlockRow& row,
                      double& gamma, double& error) {
  if (findBacklash(joint) > 0) {
    askMesh(
        joint, [&](const auto& teeth) { updMeshRow(teeth, kRolledOff, k, row, gamma); }, [] {});
    error = calcCoordinate(joint, k) - held;
    return;
  }
  gamma = k.a.spin - k.b.spin;
  if (isTelescope(joint))
    fillTelescopeRow(k, row, gamma);
  else if (joint.coordinate == CoordinateKind::travel)
    fillDirectionRow(k, k.axis, 1, row, gamma);
  else
    fillAngleRow(k.a, k.b, row);
  error = calcCoordinate(joint, k) - held;
  if (k.along.section) {
    const BentTravel travel = calcBentTravel(k);
    row.divide(travel.stretch);
    gamma = (gamma - travel.rest) / travel.stretch;
  }
  const Curve* curve = findCurve(joint);
  if (!curve) return;
  const CurveMotion m = calcCurveMotion(k);
  const double speed = m.along / m.stretch;
  row.divide(m.stretch);
  gamma = (gamma - 2 * k.foot.curvature * speed * m.across) / m.stretch;
  if (curve->closed()) error = std::remainder(error, curve->length());
}

double calcCoordinate(const JointShape& joint, const JointKinematics& k) {
  if (findBacklash(joint) > 0)
    return askMesh(
        joint, [&](const auto& teeth) { return calcRolled(teeth, k) - teeth.rolled; }, [] { return 0.0; });
  switch (joint.coordinate) {
    case CoordinateKind::angle:
      return k.angle;
    case CoordinateKind::travel:
      if (const Curve* curve = findCurve(joint)) return curve->calcTravel(k.foot.w);
      return k.along.section ? k.foot.w : k.axis.dot(k.offset);
    case CoordinateKind::none:
      break;
  }
  return 0;
}

double calcCoordinateRate(const JointShape& joint, const JointKinematics& k) {
  if (findBacklash(joint) > 0)
    return askMesh(
        joint, [&](const auto& teeth) { return calcMeshRate(teeth, kRolledOff, k); }, [] { return 0.0; });
  switch (joint.coordinate) {
    case CoordinateKind::angle:
      return k.omega;
    case CoordinateKind::travel:
      if (findCurve(joint)) return calcCurveMotion(k).along / calcCurveMotion(k).stretch;
      return (k.axis.dot(k.rate) + k.a.omega * perp(k.axis).dot(k.offset)) / calcBentStretch(k);
    case CoordinateKind::none:
      break;
  }
  return 0;
}

void updRubbingRow(const JointShape& joint, const JointKinematics& k, BlockRow& row, double& gamma) {
  double error = 0;
  askMesh(
      joint, [&](const auto& teeth) { updMeshRow(teeth, makeSlideWeights(teeth.shareA), k, row, gamma); },
      [&] { updCoordinateRow(joint, k, 0, row, gamma, error); });
}

double calcRubbingRate(const JointShape& joint, const JointKinematics& k) {
  return askMesh(
      joint, [&](const auto& teeth) { return calcMeshRate(teeth, makeSlideWeights(teeth.shareA), k); },
      [&] { return calcCoordinateRate(joint, k); });
}

// The pin stands on the section of a at the joint. With r from the joint to it, b moves relative to a at the
// pin with omega perp(r): rising motion drives b into a along n = sign perp(r)/|r|, so the gap rate is
// -n.(v_b - v_a) = -sign omega |r| (Song 2020, n above eq. 45).
StopRow calcStopRow(const JointShape& joint, const SystemLimit& limit, const JointKinematics& k,
                    const double* q) {
  StopRow stop;
  stop.point = k.a.position;
  stop.normal = Eigen::Vector2d::Zero();
  if (limit.pinArm) {
    const Eigen::Vector2d r = turn(calcAxes(k.a, q), *limit.pinArm);
    stop.point = k.a.position + r;
    stop.normal = limit.sign * perp(r) / r.norm();
    const auto add = [&](const MarkerMotion& at, const Eigen::Vector2d& n) {
      if (!at.station)
        return addDirection(stop.row, BodyPoint{at.body, stop.point - calcPosition(at.body, q)}, n);
      addDirection(stop.row, at, n);
      addTurn(stop.row, at, cross(stop.point - at.position, n));
    };
    startRow(stop.row, k.a, k.b);
    add(k.a, stop.normal);
    add(k.b, -stop.normal);
    return stop;
  }
  double gamma = 0, error = 0;
  updCoordinateRow(joint, k, limit.value, stop.row, gamma, error);
  stop.row.scale(-limit.sign);
  if (joint.coordinate != CoordinateKind::travel) return stop;
  const MeshPoint at = askMesh(
      joint, [&](const auto& teeth) { return findMeshPoint(teeth, k); },
      [&] {
        return MeshPoint{k.a.position + k.offset, k.axis};
      });
  stop.normal = limit.sign * at.normal;
  stop.point = at.point;
  return stop;
}

}  // namespace clank
