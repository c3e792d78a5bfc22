// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/unilateral_modes.h"

#include <cstddef>

namespace clank {

UnilateralMode& UnilateralModes::upd(std::size_t unilateral) {
  const auto at = entries_.begin() + static_cast<std::ptrdiff_t>(place(unilateral));
  if (at != entries_.end() && at->unilateral == unilateral) return at->mode;
  return entries_.insert(at, {unilateral, {}})->mode;
}

void UnilateralModes::reset(std::size_t unilateral) {
  const auto at = entries_.begin() + static_cast<std::ptrdiff_t>(place(unilateral));
  if (at != entries_.end() && at->unilateral == unilateral) entries_.erase(at);
}

void UnilateralModes::endFlights(double t) {
  for (Entry& entry : entries_) entry.mode.ignoreUntil = std::min(entry.mode.ignoreUntil, t);
}

void UnilateralModes::forgetBefore(double t) {
  const auto isPast = [&](const Entry& entry) {
    const UnilateralMode& mode = entry.mode;
    return !mode.closed && !mode.settling && !mode.pressed && mode.ignoreUntil <= t && mode.leftAt < t;
  };
  std::erase_if(entries_, isPast);
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
