// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/energy_account.h"

#include <cmath>

#include "core/dynamics/compliant_contacts.h"
#include "core/dynamics/energy.h"

namespace clank {

EnergyAccount::EnergyAccount(const System& system, const State& start)
    : system_(system),
      start_(calcEnergy(system, start.y).total() + calcContactEnergy(system, start.mode, start.y)),
      startGravity_(calcEnergy(system, start.y).gravity) {}

void EnergyAccount::add(const Receipt& receipt) {
  const double loss = receipt.energyLoss();
  driveWork_ += receipt.driveWork;
  if (!receipt.momentumConserved)
    switchChange_ -= loss;
  else if (receipt.kind == EventKind::lock)
    lockLoss_ += loss;
  else
    impactLoss_ += loss;
}

EnergyLedger EnergyAccount::calcLedger(const State& state) const {
  const MechanicalEnergy energy = calcEnergy(system_, state.y);
  const auto z = system_.layout.integrals(state.y);
  EnergyLedger ledger;
  ledger.kinetic = energy.kinetic;
  ledger.gravity = energy.gravity;
  ledger.elastic = energy.elastic;
  ledger.work = z[kWork] + driveWork_;
  ledger.damping = z[kDampingLoss];
  const ContactLoss contacts = calcContactLoss(system_, state.y);
  ledger.friction = z[kFrictionLoss] + contacts.friction;
  ledger.contact = calcContactEnergy(system_, state.mode, state.y);
  ledger.contactDamping = contacts.damping;
  ledger.impactLoss = impactLoss_;
  ledger.lockLoss = lockLoss_;
  ledger.switchChange = switchChange_;
  ledger.residual = energy.total() + ledger.contact + ledger.damping + ledger.contactDamping +
                    ledger.friction + impactLoss_ + lockLoss_ - switchChange_ - start_ - ledger.work;
  return ledger;
}

double EnergyAccount::calcTurnover(const EnergyLedger& ledger) const {
  constexpr double kRounding = 1e-7;  // of what does not change; nor does less than this count, J
  return ledger.kinetic + std::abs(ledger.gravity - startGravity_) + ledger.elastic + ledger.contact +
         std::abs(ledger.contactDamping) + std::abs(ledger.work) + std::abs(ledger.damping) +
         std::abs(ledger.friction) + std::abs(ledger.impactLoss) + std::abs(ledger.lockLoss) +
         std::abs(ledger.switchChange) + kRounding * (1 + std::abs(ledger.gravity));
}

}  // namespace clank
