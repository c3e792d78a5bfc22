// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/phase_transition.h"

#include <cmath>

#include "core/coulomb/contact_modes.h"
#include "core/dynamics/contact_share.h"
#include "core/dynamics/tolerances.h"
#include "core/events/collision.h"
#include "core/events/compliant_contact.h"
#include "core/events/contact_decision.h"
#include "core/events/event_context.h"
#include "core/events/giving_way.h"

namespace clank {
namespace {

// The force of a closed unilateral has turned.
void endContact(EventContext& c, std::size_t u) {
  c.letGo(u);
  decideContacts(c);
}

// Chatter has died out.
void settle(EventContext& c, std::size_t u) {
  const SystemLimit* limit = findLimit(c.system(), u);
  const bool locks = limit && limit->latched;
  const UnilateralMode before = c.mode().unilaterals[u];
  c.add(c.describe(locks ? EventKind::lock : EventKind::contactBegin, u));
  c.hold(u);
  UnilateralMode& now = c.mode().unilaterals.upd(u);
  now.slip = before.slip;
  now.roll = before.roll;
  now.holdsRoll = before.holdsRoll && now.closed;
}

// Friction or rolling resistance has reached its bound: the contact begins to slide or roll against it.
void loseGrip(EventContext& c, std::size_t u) {
  c.dynamics().evaluate(c.state().t, c.state().y);
  const HeldMargin held = calcHeldMargin(u, c.dynamics());
  const ContactForce force = calcForce(u, c.dynamics());
  if (held.roll < held.slip)
    beginRoll(c, u, force.moment > 0 ? -1 : 1);
  else
    beginSlip(c, u, force.friction > 0 ? -1 : 1);
}

// Contacts and joints that hold together, as far as statics leaves their forces open, come to the end of what
// they can hold. False when this contact is none of them.
bool giveWay(EventContext& c, std::size_t u) {
  const SystemUnilateral part = c.system().unilaterals[u];
  const auto* index = std::get_if<ContactIndex>(&part);
  if (!index) return false;
  c.dynamics().evaluate(c.state().t, c.state().y);
  const ContactShare share(c.dynamics().assembler(), c.dynamics().lambda());
  if (!share.concerns(index->contact) && share.findContradiction(index->contact) == 0) return false;
  giveWay(c, share);
  return true;
}

// The slip or the roll has come to rest: it is held, or goes on in the other direction.
void endRubbing(EventContext& c, std::size_t u) {
  const UnilateralMode before = c.mode().unilaterals[u];
  if (decideContacts(c) && c.mode().unilaterals[u].closed) tellRubbing(c, u, before);
}

constexpr double kSlit = 100;  // jams: no surface has a slit that is as narrow

// The contact runs off the end of its piece: onto the next one when that lies at the same place, or into the
// open.
void runOff(EventContext& c, std::size_t u) {
  const System& system = c.system();
  const LengthTolerances& tolerances = system.tolerances;
  const std::size_t firstContact = system.firstContact();
  const std::size_t from = u - firstContact;
  const SystemContactPair& pair = system.contactPairs[system.contacts.pairOf(from)];
  for (std::size_t next = pair.first; next < pair.first + pair.count; ++next) {
    if (next == from || c.mode().unilaterals[firstContact + next].closed) continue;
    if (isBehind(system, firstContact + next, c.q(), c.v().data())) continue;
    const ContactKinematics k = calcContactKinematics(system.contacts[next].geometry, c.q(), c.v().data());
    // The step that ends here is taken again, and what it comes to lies along the surface by more beside what
    // was looked at than a gap may be open. What has the same place and direction there goes on.
    if (std::abs(k.at.gap) > tolerances.open || k.at.past > kSlit * tolerances.jam ||
        std::abs(k.gapRate) > tolerances.creep)
      continue;
    const UnilateralMode mode = c.mode().unilaterals[u];
    openUnilateral(system, u, c.mode());
    c.mode().unilaterals.upd(u).ignoreUntil = c.state().t;
    c.mode().unilaterals.upd(firstContact + next) = mode;
    decideContacts(c);
    return;
  }
  endContact(c, u);
}

}  // namespace

Result<std::vector<Transition>> applyGuard(const Guard& guard, ForwardDynamics& dynamics, State& state,
                                           double captureSpeed) {
  EventContext context(dynamics, state);
  switch (guard.kind) {
    case Guard::Kind::gap:
      if (findCompliance(context.system(), guard.unilateral))
        beginPress(context, guard.unilateral);
      else
        collide(context, guard.unilateral, captureSpeed);
      break;
    case Guard::Kind::push:
      if (!giveWay(context, guard.unilateral)) endContact(context, guard.unilateral);
      break;
    case Guard::Kind::settle:
      settle(context, guard.unilateral);
      break;
    case Guard::Kind::grip:
      if (!giveWay(context, guard.unilateral)) loseGrip(context, guard.unilateral);
      break;
    case Guard::Kind::slip:
    case Guard::Kind::roll:
      endRubbing(context, guard.unilateral);
      break;
    case Guard::Kind::edge:
      runOff(context, guard.unilateral);
      break;
    case Guard::Kind::depth:
      endPress(context, guard.unilateral);
      break;
    case Guard::Kind::pull:
      turnPress(context, guard.unilateral);
      break;
  }
  return finishEvent(context);
}

}  // namespace clank
