// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/lone_impact.h"

#include <cmath>

#include "core/dynamics/joint_friction.h"
#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

bool rubsInBlows(const Assembler& assembler) {
  const System& system = assembler.system();
  for (std::size_t j = 0; j < system.joints.size(); ++j)
    if (hasFriction(system, assembler.mode(), j) && system.joints[j].friction->coefficient > 0) return true;
  return false;
}

}  // namespace

bool isLone(const Assembler& assembler, std::span<const ImpactContact> contacts) {
  if (contacts.size() != 1) return false;
  const ImpactContact& contact = contacts.front();
  return contact.how.law == RestitutionLaw::newton && contact.how.restitution <= 1 && !contact.how.pulls &&
         !contact.rubs() && !contact.resistsRolling() && !rubsInBlows(assembler);
}

std::optional<VelocityJump> calcLoneJump(Assembler& assembler, std::span<const double> v,
                                         const ImpactContact& contact) {
  const System& system = assembler.system();
  const double r = dot(contact.row, v.data()) + contact.bias;
  std::vector<double> unit(system.layout.coordinates()), noJump(assembler.rowCount());
  VelocityJump jump;
  jump.dv.resize(unit.size());
  jump.rowImpulse.resize(noJump.size());
  scatter(contact.row, unit);
  assembler.solve(unit, noJump, jump.dv, jump.rowImpulse);
  const double W = dot(contact.row, jump.dv.data());
  if (!std::isfinite(r) || !std::isfinite(W)) return std::nullopt;
  const bool isMobile = W > 0 && W >= kDependent * system.metric.calcFreeMobility(contact.row);
  if (!isMobile && r < -kRest) return std::nullopt;
  const double e = contact.how.rests ? 0 : contact.how.restitution;
  const double P = isMobile && r < 0 ? -(r + e * r) / W : 0;
  for (double& x : jump.dv) x = 0 + P * x;  // no -0 where nothing moves
  for (double& x : jump.rowImpulse) x = 0 + P * x;
  jump.impulse = jump.sharedImpulse = {P};
  jump.slipImpulse = jump.sharedSlipImpulse = {0.0};
  jump.openRows = shareEvenly(assembler, jump.rowImpulse);
  return jump;
}

}  // namespace clank
