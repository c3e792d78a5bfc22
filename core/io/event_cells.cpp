// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/event_cells.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "core/record/receipt_units.h"

namespace clank {

namespace {

bool takeOwner(const std::string& name, std::string_view signal, std::vector<std::string>& owners) {
  if (!name.ends_with(signal)) return false;
  owners.push_back(name.substr(0, name.size() - signal.size()));
  return true;
}

// In the columns of their unit; nothing in those of the other one.
void addExchange(EventCells& cells, const Receipt& receipt, bool hasUnit) {
  if (!hasUnit) return cells.addEmpty(3);
  for (const double value : {receipt.impulse, receipt.normalVelocityBefore, receipt.normalVelocityAfter})
    cells.add(value);
}

// Of the compliant contact that ends here; nothing of other events.
void addReport(EventCells& cells, const std::optional<ContactReport>& contact) {
  if (!contact) return cells.addEmpty(10);
  for (const double value :
       {contact->begin, contact->duration, contact->approach, contact->peakForce, contact->peakDepth,
        contact->normalImpulse, contact->slipImpulse, contact->dampingLoss, contact->frictionLoss})
    cells.add(value);
  if (contact->effectiveRestitution)
    cells.add(*contact->effectiveRestitution);
  else
    cells.addEmpty(1);
}

struct Push {
  double x = 0, y = 0;  // N s
};
// Sums over the pieces of a contact: at a corner two of them can push.
Push sumPushes(const Receipt& receipt, const std::string& contact) {
  Push sum;
  for (const ContactPush& push : receipt.contactImpulses) {
    if (push.element != contact) continue;
    sum.x += push.x;
    sum.y += push.y;
  }
  return sum;
}

// Without the columns of a contact there is no friction.
void addContacts(EventCells& cells, const Receipt& receipt, const EventColumns& columns) {
  if (columns.contacts.empty()) return;
  for (const double value : {receipt.slipImpulse, receipt.slipVelocityBefore, receipt.slipVelocityAfter})
    cells.add(value);
  if (!columns.compliant.empty()) addReport(cells, receipt.contact);
  for (const std::string& contact : columns.pushes) {
    const Push push = sumPushes(receipt, contact);
    cells.add(push.x);
    cells.add(push.y);
  }
}

// Nothing where no phase changes.
void addGuard(EventCells& cells, const FiredGuard& guard) {
  if (guard.kind.empty()) return cells.addEmpty(3);
  guard.change == 0 ? cells.addEmpty(1) : cells.add(guard.change);
  cells.add(guard.kind);
  guard.expression.empty() ? cells.add(guard.value) : cells.add(guard.expression);
}

// With what the parts push in the play of the joint.
void addJoint(EventCells& cells, const Receipt& receipt, const std::string& joint) {
  const auto through = findThrough(receipt, joint);
  if (!through) return cells.addEmpty(3);
  for (const double value : {through->x, through->y, through->moment}) cells.add(value);
}

void addBody(EventCells& cells, const Receipt& receipt, const std::string& body) {
  const auto& all = receipt.jumps;
  const auto it = std::find_if(all.begin(), all.end(), [&](const BodyJump& j) { return j.body == body; });
  if (it == all.end()) return cells.addEmpty(6);
  for (const std::size_t i : {2U, 0U, 1U}) {
    cells.add(it->before[i]);
    cells.add(it->after[i]);
  }
}

}  // namespace

EventColumns findEventColumns(std::span<const Channel> channels) {
  EventColumns columns;
  for (const Channel& channel : channels) {
    if (!takeOwner(channel.name, ".reaction_x", columns.joints) &&
        !takeOwner(channel.name, ".slip_speed", columns.contacts) &&
        !takeOwner(channel.name, ".penetration", columns.compliant))
      takeOwner(channel.name, ".alpha", columns.bodies);
  }
  const std::unordered_set<std::string_view> joints(columns.joints.begin(), columns.joints.end());
  std::copy_if(columns.contacts.begin(), columns.contacts.end(), std::back_inserter(columns.pushes),
               [&](const std::string& id) { return !joints.contains(id); });
  return columns;
}

std::vector<EventColumn> listEventColumns(const EventColumns& columns) {
  std::vector<EventColumn> all{{"t", "s"},
                               {"kind", "", true},
                               {"element", "", true},
                               {"class", "", true},
                               {"law", "", true},
                               {"body_a", "", true},
                               {"body_b", "", true},
                               {"impulse", "N s"},
                               {"normal_velocity_before", "m/s"},
                               {"normal_velocity_after", "m/s"},
                               {"energy_loss", "J"},
                               {"restitution", "1"},
                               {"phase_before", "", true},
                               {"phase_after", "", true},
                               {"mobility_before", "", false},
                               {"mobility_after", "", false},
                               {"momentum_conserved", "", false},
                               {"point_x", "m"},
                               {"point_y", "m"},
                               {"normal_x", "", false},
                               {"normal_y", "", false},
                               {"energy_before", "J"},
                               {"energy_after", "J"},
                               {"change", "", false},
                               {"guard", "", true},
                               {"guard_value", "", true},
                               {"note", "", true},
                               {"not_unique", "", true},
                               {"moment_impulse", "N m s"},
                               {"angular_velocity_before", "rad/s"},
                               {"angular_velocity_after", "rad/s"},
                               {"stays_closed", "", false}};
  const auto add = [&](std::initializer_list<EventColumn> more, const std::string& owner = {}) {
    for (const EventColumn& column : more) all.push_back({owner + column.name, column.unit, column.isText});
  };
  if (!columns.contacts.empty())
    add({{"friction_impulse", "N s"}, {"slip_velocity_before", "m/s"}, {"slip_velocity_after", "m/s"}});
  if (!columns.compliant.empty())
    add({{"contact_begin", "s"},
         {"contact_duration", "s"},
         {"approach_speed", "m/s"},
         {"peak_force", "N"},
         {"peak_penetration", "m"},
         {"contact_normal_impulse", "N s"},
         {"contact_friction_impulse", "N s"},
         {"contact_damping_loss", "J"},
         {"contact_friction_loss", "J"},
         {"effective_restitution", "1"}});
  for (const std::string& contact : columns.pushes)
    add({{"impulse_x", "N s"}, {"impulse_y", "N s"}}, contact + ".");
  for (const std::string& joint : columns.joints)
    add({{"impulse_x", "N s"}, {"impulse_y", "N s"}, {"impulse_moment", "N m s"}}, joint + ".");
  for (const std::string& body : columns.bodies)
    add({{"omega_before", "rad/s"},
         {"omega_after", "rad/s"},
         {"vx_before", "m/s"},
         {"vx_after", "m/s"},
         {"vy_before", "m/s"},
         {"vy_after", "m/s"}},
        body + ".");
  return all;
}

void putEventCells(EventCells& cells, const Receipt& r, const EventColumns& columns) {
  cells.add(r.t);
  cells.add(toWord(r.kind));
  cells.add(r.element);
  cells.add(r.mobile ? "mobile" : "stable");
  for (const std::string* text : {&r.law, &r.bodyA, &r.bodyB}) cells.add(*text);
  addExchange(cells, r, !isMoment(r));
  cells.add(r.energyLoss());
  cells.add(r.restitution);
  cells.add(r.phaseBefore);
  cells.add(r.phaseAfter);
  cells.add(r.mobilityBefore);
  cells.add(r.mobilityAfter);
  cells.add(r.momentumConserved ? 1.0 : 0.0);
  for (const double value : {r.pointX, r.pointY, r.normalX, r.normalY, r.energyBefore, r.energyAfter})
    cells.add(value);
  addGuard(cells, r.guard);
  cells.add(r.note);
  cells.add(fmt::format("{}", fmt::join(r.notUnique, " ")));
  addExchange(cells, r, isMoment(r));
  cells.add(r.staysClosed ? 1.0 : 0.0);
  addContacts(cells, r, columns);
  for (const std::string& joint : columns.joints) addJoint(cells, r, joint);
  for (const std::string& body : columns.bodies) addBody(cells, r, body);
}

}  // namespace clank
