// SPDX-License-Identifier: GPL-3.0-or-later
// Channels of contacts: forces of those that touch, distances of those that do not.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "core/dynamics/broad_phase.h"
#include "core/record/row_line.h"

namespace clank::rows {

// Pieces of contact together. Gap and slip speed are those of the piece in contact, else of the nearest;
// forces are those of all.
struct TouchValues {
  double gap = 0, normal = 0, friction = 0, slip = 0, state = 0, depth = 0;
  Eigen::Vector2d onB{0, 0}, point{0, 0};  // N; m, where touched, the middle by normal forces

  bool touches() const { return nearest_ < 0; }

  void addTouched(const Instant& now, const SystemContactPair& pair) {
    const Assembler& assembler = now.dynamics.assembler();
    const System& system = assembler.system();
    const auto entries = now.state.mode.unilaterals.entries();
    for (std::size_t& next = now.seekEntry(system.firstContact() + pair.first); next < entries.size();
         ++next) {
      const std::size_t c = entries[next].unilateral - system.firstContact();
      if (c >= pair.first + pair.count) return;
      const bool pressed = pair.compliance && now.dynamics.compliantContacts().find(c) != nullptr;
      if (pressed || assembler.gapRow(c) >= 0) addTouched(now, c, pressed);
    }
  }

  // What cannot be nearer than the nearest is passed over: the two bodies, or all pieces that a circle meets.
  void findNearest(const Instant& now, const SystemContactPair& pair) {
    const Assembler& assembler = now.dynamics.assembler();
    const System& system = assembler.system();
    const bool isApart = pair.a != kFrameBody && pair.b != kFrameBody && std::isfinite(nearest_);
    if (isApart && calcLeastDistance(system, pair, now.q) >= nearest_) return;
    for (const ContactCircle& circle : pair.circles) findNearest(assembler, circle);
  }
  void findNearest(const Assembler& assembler, const ContactCircle& circle) {
    const System& system = assembler.system();
    const Eigen::Vector2d center =
        calcCenter(system, circle, assembler.place(circle.a), assembler.place(circle.b));
    if (std::isfinite(nearest_) && center.norm() - circle.radius - circle.reach >= nearest_) return;
    if (circle.polygon && addDistance(system.polygons[*circle.polygon], center)) return;
    addNearest({system.contacts.data() + circle.first, circle.count}, circle.radius, center);
  }

 private:
  void addTouched(const Instant& now, std::size_t index, bool pressed) {
    const Assembler& assembler = now.dynamics.assembler();
    const ContactGeometry& contact = assembler.system().contacts[index].geometry;
    const ContactKinematics k =
        calcContactKinematics(contact, assembler.place(contact.a()), assembler.place(contact.b().body));
    const ContactForce force = calcContactForce(now.dynamics, index);
    onB += force.onB;
    normal += force.normal;
    if (nearest_ >= 0 || normal <= 0)
      point = force.point;
    else
      point += force.normal / normal * (force.point - point);
    friction += force.friction;
    slip = k.slip;
    if (pressed) depth = std::max(depth, -k.at.gap);
    const bool sticks = assembler.slipRow(index) >= 0;
    state = std::max(state, pressed ? 3.0 : sticks ? 2.0 : 1.0);
    if (nearest_ < 0) return;
    nearest_ = -1;
    gap =
        calcDistance(calcPiecePlace(contact, assembler.place(contact.a()), assembler.place(contact.b().body)),
                     contact.radius());
  }

  // Returns whether the point is outside.
  bool addDistance(const ConvexSides& polygon, const Eigen::Vector2d& at) {
    const double squared = polygon.calcSquaredDistance(at);
    if (std::isinf(squared)) return false;
    const double distance = std::sqrt(squared);
    if (distance < nearest_) nearest_ = gap = distance;
    return true;
  }

  void addNearest(std::span<const SystemContact> pieces, double radius, const Eigen::Vector2d& center) {
    for (const SystemContact& piece : pieces)
      addNearest(calcPieceContact(piece.geometry.piece, radius, center), radius);
  }
  void addNearest(const PieceContact& at, double radius) {
    if (std::max(std::abs(at.gap), at.past) >= nearest_) return;
    const double reach = nearest_ + radius, beyond = at.gap + radius;  // squares spare most of the roots
    if (at.past > 0 && beyond * beyond + at.past * at.past > reach * reach * (1 + 1e-12)) return;
    const double distance = calcDistance(at, radius);
    if (std::abs(distance) >= nearest_) return;
    nearest_ = std::abs(distance);
    gap = distance;
  }

  double nearest_ = std::numeric_limits<double>::infinity();
};

inline bool isCompliantGroup(const SystemContactGroup& group) {
  return group.compliant;
}

// Of several bodies that touch each other there is no one force.
inline bool isOnePair(const SystemContactGroup& group) {
  return group.count == 1;
}

struct ContactValues : TouchValues {
  using Part = SystemContactGroup;
  ContactValues(const Instant& now, const SystemContactGroup& group, std::size_t index) {
    const Assembler& assembler = now.dynamics.assembler();
    const std::span pairs(assembler.system().contactPairs.data() + group.first, group.count);
    const FarContact& far = now.farContacts[index];
    if (now.hasEntry(far.first, far.end))
      for (const SystemContactPair& pair : pairs) addTouched(now, pair);
    if (touches()) return;
    if (isOnePair(group)) point = calcPlace(assembler.system(), far.circle, assembler.place(far.circle.b));
    std::optional<double>* known = now.openGaps ? &now.openGaps->gaps[index] : nullptr;
    if (known && *known) {
      gap = **known;
      return;
    }
    if (far.isAll)
      findNearest(assembler, far.circle);
    else
      for (const SystemContactPair& pair : pairs) findNearest(now, pair);
    if (known) *known = gap;
  }
};

inline constexpr Line<ContactValues> kContact[] = {
    {"gap", "m", [](const ContactValues& c) { return c.gap; }},
    {"normal_force", "N", [](const ContactValues& c) { return c.normal; }},
    {"friction_force", "N", [](const ContactValues& c) { return c.friction; }},
    {"slip_speed", "m/s", [](const ContactValues& c) { return c.slip; }},
    // 0 open, 1 slides, 2 sticks, 3 pressed
    {"state", "1", [](const ContactValues& c) { return c.state; }},
    {"penetration", "m", [](const ContactValues& c) { return c.depth; }, isCompliantGroup},
    {"force_x", "N", [](const ContactValues& c) { return c.onB.x(); }, isOnePair},
    {"force_y", "N", [](const ContactValues& c) { return c.onB.y(); }, isOnePair},
    {"point_x", "m", [](const ContactValues& c) { return c.point.x(); }, isOnePair},
    {"point_y", "m", [](const ContactValues& c) { return c.point.y(); }, isOnePair},
};

}  // namespace clank::rows
