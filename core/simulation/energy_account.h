// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the energy ledger of a run: what the state holds, and what the events have taken or given.
#pragma once

#include <vector>

#include "core/dynamics/state.h"
#include "core/dynamics/system.h"
#include "core/record/receipt.h"
#include "core/record/run_summary.h"

namespace clank {

class EnergyAccount {
 public:
  // Opens it with the energy of the start; the system must outlive the account.
  EnergyAccount(const System& system, const State& start);

  void add(const Receipt& receipt);
  // Lost in the impacts of a step of time, J.
  void addImpactLoss(double loss) { impactLoss_ += loss; }
  // Elastic and potential energy of a switch that moves parts, J.
  void addSwitch(double shift) { switchChange_ += shift; }
  // At a state that no event separates from the last one.
  EnergyLedger calcLedger(const State& state) const;
  // How much energy there is to account for, J: what has been exchanged since the start.
  double calcTurnover(const EnergyLedger& ledger) const;

 private:
  const System& system_;
  double start_, startGravity_, impactLoss_ = 0, lockLoss_ = 0, switchChange_ = 0, driveWork_ = 0;
};

}  // namespace clank
