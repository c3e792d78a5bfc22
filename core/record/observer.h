// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a state into a row of named channels.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/dynamics/forward_dynamics.h"
#include "core/record/channel.h"
#include "core/record/run_summary.h"
#include "core/record/touch.h"

namespace clank {

// How far the parts of open contacts are from each other, of one position: rows before and after events, and
// of several events at one time, need not look again. All that a row tells of an open contact follows from
// the position, so that what is written in the row already stays as it is.
struct OpenGaps {
  void moveTo(const System& system, std::span<const double> positions);
  std::vector<double> at;                   // m, rad
  std::vector<std::optional<double>> gaps;  // m, of contact groups; not known yet
  std::vector<char> written;                // whether the row has the group as open at this position
};

// What rows ask of every contact, also of the many that are far apart: one behind the other in memory.
struct FarContact {
  std::size_t first = 0, end = 0;  // of its contacts
  ContactCircle circle;            // the first
  bool isAll = false;              // there is no other
};

class Observer {
 public:
  explicit Observer(const System& system);

  const std::vector<Channel>& channels() const { return channels_; }  // the first is t [s]

  // Fills row (as long as channels()) from a state at which dynamics has just been evaluated. With the same
  // openGaps it must be the same row every time, as it was left.
  void measure(const ForwardDynamics& dynamics, const State& state, const EnergyLedger& ledger, int mobility,
               std::span<double> row, OpenGaps* openGaps = nullptr) const;
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
