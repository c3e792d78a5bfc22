// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/joint_phase.h"

#include <limits>

#include <Eigen/Geometry>
#include <cmath>

#include "core/dynamics/joint_constraints.h"
#include "core/dynamics/start_turns.h"

namespace clank {
namespace {

// Fills in the numbers that a shape takes over from a position.
struct TakeOver {
  const SystemPhase& phase;
  Marker& a;
  const JointKinematics& k;

  void takeAngle(double& held) const { held = phase.takesOver ? k.angle : findNearestTurn(held, k.angle); }

  void operator()(RevoluteShape&) const {}
  void operator()(PrismaticShape& prismatic) const { takeAngle(prismatic.heldAngle); }
  void operator()(WeldShape& weld) const {
    takeAngle(weld.heldAngle);
    // Merged parts are a weld at the point of a where the joint point of b is now.
    if (phase.merged)
      (a.station.bends() ? a.station->offset : a.arm) += Eigen::Rotation2Dd(-k.a.angle) * k.offset;
  }
  void operator()(SlotShape&) const {}
  void operator()(DistanceShape& rod) const {
    if (phase.takesOver) rod.length = k.offset.norm();
  }
  // The line of centres is counted in turns from where it is now, and so is what rolls off it.
  void operator()(GearShape& gear) const {
    gear.lineAngle = std::atan2(k.offset.y(), k.offset.x()) - k.carrierAngle;
    gear.rolled = calcRolled(gear, k);
  }
  void operator()(BeltShape& belt) const { (*this)(belt.gear); }
  void operator()(RackShape& rack) const { rack.rolled = calcRolled(rack, k); }
  void operator()(PointOnCurveShape&) const {}
  void operator()(TelescopeShape&) const {}
};

}  // namespace

const JointShape& getShape(const SystemJoint& joint, const Mode::JointMode& mode) {
  return mode.shape ? *mode.shape : joint;
}

bool isReleased(const SystemJoint& joint, const Mode::JointMode& mode) {
  if (!joint.isMetamorphic()) return joint.loose && !mode.tight;
  const SystemPhase& phase = joint.phases[static_cast<std::size_t>(mode.phase)];
  return phase.released || (phase.loose && !mode.tight);
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

bool isDriven(const System& system, const Mode& mode, std::size_t joint) {
  return system.joints[joint].driven && !mode.joints[joint].driveOff;
}

bool isInForce(const SystemContactPair& pair, const Mode& mode) {
  return !pair.owner || mode.joints[pair.owner->joint].phase == pair.owner->phase;
}

void enterPhase(const SystemJoint& joint, int phase, const double* q, const double* v,
                Mode::JointMode& mode) {
  const SystemPhase& entered = joint.phases[static_cast<std::size_t>(phase)];
  Mode::JointMode begun;
  begun.phase = phase;
  begun.changes = std::move(mode.changes);
  begun.driveOff = mode.driveOff;
  mode = std::move(begun);
  if (entered.released) return;
  JointShape shape = entered.shape;
  const JointKinematics k = calcJointKinematics(shape, q, v);
  std::visit(TakeOver{entered, shape.a, k}, shape.kind);
  mode.held = calcCoordinate(shape, k);
  mode.shape = std::move(shape);
}

Mode makeStartMode(const System& system) {
  Mode mode;
  mode.joints.resize(system.joints.size());
  mode.unilaterals = UnilateralModes(system.unilaterals.size());
  mode.branches.assign(system.switches.size(), std::numeric_limits<double>::quiet_NaN());
  const double* q = system.startY.data();
  const double* v = system.layout.speeds(system.startY).data();
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    if (const std::size_t changes = system.joints[j].changes.size(); changes > 0)
      mode.joints[j].changes.upd().resize(changes);
    if (system.joints[j].isMetamorphic()) enterPhase(system.joints[j], 0, q, v, mode.joints[j]);
  }
  return mode;
}

}  // namespace clank
