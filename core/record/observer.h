// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a state into a row of named channels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/dynamics/forward_dynamics.h"
#include "core/record/channel.h"
#include "core/record/run_summary.h"
#include "core/record/touch.h"

namespace clank {

// Which contacts a row has as open. All that it tells of one follows from the position: in a row at the same
// position, before or after an event, it stays as it is, and at another its distance and its point change.
struct OpenContacts {
  void moveTo(const System& system, std::span<const double> positions);
  std::vector<double> at;              // m, rad
  std::uint64_t position = 0;          // the count of positions
  std::vector<std::uint64_t> written;  // of contact groups: the position at which the row was; 0: not open
};

// What rows ask of every contact, also of the many that are far apart: one behind the other in memory.
struct FarContact {
  std::size_t first = 0, end = 0;  // of its contacts
  ContactCircle circle;            // the first
  bool isAll = false;              // there is no other
  std::int32_t channels = 0;       // how many
};

class Observer {
 public:
  explicit Observer(const System& system);

  const std::vector<Channel>& channels() const { return channels_; }  // the first is t [s]

  // Fills row (as long as channels()) from a state at which dynamics has just been evaluated. With the same
  // open it must be the same row every time, as it was left.
  void measure(const ForwardDynamics& dynamics, const State& state, const EnergyLedger& ledger, int mobility,
               std::span<double> row, OpenContacts* open = nullptr) const;
  // Pairs of bodies that press each other in contacts between several, at the same state.
  void listTouches(const ForwardDynamics& dynamics, const State& state, std::vector<Touch>& touches) const;

 private:
  const System* system_;
  std::vector<Channel> channels_;
  std::vector<FarContact> farContacts_;   // one a contact group
  std::vector<bool> isOfSeveral_;         // of contact pairs: their contact has others, too
  std::vector<std::int32_t> bodyColumn_;  // of the x of bodies
};

}  // namespace clank
