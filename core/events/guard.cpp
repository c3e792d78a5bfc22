// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/guard.h"

namespace clank {
namespace {

JointKinematics calcKinematics(const Guard& guard, const System& system, std::span<const double> y) {
  return calcJointKinematics(system.joints[guard.joint], y.data(), y.data() + 3 * system.bodies.size());
}

}  // namespace

std::vector<Guard> listGuards(const System& system, const Mode& mode) {
  std::vector<Guard> guards;
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const Mode::JointMode& joint = mode.joints[j];
    if (joint.pressing >= 0) {
      const auto limit = static_cast<std::size_t>(joint.pressing);
      guards.push_back({Guard::Kind::push, j, limit});
      if (joint.settling) guards.push_back({Guard::Kind::settle, j, limit});
      continue;
    }
    if (isHeld(system.joints[j], joint)) continue;
    for (std::size_t l = 0; l < system.joints[j].limits.size(); ++l)
      if (system.joints[j].limits[l].from == joint.phase) guards.push_back({Guard::Kind::gap, j, l});
  }
  return guards;
}

double calcGap(const SystemLimit& limit, double coordinate) {
  return limit.sign * (limit.value - coordinate) * limit.scale();
}

double calcGapRate(const SystemLimit& limit, double coordinateRate) {
  return -limit.sign * coordinateRate * limit.scale();
}

double calcGuard(const Guard& guard, ForwardDynamics& dynamics, double t, std::span<const double> y) {
  const System& system = dynamics.assembler().system();
  const SystemJoint& joint = system.joints[guard.joint];
  const SystemLimit& limit = joint.limits[guard.limit];
  switch (guard.kind) {
    case Guard::Kind::gap:
      return calcGap(limit, calcCoordinate(joint, calcKinematics(guard, system, y)));
    case Guard::Kind::settle:
      return dynamics.assembler().mode().joints[guard.joint].settlesAt - t;
    case Guard::Kind::push:
      break;
  }
  // The held row acts on b; the stop pushes b against the direction of the limit.
  dynamics.evaluate(t, y);
  const auto row = static_cast<std::size_t>(dynamics.assembler().heldRow(guard.joint));
  return -limit.sign * dynamics.lambda()[row] / limit.scale();
}

double calcGuardRate(const Guard& guard, const ForwardDynamics& dynamics, std::span<const double> y) {
  const System& system = dynamics.assembler().system();
  const SystemJoint& joint = system.joints[guard.joint];
  return calcGapRate(joint.limits[guard.limit], calcCoordinateRate(joint, calcKinematics(guard, system, y)));
}

double calcGapAcceleration(const Guard& guard, const ForwardDynamics& dynamics) {
  const Assembler& assembler = dynamics.assembler();
  const SystemJoint& joint = assembler.system().joints[guard.joint];
  SaddlePoint::Row row;
  double gamma = 0, error = 0, acceleration = 0;
  updCoordinateRow(joint, assembler.kinematics(guard.joint), 0, row, gamma, error);
  multiply(std::span(&row, 1), dynamics.acceleration().data(), std::span(&acceleration, 1));
  return calcGapRate(joint.limits[guard.limit], acceleration - gamma);
}

}  // namespace clank
