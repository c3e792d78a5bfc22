// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/body_points.h"

#include <cmath>
#include <optional>
#include <vector>

#include "core/model/quantity_text.h"
#include "ui/document/closed_poses.h"
#include "ui/document/element.h"
#include "ui/document/named_points.h"
#include "ui/document/properties.h"

namespace clank {
namespace {

constexpr double kSameEnd = 1e-9;  // m

struct ForcePlaces {
  const PlaceVisit& visit;
  void visitPair(auto& pair) const {
    visit(pair.a, pair.atA);
    visit(pair.b, pair.atB);
  }
  void operator()(Torque& torque) const { visitPair(torque); }
  void operator()(TorsionSpring& spring) const { visitPair(spring); }
  void operator()(Spring& spring) const { visitPair(spring); }
  void operator()(Load& load) const { visit(load.b, load.atB); }
  void operator()(Hand& hand) const { visit(hand.b, hand.atB); }
  void operator()(Rope& rope) const {
    visitPair(rope);
    for (RopeRing& ring : rope.rings) visit(ring.body, ring.at);
  }
};

// Those of a guard are in body a.
struct GuardPlaces {
  const std::string& a;
  const PlaceVisit& visit;
  void operator()(Limit& limit) const {
    if (limit.pin) visit(a, *limit.pin);
  }
  void operator()(ForceGuard&) const {}
  void operator()(MomentGuard&) const {}
  void operator()(ImpulseGuard&) const {}
  void operator()(AngularImpulseGuard&) const {}
  void operator()(SpeedGuard&) const {}
  void operator()(TimeGuard&) const {}
  void operator()(ExpressionGuard&) const {}
};

// Of "/bodies/3/length" the body.
std::optional<std::size_t> findBodyOfLength(const std::string& pointer) {
  const std::string begin = "/bodies/", end = "/length";
  if (!pointer.starts_with(begin) || !pointer.ends_with(end)) return {};
  const std::string number = pointer.substr(begin.size(), pointer.size() - begin.size() - end.size());
  if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos) return {};
  return std::stoul(number);
}

}  // namespace

void visitPlaces(Joint& joint, const PlaceVisit& visit) {
  visit(joint.a, joint.atA);
  if (joint.metamorphic)
    for (PhaseChange& change : joint.metamorphic->changes)
      std::visit(GuardPlaces{joint.a, visit}, change.guard);
  visit(joint.b, joint.atB);
}

void visitPlaces(ContactPair& contact, const PlaceVisit& visit) {
  visit(contact.b, contact.atB);
}

void visitPlaces(ForceElement& force, const PlaceVisit& visit) {
  std::visit(ForcePlaces{visit}, force.kind);
}

void visitPlaces(Trace& trace, const PlaceVisit& visit) {
  visit(trace.b, trace.atB);
}

void visitPlacesOf(Mechanism& m, const std::string& body, const PointVisit& visit) {
  const PlaceVisit choose = [&](const std::string& of, Point& place) {
    if (of == body) visit(place);
  };
  for (Joint& joint : m.joints) visitPlaces(joint, choose);
  for (ContactPair& contact : m.contacts) visitPlaces(contact, choose);
  for (ForceElement& force : m.forces) visitPlaces(force, choose);
  for (Trace& trace : m.traces) visitPlaces(trace, choose);
}

void visitPointsOf(Mechanism& m, const std::string& body, const PointVisit& visit) {
  Body* const owner = findById(m.bodies, body);
  visitPlacesOf(m, body, [&](Point& place) {
    if (!owner || !isShared(place, *owner)) visit(place);
  });
  if (owner && owner->points)
    for (NamedPoint& point : *owner->points) visit(point.at);
}

bool isLength(const std::string& pointer) {
  return findBodyOfLength(pointer).has_value();
}

void typeLength(Mechanism& m, const std::string& caseId, const std::string& pointer,
                const std::string& text) {
  Problems problems;
  Mechanism before = resolve(m, caseId, {}, problems);
  const auto body = findBodyOfLength(pointer);
  if (!setPropertyText(m, pointer, text) || !body || *body >= before.bodies.size()) return;
  Problems after;
  static_cast<void>(resolve(m, caseId, {}, after));
  const auto& length = before.bodies[*body].length;
  if (stopRun(problems) || stopRun(after) || !length || !m.bodies[*body].length) return;
  std::vector<bool> isEnd;
  visitPointsOf(before, before.bodies[*body].id, [&](Point& p) {
    isEnd.push_back(std::abs(p.x.value - length->value) < kSameEnd && std::abs(p.y.value) < kSameEnd);
  });
  std::size_t visited = 0;
  visitPointsOf(m, m.bodies[*body].id, [&](Point& p) {
    if (isEnd[visited++]) p.x = *m.bodies[*body].length;
  });
  closeJoints(m, caseId);
}

}  // namespace clank
