// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/unilateral.h"

#include <algorithm>

namespace clank {
namespace {

// A stop and what belongs to it. gap = sign (value - coordinate) scale.
struct Stop {
  const SystemJoint& joint;
  const SystemLimit& limit;
  JointKinematics k;
  double slope() const { return -limit.sign * limit.scale(); }  // of the gap over the coordinate
};

Stop findStop(const System& system, const SystemUnilateral& u, const double* q, const double* v) {
  const SystemJoint& joint = system.joints[static_cast<std::size_t>(u.joint)];
  return {joint, joint.limits[static_cast<std::size_t>(u.limit)], calcJointKinematics(joint, q, v)};
}

const SystemContact& findContact(const System& system, const SystemUnilateral& u) {
  return system.contacts[static_cast<std::size_t>(u.contact)];
}

UnilateralRows calcStopRows(const Stop& stop, const double* q) {
  UnilateralRows rows;
  const StopRow push = calcStopRow(stop.joint, stop.limit, stop.k, q);
  rows.push = push.row;
  rows.point = push.point;
  rows.normal = push.normal;
  rows.tangent = Eigen::Vector2d::Zero();
  double error = 0;
  updCoordinateRow(stop.joint, stop.k, stop.limit.value, rows.gap, rows.gapGamma, error);
  for (double& g : rows.gap.g) g *= stop.slope();
  rows.gapGamma *= stop.slope();
  rows.gapRate = stop.slope() * calcCoordinateRate(stop.joint, stop.k);
  return rows;
}

UnilateralRows calcContactRows(const SystemContact& contact, const ContactKinematics& k) {
  UnilateralRows rows;
  updNormalRow(contact, k, rows.push, rows.gapGamma);
  rows.gap = rows.push;
  updSlipRow(contact, k, rows.slip, rows.slipGamma);
  rows.gapRate = k.gapRate;
  rows.slipRate = k.slip;
  rows.point = k.point;
  rows.normal = -k.normal;
  rows.tangent = -k.tangent;
  rows.friction = contact.friction;
  return rows;
}

}  // namespace

UnilateralRows calcUnilateralRows(const System& system, std::size_t unilateral, const double* q,
                                  const double* v) {
  const SystemUnilateral& u = system.unilaterals[unilateral];
  if (u.isStop()) return calcStopRows(findStop(system, u, q, v), q);
  const SystemContact& contact = findContact(system, u);
  return calcContactRows(contact, calcContactKinematics(contact, q, v));
}

double calcGap(const System& system, std::size_t unilateral, const double* q, const double* v) {
  return calcGapAndPlane(system, unilateral, q, v).value;
}

Gap calcGapAndPlane(const System& system, std::size_t unilateral, const double* q, const double* v) {
  const SystemUnilateral& u = system.unilaterals[unilateral];
  if (u.isStop()) {
    const Stop stop = findStop(system, u, q, v);
    const double gap = stop.slope() * (calcCoordinate(stop.joint, stop.k) - stop.limit.value);
    return {gap, gap};
  }
  const PieceContact at = calcContactKinematics(findContact(system, u), q, v).at;
  return {std::max(at.gap, at.past), at.gap};
}

double calcGapRate(const System& system, std::size_t unilateral, const double* q, const double* v) {
  const SystemUnilateral& u = system.unilaterals[unilateral];
  if (u.isStop()) {
    const Stop stop = findStop(system, u, q, v);
    return stop.slope() * calcCoordinateRate(stop.joint, stop.k);
  }
  const ContactKinematics k = calcContactKinematics(findContact(system, u), q, v);
  return k.at.gap >= k.at.past ? k.gapRate : k.at.pastSign * k.alongRate;
}

double calcPlaneRate(const System& system, std::size_t unilateral, const double* q, const double* v) {
  const SystemUnilateral& u = system.unilaterals[unilateral];
  if (u.isStop()) return calcGapRate(system, unilateral, q, v);
  return calcContactKinematics(findContact(system, u), q, v).gapRate;
}

double calcGapAcceleration(std::size_t unilateral, const ForwardDynamics& dynamics, const double* q,
                           const double* v) {
  const UnilateralRows rows = calcUnilateralRows(dynamics.assembler().system(), unilateral, q, v);
  return dot(rows.gap, dynamics.acceleration().data()) - rows.gapGamma;
}

ContactForce calcForce(std::size_t unilateral, const ForwardDynamics& dynamics) {
  const Assembler& assembler = dynamics.assembler();
  const System& system = assembler.system();
  const SystemUnilateral& u = system.unilaterals[unilateral];
  if (!u.isStop()) return calcContactForce(dynamics, static_cast<std::size_t>(u.contact));
  // The held row acts on b; the stop pushes b against the direction of the limit.
  const auto joint = static_cast<std::size_t>(u.joint);
  const SystemLimit& limit = system.joints[joint].limits[static_cast<std::size_t>(u.limit)];
  const double held = dynamics.lambda()[static_cast<std::size_t>(assembler.heldRow(joint))];
  return {-limit.sign * held / limit.scale(), 0};
}

void closeUnilateral(const System& system, std::size_t unilateral, Mode& mode) {
  mode.unilaterals[unilateral] = {};
  mode.unilaterals[unilateral].closed = true;
  const SystemUnilateral& u = system.unilaterals[unilateral];
  if (!u.isStop()) return;
  const auto joint = static_cast<std::size_t>(u.joint);
  mode.joints[joint].held = system.joints[joint].limits[static_cast<std::size_t>(u.limit)].value;
}

void openUnilateral(const System& system, std::size_t unilateral, Mode& mode) {
  mode.unilaterals[unilateral] = {};
  const SystemUnilateral& u = system.unilaterals[unilateral];
  if (!u.isStop()) return;
  const auto joint = static_cast<std::size_t>(u.joint);
  mode.joints[joint].phase = system.joints[joint].limits[static_cast<std::size_t>(u.limit)].from;
}

std::string describeUnilateral(const System& system, std::size_t unilateral) {
  const SystemUnilateral& u = system.unilaterals[unilateral];
  if (u.isStop()) return "joint " + system.joints[static_cast<std::size_t>(u.joint)].id;
  return "contact " + system.contactPairs[findContact(system, u).pair].id;
}

}  // namespace clank
