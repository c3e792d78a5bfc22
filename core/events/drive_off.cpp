// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/drive_off.h"

#include "core/dynamics/joint_constraints.h"
#include "core/events/contact_decision.h"
#include "core/events/event_context.h"

namespace clank {

Result<std::vector<Transition>> switchDriveOff(const ChangeWatch& watch, ForwardDynamics& dynamics,
                                               State& state) {
  EventContext c(dynamics, state);
  const System& system = c.system();
  const SystemJoint& joint = system.joints[watch.joint];
  const JointKinematics k = calcJointKinematics(joint, c.q(), c.v().data());
  Mode::JointMode& mode = c.mode().joints[watch.joint];
  Transition off;
  off.kind = EventKind::driveOff;
  off.part = DriveIndex{joint.changes[watch.change].index};
  off.point = k.a.position + k.offset;
  if (joint.coordinate == CoordinateKind::travel) off.normal = k.axis;  // of the rates
  off.vBefore.assign(c.v().begin(), c.v().end());
  off.vAfter = off.vBefore;
  off.rateBefore = off.rateAfter = calcCoordinateRate(joint, k);
  off.phaseBefore = off.phaseAfter = mode.phase;
  off.mobilityBefore = off.mobilityAfter = c.mobilityBefore();
  off.jointImpulses.resize(system.joints.size());
  off.driveImpulses.assign(system.drives.size(), 0.0);
  mode.changes[watch.change].fired = true;
  mode.driveOff = true;
  off.modeAfter = c.mode();
  c.useMode(c.mode());
  c.add(std::move(off));
  decideContacts(c);
  return finishEvent(c);
}

}  // namespace clank
