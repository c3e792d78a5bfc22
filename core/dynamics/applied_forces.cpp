// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/applied_forces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/dynamics/joint_constraints.h"

namespace clank {
namespace {

double calcSlot(const System& system, const LawSlot& slot, double t, const double* q, const double* v) {
  using Kind = LawSlot::Kind;
  const auto i = static_cast<std::size_t>(slot.index);
  const double* qb = q + StateLayout::begin(i);
  const double* vb = v + StateLayout::begin(i);
  switch (slot.kind) {
    case Kind::constant:
      return system.lawConstants[static_cast<std::size_t>(slot.slot)];
    case Kind::time:
      return t;
    case Kind::bodyX:
      return calcOriginPosition(system.bodies[i], qb).x();
    case Kind::bodyY:
      return calcOriginPosition(system.bodies[i], qb).y();
    case Kind::bodyAngle:
      return qb[2];
    case Kind::bodyVx:
      return calcOriginVelocity(system.bodies[i], qb, vb).x();
    case Kind::bodyVy:
      return calcOriginVelocity(system.bodies[i], qb, vb).y();
    case Kind::bodyOmega:
      return vb[2];
    case Kind::jointCoordinate:
      return calcCoordinate(system.joints[i], calcJointKinematics(system.joints[i], q, v));
    case Kind::jointRate:
      return calcCoordinateRate(system.joints[i], calcJointKinematics(system.joints[i], q, v));
  }
  return 0;
}

// Acceleration of the body origin: with r from the centre to it, a + alpha x r - omega^2 r.
Eigen::Vector2d calcOriginAcceleration(const SystemBody& body, const double* q, const double* v,
                                       const double* a) {
  const Eigen::Vector2d r = calcOriginPosition(body, q) - Eigen::Vector2d(q[0], q[1]);
  return Eigen::Vector2d(a[0] - a[2] * r.y(), a[1] + a[2] * r.x()) - v[2] * v[2] * r;
}

double calcCoordinateAcceleration(const SystemJoint& joint, const JointKinematics& k, const double* a) {
  BlockRow row;
  double gamma = 0, error = 0;
  startCoordinateRow(joint, row);
  updCoordinateRow(joint, k, 0, row, gamma, error);
  return dot(row, a) - gamma;
}

Jet calcSlot(const System& system, const LawSlot& slot, double t, const double* q, const double* v,
             const double* a) {
  using Kind = LawSlot::Kind;
  const auto i = static_cast<std::size_t>(slot.index);
  const double value = calcSlot(system, slot, t, q, v);
  const double *qb = q + StateLayout::begin(i), *vb = v + StateLayout::begin(i),
               *ab = a + StateLayout::begin(i);
  const auto velocity = [&] { return calcOriginVelocity(system.bodies[i], qb, vb); };
  const auto acceleration = [&] { return calcOriginAcceleration(system.bodies[i], qb, vb, ab); };
  const auto along = [&] {
    return calcCoordinateAcceleration(system.joints[i], calcJointKinematics(system.joints[i], q, v), a);
  };
  switch (slot.kind) {
    case Kind::constant:
      return Jet(value);
    case Kind::time:
      return Jet(value, 1);
    case Kind::bodyX:
      return Jet(value, velocity().x(), acceleration().x());
    case Kind::bodyY:
      return Jet(value, velocity().y(), acceleration().y());
    case Kind::bodyAngle:
      return Jet(value, vb[2], ab[2]);
    case Kind::bodyVx:
      return Jet(value, acceleration().x());
    case Kind::bodyVy:
      return Jet(value, acceleration().y());
    case Kind::bodyOmega:
      return Jet(value, ab[2]);
    case Kind::jointCoordinate:
      return Jet(value, calcCoordinateRate(system.joints[i], calcJointKinematics(system.joints[i], q, v)),
                 along());
    case Kind::jointRate:
      return Jet(value, along());
  }
  return Jet(value);
}

// The numbers that the elements of one evaluation share.
class ForceSum {
 public:
  ForceSum(const double* q, const double* v, ForceWorkspace& workspace, std::span<double> f,
           std::span<double> powers)
      : q_(q), v_(v), slots_(workspace.slots), branches_(workspace.branches), f_(f), powers_(powers) {}

  // Each kind adds its share to f and powers and returns the numbers of its channels.
  ForceOutput operator()(const SystemTorque& torque) {
    const double moment = torque.moment.evaluate(slots_, branches_);
    const Turning a = calcTurning(torque.a, q_, v_), b = calcTurning(torque.b, q_, v_);
    powers_[kWork] += moment * (b.omega - a.omega);
    addMoments(a, b, moment);
    return {moment, 0};
  }

  ForceOutput operator()(const SystemTorsionSpring& spring) {
    const Turning a = calcTurning(spring.a, q_, v_), b = calcTurning(spring.b, q_, v_);
    const double angle = b.angle - a.angle, omega = b.omega - a.omega;
    const double moment = spring.preload - spring.stiffness * (angle - spring.rest) - spring.damping * omega;
    powers_[kDampingLoss] += spring.damping * omega * omega;
    addMoments(a, b, moment);
    return {moment, 0};
  }

  // With l = |P_b - P_a|, u = (P_b - P_a)/l: dl/dt = u.(v_b - v_a), T = preload + k (l - l0) + c dl/dt,
  // -T u acts on b and T u on a. Their power T (-dl/dt) is what k (l - l0)^2/2 + preload (l - l0) loses, less
  // the loss c (dl/dt)^2 [W].
  ForceOutput operator()(const SystemSpring& spring) {
    const SpringMotion m = calcSpringMotion(spring, q_, v_);
    const double tension =
        spring.preload + spring.stiffness * (m.length - spring.freeLength) + spring.damping * m.rate;
    powers_[kDampingLoss] += spring.damping * m.rate * m.rate;
    const Eigen::Vector2d pull = tension * m.direction;
    addForce(f_, m.b, -pull);
    addForce(f_, m.a, pull);
    return {tension, m.length};
  }

