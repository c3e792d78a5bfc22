// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the channels of all contacts. Most of them are open, and of those only distance and point are not
// nothing, which follow from the position: in a row of the same position, before or after an event, they stay
// as they are.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/record/contact_lines.h"
#include "core/record/contact_row.h"

namespace clank::rows {

// Appends the contacts of the mode: those in touch, or about to be.
inline void addTouching(const Instant& now, std::vector<std::size_t>& groups) {
  const System& system = now.dynamics.assembler().system();
  for (const UnilateralModes::Entry& entry : now.state.mode.unilaterals.entries()) {
    if (entry.unilateral < system.firstContact()) continue;
    const std::size_t pair = system.contacts.pairOf(entry.unilateral - system.firstContact());
    if (const std::size_t group = now.groups[pair]; group < now.farContacts.size()) groups.push_back(group);
  }
}

// What is to be written as a whole: what touches, and what the row has as touching; at first everything.
inline void updWhole(const Instant& now, ContactRow& known) {
  known.whole.resize(now.farContacts.size());
  if (known.at.empty())
    std::iota(known.whole.begin(), known.whole.end(), 0);
  else
    known.whole = known.touching;
  known.touching.clear();
  addTouching(now, known.touching);
  known.whole.insert(known.whole.end(), known.touching.begin(), known.touching.end());
  std::ranges::sort(known.whole);
  known.whole.erase(std::unique(known.whole.begin(), known.whole.end()), known.whole.end());
}

inline void writeWhole(const Instant& now, std::size_t group, double* row) {
  readLines<kContact>(now, now.dynamics.assembler().system().contactGroups[group], group,
                      row + now.farContacts[group].column);
}

inline void writeOpen(const Instant& now, std::size_t index, double* row) {
  const SystemContactGroup& group = now.dynamics.assembler().system().contactGroups[index];
  const FarContact& far = now.farContacts[index];
  const OpenValues open(now, group, far);
  row[far.column] = open.gap;
  if (isOnePair(group)) std::copy_n(open.point.data(), 2, row + far.endColumn - 2);
}

// row: of the first channel of contacts.
inline void writeContacts(const Instant& now, ContactRow* known, double* row) {
  const std::size_t count = now.farContacts.size();
  if (!known) {
    for (std::size_t i = 0; i < count; ++i) writeWhole(now, i, row);
    return;
  }
  updWhole(now, *known);
  if (!known->moveTo(now.dynamics.assembler().system().layout.positions(now.state.y))) {
    for (const std::size_t i : known->whole) writeWhole(now, i, row);
    return;
  }
  auto next = known->whole.begin();
  for (std::size_t i = 0; i < count; ++i)
    if (next != known->whole.end() && *next == i) {
      writeWhole(now, i, row);
      ++next;
    } else {
      writeOpen(now, i, row);
    }
}

}  // namespace clank::rows
