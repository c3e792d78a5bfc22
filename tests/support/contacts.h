// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts and stops built in tests.
#pragma once

#include <cmath>
#include <string>
#include <utility>

#include "core/model/mechanism.h"

namespace clank::test {

inline ContactPair makeContact(std::string id, std::string b, Surface surface, double restitution = 0,
                               double friction = 0) {
  ContactPair contact;
  contact.id = std::move(id);
  contact.b = std::move(b);
  contact.surface = std::move(surface);
  contact.restitution = restitution;
  contact.friction = friction;
  return contact;
}

inline LineSurface makeFloor(double angle = 0) {
  LineSurface line;
  line.from = {-100 * std::cos(angle), -100 * std::sin(angle)};
  line.to = {100 * std::cos(angle), 100 * std::sin(angle)};
  return line;
}

inline Phase makePhase(std::string id, PhaseKind kind = AsDrawn{}, bool locked = false) {
  return {std::move(id), "", std::move(kind), locked, {}};
}

inline PhaseChange makeChange(std::string from, std::string to, ChangeGuard guard) {
  PhaseChange change;
  change.from = std::move(from);
  change.to = std::move(to);
  change.guard = std::move(guard);
  return change;
}

// A joint that goes from one phase to another.
inline Metamorphic makeSwitch(Phase first, Phase second, ChangeGuard guard) {
  Metamorphic m;
  const PhaseChange change = makeChange(first.id, second.id, std::move(guard));
  m.phases = {std::move(first), std::move(second)};
  m.changes = {change};
  return m;
}

// Free until its coordinate rises to the value (rad or m), then held there as the law says.
inline Metamorphic makeStop(double value, TransitionLaw law, double restitution = 0, bool latched = true) {
  Limit limit;
  limit.value = value;
  Metamorphic m = makeSwitch(makePhase("free"), makePhase("held", AsDrawn{}, true), limit);
  m.changes[0].law = law;
  m.changes[0].restitution = restitution;
  m.changes[0].latched = latched ? 1 : 0;
  return m;
}

}  // namespace clank::test
