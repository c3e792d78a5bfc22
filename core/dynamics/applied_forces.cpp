// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/applied_forces.h"

#include "core/dynamics/joint_constraints.h"

namespace clank {
namespace {

double calcSlot(const System& system, const LawSlot& slot, double t, const double* q, const double* v) {
  using Kind = LawSlot::Kind;
  const auto i = static_cast<std::size_t>(slot.index);
  const double* qb = q + 3 * i;
  const double* vb = v + 3 * i;
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

double valueOf(const double* values, int body) {
  return body == kFrameBody ? 0.0 : values[3 * body + 2];
}

}  // namespace

void updAppliedForces(const System& system, double t, const double* q, const double* v,
                      ForceWorkspace& workspace, std::span<double> f, std::span<double> powers) {
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    f[3 * i] = system.bodies[i].mass * system.gravity.x();
    f[3 * i + 1] = system.bodies[i].mass * system.gravity.y();
    f[3 * i + 2] = 0;
  }
  for (const LawSlot& slot : system.lawSlots)
    workspace.slots[static_cast<std::size_t>(slot.slot)] = calcSlot(system, slot, t, q, v);

  powers[kWorkOfLaws] = powers[kDampingLoss] = 0;
  for (std::size_t i = 0; i < system.forces.size(); ++i) {
    const SystemForce& force = system.forces[i];
    const double omega = valueOf(v, force.b) - valueOf(v, force.a);
    double moment = 0;
    if (force.law) {
      moment = force.law->evaluate(workspace.slots);
      powers[kWorkOfLaws] += moment * omega;
    } else {
      const double angle = valueOf(q, force.b) - valueOf(q, force.a);
      moment = force.preload - force.stiffness * (angle - force.rest) - force.damping * omega;
      powers[kDampingLoss] += force.damping * omega * omega;
    }
    workspace.moments[i] = moment;
    if (force.b != kFrameBody) f[static_cast<std::size_t>(3 * force.b + 2)] += moment;
    if (force.a != kFrameBody) f[static_cast<std::size_t>(3 * force.a + 2)] -= moment;
  }
}

}  // namespace clank
