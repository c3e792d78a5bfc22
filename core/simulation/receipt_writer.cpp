// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/receipt_writer.h"

#include "core/dynamics/energy.h"
#include "core/model/fields.h"

namespace clank {
namespace {

std::string nameOf(const System& system, int body) {
  return body == kFrameBody ? std::string(kFrame) : system.bodies[static_cast<std::size_t>(body)].id;
}

// What the receipt says of the joint of a stop, or of the contact.
void describeElement(const System& system, const Transition& transition, Receipt& receipt) {
  int a = kFrameBody, b = kFrameBody;
  if (transition.element.contact < 0) {
    const SystemJoint& joint = system.joints[static_cast<std::size_t>(transition.element.joint)];
    const TransitionLaw law = transition.change >= 0
                                  ? joint.changes[static_cast<std::size_t>(transition.change)].law
                                  : joint.limits[static_cast<std::size_t>(transition.element.limit)].law;
    receipt.element = joint.id;
    receipt.law = Words<TransitionLaw>::names[static_cast<std::size_t>(law)];
    receipt.phaseBefore = joint.phases[static_cast<std::size_t>(transition.phaseBefore)].id;
    receipt.phaseAfter = joint.phases[static_cast<std::size_t>(transition.phaseAfter)].id;
    a = joint.a;
    b = joint.b;
  } else {
    const SystemContact& contact = system.contacts[static_cast<std::size_t>(transition.element.contact)];
    receipt.element = system.contactPairs[contact.pair].id;
    receipt.law = Words<ContactLaw>::names[static_cast<std::size_t>(contact.law)];
    a = contact.a;
    b = contact.b;
  }
  receipt.mobile = a != kFrameBody && b != kFrameBody;
  receipt.bodyA = nameOf(system, a);
  receipt.bodyB = nameOf(system, b);
}

// On body b; the directions of a contact impulse are those on body a. A stop without a pin on a revolute
// exchanges a moment, clockwise on b where the angle rises to it.
ContactPush makePush(const System& system, const ContactImpulse& push) {
  const SystemUnilateral& u = system.unilaterals[push.unilateral];
  ContactPush result;
  result.pointX = push.point.x();
  result.pointY = push.point.y();
  const Eigen::Vector2d force = -push.impulse * push.normal - push.slipImpulse * push.tangent;
  result.x = force.x();
  result.y = force.y();
  if (!u.isStop()) {
    result.element = system.contactPairs[system.contacts[static_cast<std::size_t>(u.contact)].pair].id;
    return result;
  }
  const SystemJoint& joint = system.joints[static_cast<std::size_t>(u.joint)];
  result.element = joint.id;
  if (push.normal.isZero())
    result.moment = -push.impulse * joint.limits[static_cast<std::size_t>(u.limit)].sign;
  return result;
}

}  // namespace

Receipt makeReceipt(const System& system, const State& state, const Transition& transition) {
  Receipt receipt;
  receipt.t = state.t;
  receipt.kind = transition.kind;
  describeElement(system, transition, receipt);
  receipt.pointX = transition.point.x();
  receipt.pointY = transition.point.y();
  receipt.normalX = transition.normal.x();
  receipt.normalY = transition.normal.y();
  receipt.impulse = transition.impulse;
  receipt.normalVelocityBefore = transition.rateBefore;
  receipt.normalVelocityAfter = transition.rateAfter;
  receipt.slipImpulse = transition.slipImpulse;
  receipt.slipVelocityBefore = transition.slipBefore;
  receipt.slipVelocityAfter = transition.slipAfter;
  for (const ContactImpulse& push : transition.contactImpulses)
    receipt.contactImpulses.push_back(makePush(system, push));
  receipt.restitution = transition.restitution;
  receipt.energyBefore = calcKineticEnergy(system, transition.vBefore);
  receipt.energyAfter = calcKineticEnergy(system, transition.vAfter);
  receipt.mobilityBefore = transition.mobilityBefore;
  receipt.mobilityAfter = transition.mobilityAfter;
  receipt.momentumConserved = transition.momentumConserved;
  receipt.driveWork = transition.driveWork;
  for (std::size_t d = 0; d < transition.driveImpulses.size(); ++d)
    receipt.driveImpulses.push_back({system.drives[d].id, transition.driveImpulses[d]});
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const JointLoad& load = transition.jointImpulses[j];
    receipt.jointImpulses.push_back({system.joints[j].id, load.x, load.y, load.moment});
  }
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const double* q = state.y.data() + 3 * i;
    const auto at = [&](const std::vector<double>& v) -> std::array<double, 3> {
      const Eigen::Vector2d origin = calcOriginVelocity(system.bodies[i], q, v.data() + 3 * i);
      return {origin.x(), origin.y(), v[3 * i + 2]};
    };
    receipt.jumps.push_back({system.bodies[i].id, at(transition.vBefore), at(transition.vAfter)});
  }
  return receipt;
}

}  // namespace clank
