// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/joint_phase.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "core/dynamics/joint_constraints.h"

namespace clank {
namespace {

double findNearestTurn(double angle, double to) {
  constexpr double kTurn = 2 * std::numbers::pi;
  return angle + kTurn * std::round((to - angle) / kTurn);
}

// Fills in the numbers that a shape takes over from a position.
struct TakeOver {
  const SystemPhase& phase;
  JointShape& shape;
  const JointKinematics& k;

  void takeAngle() const {
    shape.heldAngle = phase.takesOver ? k.angle : findNearestTurn(shape.heldAngle, k.angle);
  }
  // The line of centres is counted in turns from where it is now, and so is what rolls off it.
  void takeMesh() const {
    shape.lineAngle = std::atan2(k.offset.y(), k.offset.x()) - k.carrierAngle;
    shape.rolled = calcRolled(shape, k);
  }

  void operator()(const Prismatic&) const { takeAngle(); }
  void operator()(const Weld&) const {
    takeAngle();
    // Merged parts are a weld at the point of a where the joint point of b is now.
    if (phase.merged) shape.armA += Eigen::Rotation2Dd(-k.angleA) * k.offset;
  }
  void operator()(const Distance&) const {
    if (phase.takesOver) shape.length = k.offset.norm();
  }
  void operator()(const Gear&) const { takeMesh(); }
  void operator()(const Rack&) const { takeMesh(); }
  template <class Kind>
  void operator()(const Kind&) const {}
};

}  // namespace

const JointShape& getShape(const SystemJoint& joint, const Mode::JointMode& mode) {
  return mode.shape ? *mode.shape : joint;
}

bool isReleased(const SystemJoint& joint, const Mode::JointMode& mode) {
  return joint.isMetamorphic() && joint.phases[static_cast<std::size_t>(mode.phase)].released;
}

int findPressedStop(const SystemJoint& joint, const Mode& mode) {
  for (std::size_t l = 0; l < joint.limits.size(); ++l)
    if (mode.unilaterals[joint.firstStop + l].closed) return static_cast<int>(l);
  return -1;
}

bool isHeld(const System& system, const Mode& mode, std::size_t joint) {
  const SystemJoint& j = system.joints[joint];
  return j.isMetamorphic() && (j.phases[static_cast<std::size_t>(mode.joints[joint].phase)].locked ||
                               findPressedStop(j, mode) >= 0);
}

void enterPhase(const SystemJoint& joint, int phase, const double* q, const double* v,
                Mode::JointMode& mode) {
  const SystemPhase& entered = joint.phases[static_cast<std::size_t>(phase)];
  Mode::JointMode begun;
  begun.phase = phase;
  begun.changes = std::move(mode.changes);
  mode = std::move(begun);
  if (entered.released) return;
  JointShape shape = entered.shape;
  const JointKinematics k = calcJointKinematics(shape, q, v);
  std::visit(TakeOver{entered, shape, k}, shape.kind);
  mode.held = calcCoordinate(shape, k);
  mode.shape = std::move(shape);
}

Mode makeStartMode(const System& system) {
  Mode mode;
  mode.joints.resize(system.joints.size());
  mode.unilaterals.resize(system.unilaterals.size());
  const double* q = system.startY.data();
  const double* v = system.layout.speeds(system.startY).data();
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    mode.joints[j].changes.resize(system.joints[j].changes.size());
    if (system.joints[j].isMetamorphic()) enterPhase(system.joints[j], 0, q, v, mode.joints[j]);
  }
  return mode;
}

}  // namespace clank
