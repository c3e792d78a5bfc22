// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/body_points.h"

#include <cmath>
#include <optional>
#include <vector>

#include "core/model/quantity_text.h"
#include "ui/document/closed_poses.h"
#include "ui/document/properties.h"

namespace clank {
namespace {

constexpr double kSameEnd = 1e-9;  // m

// The points of a force element in a body.
struct ForcePoints {
  const std::string& body;
  const PointVisit& visit;
  void visitPair(auto& pair) const {
    if (pair.a == body) visit(pair.atA);
    if (pair.b == body) visit(pair.atB);
  }
  void operator()(Torque& torque) const { visitPair(torque); }
  void operator()(TorsionSpring& spring) const { visitPair(spring); }
  void operator()(Spring& spring) const { visitPair(spring); }
  void operator()(Load& load) const {
    if (load.b == body) visit(load.atB);
  }
  void operator()(Hand& hand) const {
    if (hand.b == body) visit(hand.atB);
  }
  void operator()(Rope& rope) const {
    if (rope.a == body) visit(rope.atA);
    if (rope.b == body) visit(rope.atB);
    for (RopeRing& ring : rope.rings)
      if (ring.body == body) visit(ring.at);
  }
};

// The points of a guard, in body a.
struct GuardPoints {
  const PointVisit& visit;
  void operator()(Limit& limit) const {
    if (limit.pin) visit(*limit.pin);
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

void visitPointsOf(Mechanism& m, const std::string& body, const PointVisit& visit) {
  for (Joint& joint : m.joints) {
    if (joint.a == body) {
      visit(joint.atA);
      if (joint.metamorphic)
        for (PhaseChange& change : joint.metamorphic->changes) std::visit(GuardPoints{visit}, change.guard);
    }
    if (joint.b == body) visit(joint.atB);
  }
  for (ContactPair& contact : m.contacts)
    if (contact.b == body) visit(contact.atB);
  for (ForceElement& force : m.forces) std::visit(ForcePoints{body, visit}, force.kind);
  for (Trace& trace : m.traces)
    if (trace.b == body) visit(trace.atB);
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
