// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/giving_way.h"

#include <map>
#include <set>
#include <utility>

#include "core/events/contact_decision.h"

namespace clank {
namespace {

// Tells which closed contacts slide or stick otherwise than before. (Joints tell it themselves.) False for
// none.
bool tellSlips(EventContext& c, const Mode& before) {
  bool changed = false;
  for (const std::size_t u : c.mode().unilaterals.listClosed()) {
    const UnilateralMode& after = c.mode().unilaterals[u];
    if (after.slip == before.unilaterals[u].slip) continue;
    c.add(c.describe(after.slip == 0 ? EventKind::stick : EventKind::slip, u));
    changed = true;
  }
  return changed;
}

// All closed contacts and all joints decide anew, together. False when nothing has changed by that.
bool decideAgain(EventContext& c) {
  const Mode before = c.mode();
  if (!decideContacts(c)) return true;
  bool changed = false;
  for (std::size_t j = 0; j < before.joints.size(); ++j)
    changed = changed || c.mode().joints[j].slip != before.joints[j].slip;
  changed = changed || c.mode().unilaterals.listClosed() != before.unilaterals.listClosed();
  return tellSlips(c, before) || changed;
}

// One side of its cone is met: it slides. Both, or its tip: it lets go.
bool slipsAt(const std::set<int>& met) {
  return met.size() == 1 && !met.contains(0);
}

void beginSlip(EventContext& c, bool isJoint, std::size_t index, int slip) {
  if (isJoint) {
    c.mode().joints[index].slip = slip;
    c.mode().joints[index].rests = false;
    c.add(c.describeFriction(EventKind::slip, index));
  } else {
    const std::size_t unilateral = c.system().firstContact() + index;
    c.mode().unilaterals.upd(unilateral).slip = slip;
    c.add(c.describe(EventKind::slip, unilateral));
  }
}

}  // namespace

void giveWay(EventContext& c, const ContactShare& share) {
  std::map<std::pair<bool, std::size_t>, std::set<int>> sides;
  if (!share.isEmpty())
    for (const ContactShare::Bound& bound : share.calcMargin().met)
      sides[{bound.isJoint, bound.index}].insert(bound.side);
  if (decideAgain(c)) return;
  const Mode before = c.mode();
  for (const auto& [part, met] : sides)
    if (!part.first && !slipsAt(met)) c.letGo(c.system().firstContact() + part.second);
  // What rests may rest on without those that have let go.
  if (c.mode().unilaterals.listClosed() != before.unilaterals.listClosed()) {
    if (decideContacts(c)) tellSlips(c, before);
    return;
  }
  for (const auto& [part, met] : sides)
    if (slipsAt(met)) beginSlip(c, part.first, part.second, -*met.begin());
}

}  // namespace clank
