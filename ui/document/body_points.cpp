// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/body_points.h"

#include <variant>

namespace clank {
namespace {

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

}  // namespace clank
