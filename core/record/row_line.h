// SPDX-License-Identifier: GPL-3.0-or-later
// A row of results is read part by part: what it is read from, and one channel of a kind of part.
#pragma once

#include <algorithm>

#include "core/record/observer.h"

namespace clank::rows {

// What channels are read from.
struct Instant {
  const ForwardDynamics& dynamics;
  const State& state;
  const EnergyLedger& ledger;
  int mobility;
  OpenContacts* open;  // or none
  std::span<const FarContact> farContacts;
  const double* q = state.y.data();
  const double* v = dynamics.assembler().system().layout.speeds(state.y).data();
  const double* a = dynamics.acceleration().data();
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

struct Whole {
  using Part = System;
  Whole(const Instant& instant, const System&, std::size_t) : now(instant) {}
  const Instant& now;
};

}  // namespace clank::rows
