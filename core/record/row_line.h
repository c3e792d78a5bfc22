// SPDX-License-Identifier: GPL-3.0-or-later
// A row of results is read part by part: what it is read from, and one channel of a kind of part.
#pragma once

#include <algorithm>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

#include "core/dynamics/axial_force.h"
#include "core/dynamics/forward_dynamics.h"
#include "core/record/far_contact.h"
#include "core/record/run_summary.h"

namespace clank::rows {

// What channels are read from.
struct Instant {
  const ForwardDynamics& dynamics;
  const State& state;
  const EnergyLedger& ledger;
  int mobility;
  std::span<const FarContact> farContacts;
  std::span<const std::size_t> groups;  // of contact pairs; behind the last: play of a joint
  const double* q = state.y.data();
  const double* v = dynamics.assembler().system().layout.speeds(state.y).data();
  const double* a = dynamics.acceleration().data();
  // Of links that bend, and only where there are any.
  const AxialForces axialForces{dynamics, state.y};
  mutable std::size_t nextEntry = 0;  // of the modes of unilaterals: parts are mostly read in their order
  double multiplier(int row) const { return dynamics.lambda()[static_cast<std::size_t>(row)]; }
  // The first entry of a unilateral or one behind it.
  std::size_t& seekEntry(std::size_t unilateral) const {
    const auto entries = state.mode.unilaterals.entries();
    const auto isBefore = [&](std::size_t entry) { return entries[entry].unilateral < unilateral; };
    if ((nextEntry > 0 && !isBefore(nextEntry - 1)) || (nextEntry < entries.size() && isBefore(nextEntry)))
      nextEntry = static_cast<std::size_t>(
          std::ranges::lower_bound(entries, unilateral, {}, &UnilateralModes::Entry::unilateral) -
          entries.begin());
    return nextEntry;
  }
  // Of the contacts from first to before end.
  bool hasEntry(std::size_t first, std::size_t end) const {
    const std::size_t offset = dynamics.assembler().system().firstContact();
    const auto entries = state.mode.unilaterals.entries();
    const std::size_t entry = seekEntry(offset + first);
    return entry < entries.size() && entries[entry].unilateral < offset + end;
  }
};

// A channel of a kind of part: its name behind that of the part, its unit, how it is read from the part's
// values, and which parts have it (not said: all).
template <class Values>
struct Line {
  using Of = Values;
  const char* name;
  const char* unit;
  double (*read)(const Values&);
  bool (*has)(const typename Values::Part&) = [](const typename Values::Part&) { return true; };
};

// Writes the channels of a part from there on, and returns where they end. Lines are constants here, so that
// their readers are inlined.
template <const auto& lines, class Part>
double* readLines(const Instant& now, const Part& part, std::size_t index, double* to) {
  using Values = typename std::remove_cvref_t<decltype(lines[0])>::Of;
  const Values values(now, part, index);
  const auto read = [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((lines[i].has(part) ? static_cast<void>(*to++ = lines[i].read(values)) : void()), ...);
  };
  read(std::make_index_sequence<std::size(lines)>());
  return to;
}

struct Whole {
  using Part = System;
  Whole(const Instant& instant, const System&, std::size_t) : now(instant) {}
  const Instant& now;
};

}  // namespace clank::rows
