// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/crowding.h"

#include <algorithm>

#include "core/coulomb/solve_contacts.h"
#include "core/coulomb/unilateral.h"

namespace clank {
namespace {

// Not a stop: what its joint does is told event by event.
bool hasClosedContact(const System& system, const Mode& mode) {
  return std::ranges::any_of(mode.unilaterals.entries(), [&](const UnilateralModes::Entry& entry) {
    return entry.unilateral >= system.firstContact() && entry.mode.closed;
  });
}

}  // namespace

bool isRigid(const System& system, const Watched& watched) {
  const auto* guard = std::get_if<Guard>(&watched);
  return guard && !findCompliance(system, guard->unilateral);
}

bool isDecidedWithContacts(const System& system, const Mode& mode, const Watched& watched) {
  return std::holds_alternative<Guard>(watched) ||
         (std::holds_alternative<FrictionWatch>(watched) && hasClosedContact(system, mode));
}

std::optional<std::size_t> findFlickering(const System& system, const Mode& mode, const Watched& watched) {
  const auto* guard = std::get_if<Guard>(&watched);
  if (guard && guard->unilateral >= system.firstContact()) return guard->unilateral;
  const auto* friction = std::get_if<FrictionWatch>(&watched);
  if (friction && hasClosedContact(system, mode)) return system.unilaterals.size() + friction->joint;
  return std::nullopt;
}

bool isPile(const Mode& mode) {
  return mode.unilaterals.listClosed().size() + 1 >= kMostPivoted;
}

}  // namespace clank
