// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a state into a row of named channels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dynamics/forward_dynamics.h"
#include "core/record/channel.h"
#include "core/record/contact_row.h"
#include "core/record/far_contact.h"
#include "core/record/run_summary.h"
#include "core/record/touch.h"

namespace clank {

class Observer {
 public:
  explicit Observer(const System& system);

  const std::vector<Channel>& channels() const { return channels_; }  // the first is t [s]

  // Fills row (as long as channels()) from a state at which dynamics has just been evaluated. With the same
  // contactRow it must be the same row every time, as it was left.
  void measure(const ForwardDynamics& dynamics, const State& state, const EnergyLedger& ledger, int mobility,
               std::span<double> row, ContactRow* contactRow = nullptr) const;
  // Pairs of bodies that press each other in contacts between several, at the same state.
  void listTouches(const ForwardDynamics& dynamics, const State& state, std::vector<Touch>& touches) const;

 private:
  const System* system_;
  std::vector<Channel> channels_;
  std::vector<FarContact> farContacts_;   // one a contact group
  std::vector<std::size_t> groups_;       // of contact pairs; as many as there are: of a joint
  std::vector<std::int32_t> bodyColumn_;  // of the x of bodies
};

}  // namespace clank
