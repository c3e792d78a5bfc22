// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/receipt_writer.h"

#include "core/dynamics/energy.h"
#include "core/model/fields.h"

namespace clank {
namespace {

std::string nameOf(const System& system, int body) {
  return body == kFrameBody ? std::string(kFrame) : system.bodies[static_cast<std::size_t>(body)].id;
}

}  // namespace

Receipt makeReceipt(const System& system, const State& state, const Transition& transition) {
  const SystemJoint& joint = system.joints[transition.joint];
  const TransitionLaw law = transition.change >= 0
                                ? joint.changes[static_cast<std::size_t>(transition.change)].law
                                : joint.limits[transition.limit].law;
  Receipt receipt;
  receipt.t = state.t;
  receipt.kind = transition.kind;
  receipt.element = joint.id;
  receipt.law = Words<TransitionLaw>::names[static_cast<std::size_t>(law)];
  receipt.mobile = joint.a != kFrameBody && joint.b != kFrameBody;
  receipt.bodyA = nameOf(system, joint.a);
  receipt.bodyB = nameOf(system, joint.b);
  receipt.pointX = transition.point.x();
  receipt.pointY = transition.point.y();
  receipt.normalX = transition.normal.x();
  receipt.normalY = transition.normal.y();
  receipt.impulse = transition.impulse;
  receipt.normalVelocityBefore = transition.rateBefore;
  receipt.normalVelocityAfter = transition.rateAfter;
  receipt.restitution = transition.restitution;
  receipt.energyBefore = calcKineticEnergy(system, transition.vBefore);
  receipt.energyAfter = calcKineticEnergy(system, transition.vAfter);
  receipt.phaseBefore = joint.phases[static_cast<std::size_t>(transition.phaseBefore)].id;
  receipt.phaseAfter = joint.phases[static_cast<std::size_t>(transition.phaseAfter)].id;
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
