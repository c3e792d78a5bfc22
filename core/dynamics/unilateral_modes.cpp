// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/unilateral_modes.h"

#include <algorithm>
#include <utility>

namespace clank {

UnilateralMode& UnilateralModes::upd(std::size_t unilateral) {
  const std::uint32_t slot = slots_[unilateral];
  if (slot == 0) {
    const auto at = std::find_if(entries_.begin(), entries_.end(),
                                 [&](const Entry& entry) { return entry.unilateral > unilateral; });
    for (auto later = at; later != entries_.end(); ++later) ++slots_.upd(later->unilateral);
    slots_.upd(unilateral) = static_cast<std::uint32_t>(at - entries_.begin()) + 1;
    return entries_.insert(at, {unilateral, {}})->mode;
  }
  return entries_[slot - 1].mode;
}

void UnilateralModes::reset(std::size_t unilateral) {
  if (slots_[unilateral] == 0) return;
  const std::uint32_t slot = std::exchange(slots_.upd(unilateral), 0);
  const auto next = entries_.erase(entries_.begin() + (slot - 1));
  for (auto later = next; later != entries_.end(); ++later) --slots_.upd(later->unilateral);
}

void UnilateralModes::endFlights(double t) {
  for (Entry& entry : entries_) entry.mode.ignoreUntil = std::min(entry.mode.ignoreUntil, t);
}

void UnilateralModes::forgetBefore(double t) {
  const auto isPast = [&](const Entry& entry) {
    const UnilateralMode& mode = entry.mode;
    return !mode.closed && !mode.settling && !mode.pressed && mode.ignoreUntil <= t && mode.leftAt < t;
  };
  for (const Entry& entry : entries_)
    if (isPast(entry)) slots_.upd(entry.unilateral) = 0;
  std::erase_if(entries_, isPast);
  for (std::size_t i = 0; i < entries_.size(); ++i)
    slots_.upd(entries_[i].unilateral) = static_cast<std::uint32_t>(i) + 1;
}

std::vector<std::size_t> UnilateralModes::listClosed() const {
  std::vector<std::size_t> closed;
  for (const Entry& entry : entries_)
    if (entry.mode.closed) closed.push_back(entry.unilateral);
  return closed;
}

bool UnilateralModes::hasClosed() const {
  return std::any_of(entries_.begin(), entries_.end(), [](const Entry& entry) { return entry.mode.closed; });
}

}  // namespace clank
