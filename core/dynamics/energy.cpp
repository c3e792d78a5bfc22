// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/energy.h"

#include "core/dynamics/applied_forces.h"

namespace clank {
namespace {

double calcElastic(const SystemTorque&, const double*, const double*) {
  return 0;
}
double calcElastic(const SystemLoad&, const double*, const double*) {
  return 0;
}
double calcElastic(const SystemHand&, const double*, const double*) {
  return 0;
}
double calcElastic(const SystemTorsionSpring& spring, const double* q, const double* v) {
  const double angle = calcTurning(spring.b, q, v).angle - calcTurning(spring.a, q, v).angle;
  const double stretch = angle - spring.rest;
  return 0.5 * spring.stiffness * stretch * stretch - spring.preload * angle;
}
double calcElastic(const SystemSpring& spring, const double* q, const double* v) {
  const double stretch = calcSpringMotion(spring, q, v).length - spring.freeLength;
  return 0.5 * spring.stiffness * stretch * stretch + spring.preload * stretch;
}

double calcElastic(const SystemBelt& belt, const double* q, const double* v) {
  return calcBeltEnergy(belt,
                        calcMarkerMotion(belt.b, q, v).position - calcMarkerMotion(belt.a, q, v).position);
}

}  // namespace

namespace {

double calcRigidKinetic(const System& system, std::span<const double> v) {
  double energy = 0;
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const double* vb = v.data() + StateLayout::begin(i);
    energy += 0.5 * (system.bodies[i].mass * (vb[0] * vb[0] + vb[1] * vb[1]) +
                     system.bodies[i].inertia * vb[2] * vb[2]);
  }
  return energy;
}

}  // namespace

// What bends is counted as straight first.
double calcKineticEnergy(const System& system, std::span<const double> q, std::span<const double> v) {
  double energy = calcRigidKinetic(system, v);
  for (const BentLink& link : system.bends) {
    const SystemBody& body = system.bodies[static_cast<std::size_t>(link.body)];
    const double* const vb = v.data() + StateLayout::pose(link.body);
    energy += calcBentKinetic(link, q.data(), v.data()) -
              0.5 * (body.mass * (vb[0] * vb[0] + vb[1] * vb[1]) + body.inertia * vb[2] * vb[2]);
  }
  return energy;
}

MechanicalEnergy calcEnergy(const System& system, std::span<const double> y) {
  const double* const v = system.layout.speeds(y).data();
  MechanicalEnergy energy;
  energy.kinetic = calcKineticEnergy(system, y, system.layout.speeds(y));
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const double* q = y.data() + StateLayout::begin(i);
    energy.gravity -= system.bodies[i].mass * (system.gravity.x() * q[0] + system.gravity.y() * q[1]);
  }
  for (const BentLink& link : system.bends) {
    const double mass = system.bodies[static_cast<std::size_t>(link.body)].mass;
    energy.gravity += calcBentGravity(link, system.gravity, y.data()) +
                      mass * system.gravity.dot(calcPosition(link.body, y.data()));
    energy.elastic += calcBentElastic(link, y.data());
  }
  for (const SystemForce& force : system.forces)
    energy.elastic +=
        std::visit([&](const auto& kind) { return calcElastic(kind, y.data(), v); }, force.kind);
  return energy;
}

}  // namespace clank
