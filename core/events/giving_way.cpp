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
    changed = tellRubbing(c, u, before.unilaterals[u]) || changed;
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

// The bounds of a contact or joint that are met.
struct MetBounds {
  std::set<int> slips, rolls;  // sides
  // One side of its cone, or of its rolling resistance, is met: it slides or rolls. Both, or its tip: it lets
  // go.
  bool givesWay() const { return slips.size() <= 1 && rolls.size() <= 1 && !slips.contains(0); }
};

void beginMoving(EventContext& c, bool isJoint, std::size_t index, const MetBounds& met) {
  const int slip = met.slips.empty() ? 0 : -*met.slips.begin();
  if (isJoint) {
    c.mode().joints[index].slip = slip;
    c.mode().joints[index].rests = false;
    c.add(c.describeFriction(EventKind::slip, index));
    return;
  }
  const std::size_t unilateral = c.system().firstContact() + index;
  if (slip != 0) beginSlip(c, unilateral, slip);
  if (!met.rolls.empty()) beginRoll(c, unilateral, -*met.rolls.begin());
}

}  // namespace

void beginSlip(EventContext& c, std::size_t unilateral, int slip) {
  c.mode().unilaterals.upd(unilateral).slip = slip;
  c.add(c.describe(EventKind::slip, unilateral));
}

void beginRoll(EventContext& c, std::size_t unilateral, int roll) {
  UnilateralMode& mode = c.mode().unilaterals.upd(unilateral);
  mode.roll = roll;
  mode.holdsRoll = false;
  Transition begins = c.describe(EventKind::slip, unilateral);
  begins.note = kRolls;
  c.add(std::move(begins));
}

bool tellRubbing(EventContext& c, std::size_t unilateral, const UnilateralMode& before) {
  const UnilateralMode after = c.mode().unilaterals[unilateral];
  const auto add = [&](int now, const char* note) {
    Transition t = c.describe(now == 0 ? EventKind::stick : EventKind::slip, unilateral);
    t.note = note;
    c.add(std::move(t));
  };
  if (after.slip != before.slip) add(after.slip, "");
  if (after.roll != before.roll) add(after.roll, after.roll == 0 ? kRollsNoMore : kRolls);
  return after.slip != before.slip || after.roll != before.roll;
}

void giveWay(EventContext& c, const ContactShare& share) {
  std::map<std::pair<bool, std::size_t>, MetBounds> all;
  if (!share.isEmpty())
    for (const ContactShare::Bound& bound : share.calcMargin().met) {
      MetBounds& met = all[{bound.isJoint, bound.index}];
      (bound.rolls ? met.rolls : met.slips).insert(bound.side);
    }
  if (decideAgain(c)) return;
  const Mode before = c.mode();
  for (const auto& [part, met] : all)
    if (!part.first && !met.givesWay()) c.letGo(c.system().firstContact() + part.second);
  // What rests may rest on without those that have let go.
  if (c.mode().unilaterals.listClosed() != before.unilaterals.listClosed()) {
    if (decideContacts(c)) tellSlips(c, before);
    return;
  }
  for (const auto& [part, met] : all)
    if (met.givesWay()) beginMoving(c, part.first, part.second, met);
}

}  // namespace clank
