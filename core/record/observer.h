// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a state into a row of named channels.
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/forward_dynamics.h"
#include "core/record/channel.h"
#include "core/record/run_summary.h"

namespace clank {

class Observer {
 public:
  explicit Observer(const System& system);

  const std::vector<Channel>& channels() const { return channels_; }  // the first is t [s]

  // Fills row (as long as channels()) from a state at which dynamics has just been evaluated.
  void measure(const ForwardDynamics& dynamics, const State& state, const EnergyLedger& ledger, int mobility,
               std::span<double> row) const;

 private:
  const System* system_;
  std::vector<Channel> channels_;
};

}  // namespace clank