  // The energy calcBeltEnergy() loses as the centres come together.
  ForceOutput operator()(const SystemBelt& belt) {
    const MarkerMotion a = calcMarkerMotion(belt.a, q_, v_), b = calcMarkerMotion(belt.b, q_, v_);
    const Eigen::Vector2d pull = calcBeltPull(belt, b.position - a.position);
    addForce(f_, b, -pull);
    addForce(f_, a, pull);
    return {pull.norm(), 0};
  }

  ForceOutput operator()(const SystemLoad& load) {
    const MarkerMotion point = calcMarkerMotion(load.at, q_, v_);
    Eigen::Vector2d pull{load.fx.evaluate(slots_, branches_), load.fy.evaluate(slots_, branches_)};
    if (load.bodyAxes) pull = turn(calcAxes(point, q_), pull);
    powers_[kWork] += pull.dot(point.velocity());
    addForce(f_, point, pull);
    return {pull.x(), pull.y()};
  }

  // It pulls by the piece where it is, if it is on one.
  ForceOutput operator()(const SystemHand&) { return {0, 0}; }
  ForceOutput operator()(const HandPiece& hand, double t) {
    const MarkerMotion point = calcMarkerMotion(hand.at, q_, v_);
    const Eigen::Vector2d pull = calcHandForce(hand, t, point);
    powers_[kWork] += pull.dot(point.velocity());
    addForce(f_, point, pull);
    return {pull.x(), pull.y()};
  }

 private:
  void addMoments(const Turning& a, const Turning& b, double moment) {
    addMoment(f_, b.at, moment);
    addMoment(f_, a.at, -moment);
  }

  const double* q_;
  const double* v_;
  std::span<const double> slots_, branches_;
  std::span<double> f_, powers_;
};

}  // namespace

SpringMotion calcSpringMotion(const SystemSpring& spring, const double* q, const double* v) {
  SpringMotion m{calcMarkerMotion(spring.a, q, v), calcMarkerMotion(spring.b, q, v)};
  const Eigen::Vector2d offset = m.b.position - m.a.position;
  m.length = std::hypot(offset.x(), offset.y());
  if (m.length < std::numeric_limits<double>::min()) return m;
  m.direction = offset / m.length;
  m.rate = m.direction.dot(m.b.velocity() - m.a.velocity());
  return m;
}

Eigen::Vector2d calcBeltPull(const SystemBelt& belt, const Eigen::Vector2d& offset) {
  const double l = offset.norm(), along = l * l - belt.reach * belt.reach;
  return along > 0 ? Eigen::Vector2d(2 * belt.tension * std::sqrt(along) / (l * l) * offset)
                   : Eigen::Vector2d(0, 0);
}

double calcBeltEnergy(const SystemBelt& belt, const Eigen::Vector2d& offset) {
  const double l = offset.norm(), h = std::abs(belt.reach), along = l * l - h * h;
  if (!(along > 0)) return 2 * belt.tension * h * std::numbers::pi / 2;
  return 2 * belt.tension * (std::sqrt(along) + h * std::asin(h / l));
}

void updLawSlots(const System& system, double t, const double* q, const double* v, std::span<double> slots) {
  for (const LawSlot& slot : system.lawSlots)
    slots[static_cast<std::size_t>(slot.slot)] = calcSlot(system, slot, t, q, v);
}

void updLawSlots(const System& system, double t, const double* q, const double* v, const double* a,
                 std::span<Jet> slots) {
  for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = Jet(system.lawConstants[i]);
  for (const LawSlot& slot : system.lawSlots)
    slots[static_cast<std::size_t>(slot.slot)] = calcSlot(system, slot, t, q, v, a);
}

void updAppliedForces(const System& system, double t, const double* q, const double* v,
                      ForceWorkspace& workspace, std::span<double> f, std::span<double> powers) {
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    double* fb = f.data() + StateLayout::begin(i);
    storeTwo(loadTwo(system.gravity.data()) * system.bodies[i].mass, fb);
    fb[2] = 0;
  }
  updLawSlots(system, t, q, v, workspace.slots);

  for (double& power : powers.first<kWorkIntegrals>()) power = 0;
  for (std::size_t i = 0; i < system.bends.size(); ++i) {
    const BentLink& link = system.bends[i];
    std::fill_n(f.data() + StateLayout::pose(link.body), StateLayout::kBlock, 0.0);
    std::fill_n(f.data() + link.first, StateLayout::kBlock * link.blocks, 0.0);
    link.mass.calcShape(q + link.first, workspace.shapes[i]);
    powers[kDampingLoss] += addBentForces(link, workspace.shapes[i], system.gravity, q, v, f);
  }
  ForceSum sum(q, v, workspace, f, powers);
  for (std::size_t i = 0; i < system.forces.size(); ++i)
    workspace.outputs[i] = std::visit(sum, system.forces[i].kind);
  workspace.handForces.resize(workspace.hands.size());
  for (std::size_t i = 0; i < workspace.hands.size(); ++i) {
    const HandPiece& hand = workspace.hands[i];
    workspace.handForces[i] = sum(hand, t);
    if (hand.force >= 0) workspace.outputs[static_cast<std::size_t>(hand.force)] = workspace.handForces[i];
  }
}

}  // namespace clank
