// SPDX-License-Identifier: GPL-3.0-or-later
// Channels of contacts: forces of those that touch, distances of those that do not.
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "core/dynamics/broad_phase.h"
#include "core/record/row_line.h"

namespace clank::rows {

// How far the pieces of an open contact are from each other: the nearest of them.
class NearestPiece {
 public:
  double gap = 0;  // m

  // What cannot be nearer than the nearest is passed over: the two bodies, or all pieces that a circle meets.
  void find(const Instant& now, const SystemContactPair& pair) {
    const Assembler& assembler = now.dynamics.assembler();
    const System& system = assembler.system();
    const bool bothMove = pair.a != kFrameBody && pair.b != kFrameBody;
    if ((bothMove || pair.meeting) && std::isfinite(nearest_) &&
        calcLeastDistance(system, pair, now.q) >= nearest_)
      return;
    for (const ContactCircle& circle : listCircles(pair)) {
      const PlacedBody &a = assembler.place(circle.a), &b = assembler.place(circle.b);
      if (circle.isPart)
        findInSector(system, circle, a, b);
      else
        find(system, circle, calcCenter(system, circle, a, b));
    }
  }
  // Of an arc only what lies in its sector.
  void findInSector(const System& system, const ContactCircle& circle, const PlacedBody& a,
                    const PlacedBody& b) {
    const double away = calcBoundCenter(system, circle, a, b).norm() - circle.boundRadius - circle.reach;
    if (std::isfinite(nearest_) && away >= nearest_) return;
    system.contacts.forEach(circle.first, circle.count, [&](std::size_t, const SystemContact& contact) {
      const PieceContact at = calcContactPlace(contact.geometry, a, b);
      if (at.past <= 0) add(at, circle.radius);
    });
  }
  // center: of the circle, in the axes of the body that carries its pieces, m.
  void find(const System& system, const ContactCircle& circle, const Eigen::Vector2d& center) {
    if (std::isfinite(nearest_) && center.norm() - circle.radius - circle.reach >= nearest_) return;
    if (circle.polygon && addDistance(system.polygons[*circle.polygon], center)) return;
    system.contacts.forEach(circle.first, circle.count, [&](std::size_t, const SystemContact& contact) {
      const SurfacePiece& piece = contact.geometry.piece;
      PieceContact at;
      updPieceGap(piece, circle.radius, center, at);
      if (std::abs(at.gap) >= nearest_) return;
      updPieceContact(piece, circle.radius, center, at);
      add(at, circle.radius);
    });
  }

 private:
  // Returns whether the point is outside.
  bool addDistance(const ConvexSides& polygon, const Eigen::Vector2d& at) {
    const double squared = polygon.calcSquaredDistance(at);
    if (std::isinf(squared)) return false;
    const double distance = std::sqrt(squared);
    if (distance < nearest_) nearest_ = gap = distance;
    return true;
  }

  void add(const PieceContact& at, double radius) {
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

// Pieces of contact together. Gap and slip speed are those of the piece in contact, else of the nearest;
// forces are those of all.
struct TouchValues {
  double gap = 0, normal = 0, friction = 0, slip = 0, state = 0, depth = 0;
  double moment = 0;                       // N m, of rolling resistance
  Eigen::Vector2d onB{0, 0}, point{0, 0};  // N; m, where touched, the middle by normal forces
  bool touches = false;

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

 private:
  void addTouched(const Instant& now, std::size_t index, bool pressed) {
    const Assembler& assembler = now.dynamics.assembler();
    std::optional<SystemContact> made;
    const ContactGeometry& contact = assembler.system().contacts.get(index, made).geometry;
    const ContactKinematics k =
        calcContactKinematics(contact, assembler.place(contact.a()), assembler.place(contact.b().body));
    const ContactForce force = calcContactForce(now.dynamics, index);
    onB += force.onB;
    normal += force.normal;
    if (!touches || normal <= 0)
      point = force.point;
    else
      point += force.normal / normal * (force.point - point);
    friction += force.friction;
    moment += force.moment;
    slip = k.slip;
    if (pressed) depth = std::max(depth, -k.at.gap);
    const bool sticks = assembler.slipRow(index) >= 0;
    state = std::max(state, pressed ? 3.0 : sticks ? 2.0 : 1.0);
    if (std::exchange(touches, true)) return;
    gap =
        calcDistance(calcPiecePlace(contact, assembler.place(contact.a()), assembler.place(contact.b().body)),
                     contact.radius());
  }
};

inline bool resistsRolling(const SystemContactGroup& group) {
  return group.resistsRolling;
}
inline bool isCompliantGroup(const SystemContactGroup& group) {
  return group.compliant;
}

// Of several bodies that touch each other there is no one force.
inline bool isOnePair(const SystemContactGroup& group) {
  return group.count == 1;
}

// All that a row tells of an open contact that is not nothing.
struct OpenValues {
  OpenValues(const Instant& now, const SystemContactGroup& group, const FarContact& far) {
    const Assembler& assembler = now.dynamics.assembler();
    const System& system = assembler.system();
    const PlacedBody &a = assembler.place(far.circle.a), &b = assembler.place(far.circle.b);
    if (isOnePair(group)) point = calcPlace(system, far.circle, b);
    NearestPiece nearest;
    if (!far.isAll)
      for (const SystemContactPair& pair : std::span(system.contactPairs.data() + group.first, group.count))
        nearest.find(now, pair);
    else if (far.circle.bends)
      nearest.find(system, far.circle, calcCenter(system, far.circle, a, b));
    else
      nearest.find(system, far.circle, turnBack(a.rotation, point - a.motion.position));
    gap = nearest.gap;
  }
  double gap = 0;               // m
  Eigen::Vector2d point{0, 0};  // m
};

struct ContactValues : TouchValues {
  using Part = SystemContactGroup;
  ContactValues(const Instant& now, const SystemContactGroup& group, std::size_t index) {
    const System& system = now.dynamics.assembler().system();
    const FarContact& far = now.farContacts[index];
    if (now.hasEntry(far.first, far.end))
      for (const SystemContactPair& pair : std::span(system.contactPairs.data() + group.first, group.count))
        addTouched(now, pair);
    if (touches) return;
    const OpenValues open(now, group, far);
    gap = open.gap;
    point = open.point;
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
    {"rolling_moment", "N m", [](const ContactValues& c) { return c.moment; }, resistsRolling},
    {"force_x", "N", [](const ContactValues& c) { return c.onB.x(); }, isOnePair},
    {"force_y", "N", [](const ContactValues& c) { return c.onB.y(); }, isOnePair},
    {"point_x", "m", [](const ContactValues& c) { return c.point.x(); }, isOnePair},
    {"point_y", "m", [](const ContactValues& c) { return c.point.y(); }, isOnePair},
};
// Where a row has what OpenValues are: the first channel, and the last two where there is one pair.
static_assert(std::string_view(kContact[0].name) == "gap");
static_assert(std::string_view(std::end(kContact)[-2].name) == "point_x");

}  // namespace clank::rows
