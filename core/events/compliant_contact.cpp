// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/compliant_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/dynamics/compliant_contacts.h"
#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

bool isPressed(const System& system, const Mode& mode, std::size_t contact) {
  return mode.unilaterals[system.firstContact() + contact].pressed;
}

bool isAnyPressed(const System& system, const Mode& mode, const SystemContactPair& pair) {
  for (std::size_t c = pair.first; c < pair.first + pair.count; ++c)
    if (isPressed(system, mode, c)) return true;
  return false;
}

void press(const System& system, State& state, std::size_t contact, double approach) {
  const SystemContactPair& pair = system.getPair(contact);
  UnilateralMode& mode = state.mode.unilaterals.upd(system.firstContact() + contact);
  mode = {};
  mode.pressed = true;
  mode.approach = chooseApproach(pair.compliance->normal, approach);
  if (pair.compliance->friction.hasBristles())
    system.layout.internals(state.y)[findBristle(pair, contact)] = 0;
}

// The piece of the pair that goes on where this one ends, as deep.
std::optional<std::size_t> findNext(const EventContext& c, const State& state, std::size_t from) {
  const System& system = c.system();
  const SystemContactPair& pair = system.getPair(from);
  const double* const v = system.layout.speeds(state.y).data();
  const auto calc = [&](std::size_t contact) {
    return calcContactKinematics(system.contacts[contact].geometry, state.y.data(), v);
  };
  const ContactKinematics left = calc(from);
  if (left.at.gap > -system.tolerances.closed) return std::nullopt;
  for (std::size_t next = pair.first; next < pair.first + pair.count; ++next) {
    if (next == from || isPressed(system, state.mode, next)) continue;
    const ContactKinematics k = calc(next);
    if (std::abs(k.at.gap - left.at.gap) <= system.tolerances.open && k.at.past <= system.tolerances.open)
      return next;
  }
  return std::nullopt;
}

}  // namespace

void beginPress(EventContext& c, std::size_t u) {
  const std::size_t contact = u - c.system().firstContact();
  const bool isFirst = !isAnyPressed(c.system(), c.mode(), c.system().getPair(contact));
  Transition t = c.describe(EventKind::contactBegin, u);
  t.restitution = c.system().getPair(contact).law.restitution;
  press(c.system(), c.state(), contact, -t.rateBefore);
  t.modeAfter = c.mode();
  if (isFirst) c.add(std::move(t));
}

void endPress(EventContext& c, std::size_t u) {
  const System& system = c.system();
  const std::size_t contact = u - system.firstContact();
  const auto next = findNext(c, c.state(), contact);
  Transition t = c.describe(EventKind::contactEnd, u);
  t.restitution = system.getPair(contact).law.restitution;
  const UnilateralMode before = c.mode().unilaterals[u];
  UnilateralMode left;
  left.ignoreUntil = left.leftAt = c.state().t;
  c.mode().unilaterals.upd(u) = left;
  if (next) {
    const SystemContactPair& pair = system.getPair(contact);
    c.mode().unilaterals.upd(system.firstContact() + *next) = before;
    if (pair.compliance->friction.hasBristles()) {
      const auto internals = system.layout.internals(c.state().y);
      internals[findBristle(pair, *next)] = internals[findBristle(pair, contact)];
    }
    return;
  }
  t.modeAfter = c.mode();
  if (!isAnyPressed(system, c.mode(), system.getPair(contact))) c.add(std::move(t));
}

void turnPress(EventContext& c, std::size_t u) {
  bool& slack = c.mode().unilaterals.upd(u).slack;
  slack = !slack;
}

Transition describeOpen(EventContext& c, std::size_t pairIndex) {
  const System& system = c.system();
  const SystemContactPair& pair = system.contactPairs[pairIndex];
  std::size_t deepest = pair.first;
  double most = 0;
  for (std::size_t contact = pair.first; contact < pair.first + pair.count; ++contact) {
    if (!isPressed(system, c.mode(), contact)) continue;
    const double depth = calcContactDepth(system, contact, c.state().y).depth;
    if (depth <= most) continue;
    most = depth;
    deepest = contact;
  }
  Transition t = c.describe(EventKind::contactOpen, system.firstContact() + deepest);
  t.restitution = pair.law.restitution;
  return t;
}

namespace {

// Pieces that a circle begins inside of: those that its centre is in front of, and the nearest. It is behind
// the others, the far sides of an outline, without being inside.
void pressCircle(const System& system, const SystemContactPair& pair, const ContactCircle& circle,
                 State& state) {
  const double* const v = system.layout.speeds(state.y).data();
  const auto ofCenter = [](const ContactKinematics& k, double radius) {
    return std::abs(calcDistance(k.at, radius) + radius);
  };
  double nearest = std::numeric_limits<double>::infinity();
  std::optional<SystemContact> made;
  const auto place = [&](std::size_t contact) {  // each twice: a line may have millions of pieces
    return calcContactKinematics(system.contacts.get(contact, made).geometry, state.y.data(), v);
  };
  for (std::size_t c = circle.first; c < circle.first + circle.count; ++c)
    nearest = std::min(nearest, ofCenter(place(c), circle.radius));
  for (std::size_t contact = circle.first; contact < circle.first + circle.count; ++contact) {
    const ContactKinematics k = place(contact);
    const double radius = circle.radius;
    if (!(k.at.gap < -system.tolerances.open && -k.at.gap <= pair.thickness && k.at.past <= 0)) continue;
    if (k.at.gap <= -radius && ofCenter(k, radius) > nearest) continue;
    press(system, state, contact, -k.gapRate);
    UnilateralMode& mode = state.mode.unilaterals.upd(system.firstContact() + contact);
    mode.slack = calcPush(pair.compliance->normal, -k.at.gap, -k.gapRate, mode.approach) < 0;
  }
}

// wanted(pair).
template <class Wanted>
void pressWhere(const System& system, State& state, const Wanted& wanted) {
  for (const SystemContactPair& pair : system.contactPairs)
    if (pair.compliance && wanted(pair) && isInForce(pair, state.mode))
      for (const ContactCircle& circle : listCircles(pair)) pressCircle(system, pair, circle, state);
}

}  // namespace

void pressAtStart(const System& system, State& state) {
  pressWhere(system, state, [](const SystemContactPair&) { return true; });
}

void pressAtPhase(const System& system, std::size_t joint, State& state) {
  pressWhere(system, state,
             [&](const SystemContactPair& pair) { return pair.owner && pair.owner->joint == joint; });
}

}  // namespace clank
