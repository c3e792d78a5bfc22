// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mirroring at x = m takes a point (x, y) to (2m - x, y) and a body at angle f to one at pi - f: then a point
// (u, v) in its axes goes to (u, -v), for M R(f) = R(pi - f) diag(1, -1) with M = diag(-1, 1). So inside
// bodies every y and every angle changes its sign. The frame itself stays as it is: angles from it become pi
// - f, points on it are mirrored in the world. Differences of angles, angular velocities and moments change
// their sign everywhere.
#include "ui/document/transform.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "core/model/fields.h"
#include "ui/document/surface_transform.h"

namespace clank {
namespace {

using Ids = std::set<std::string>;

Ids listIds(const std::vector<ElementId>& elements, ElementKind kind) {
  Ids ids;
  for (const ElementId& element : elements)
    if (element.kind == kind) ids.insert(element.id);
  return ids;
}

// Directions that a joint has in the frame.
void turnAxes(JointKind& kind, const JointKind& shown, double by) {
  std::visit(
      [&](auto& k) {
        const auto& s = std::get<std::decay_t<decltype(k)>>(shown);
        if constexpr (requires { k.axis; }) turnAngle(k.axis, s.axis, by);
        if constexpr (requires { k.angle.value().value; }) {
          if (k.angle && s.angle) turnAngle(*k.angle, *s.angle, by);
        }
      },
      kind);
}

// How a joint coordinate changes in the mirror: not at all, or to about - coordinate.
struct CoordinateMirror {
  bool flips = false;
  double about = 0;       // rad or m
  std::string aboutText;  // "": 0
};

// Angles turn the other way. So does the way along a curve that begins where its mirror image begins; only a
// spline is the way along its own points.
CoordinateMirror findCoordinateMirror(const Joint& shown) {
  if (findCoordinateKind(shown.kind) == CoordinateKind::angle) {
    if (shown.a == kFrame) return {true, std::numbers::pi, "pi"};
    return {true, 0, ""};
  }
  const auto* on = std::get_if<PointOnCurve>(&shown.kind);
  if (!on || std::holds_alternative<SplinePath>(on->curve.kind)) return {};
  const double around = calcLength(on->curve);
  return {true, around, std::to_string(around) + " m"};
}

// Mirrors the fields of a joint, drive or force. fromFrame: its angles are measured from the frame.
class MirrorFields {
 public:
  MirrorFields(bool fromFrame, CoordinateMirror coordinate, double middle)
      : mirror_{fromFrame, middle}, coordinate_(std::move(coordinate)) {}

  void operator()(const Field& field, Quantity& quantity) {
    const std::string_view unit = field.unit, key = field.key;
    if (key == "hysteresis") return;  // a distance, not a place
    if (unit == "rad") mirrorAngle(quantity, mirror_);
    if (unit == "rad/s" || unit == "N m") negate(quantity);
    if (!coordinate_.flips) return;
    const bool isDifference = unit == "rad/s|m/s" || key == "rise";
    if (isDifference || (unit == "rad|m" && coordinate_.aboutText.empty())) {
      negate(quantity);
    } else if (unit == "rad|m") {
      reflect(quantity, coordinate_.about, coordinate_.aboutText);
    }
  }
  void operator()(const Field& field, Point& point) {
    const std::string_view key = field.key;
    const bool inFrame = mirror_.ofFrame && (key == "at_a" || key == "pin");
    mirrorPoint(point, {inFrame, mirror_.middle});
  }
  void operator()(const Field& field, Law& law) {
    const std::string_view unit = field.unit;
    if (unit == "N m") law.text = negated(law.text);
    if (unit != "rad|m" || !coordinate_.flips) return;
    law.text =
        coordinate_.aboutText.empty() ? negated(law.text) : coordinate_.aboutText + " - (" + law.text + ")";
  }
  void operator()(const Field&, Choice<Direction>& direction) {
    if (coordinate_.flips && direction.reference.empty())
      direction.value = direction.value == Direction::rising ? Direction::falling : Direction::rising;
  }
  template <class T>
  void operator()(const Field& field, std::optional<T>& member) {
    if (member) (*this)(field, *member);
  }
  template <class T>
  void operator()(const Field& field, std::vector<T>& list) {
    for (T& item : list) (*this)(field, item);
  }
  template <class T>
  void operator()(const Field&, T& member) {
    if constexpr (requires { member.unknown; }) visitFields(member, *this);
  }
  template <class V, std::size_t N>
  void alternatives(const Field&, V& variant, const std::array<const char*, N>&) {
    std::visit(
        [this](auto& alternative) {
          // Of the guards only a limit knows a direction in the plane: the others read magnitudes, time or a
          // law.
          using Alternative = std::decay_t<decltype(alternative)>;
          constexpr bool isGuard = std::is_same_v<V, ChangeGuard>;
          if constexpr (!isGuard || std::is_same_v<Alternative, Limit>) visitFields(alternative, *this);
          if constexpr (std::is_same_v<std::decay_t<decltype(alternative)>, Rack>) negate(alternative.radius);
          if constexpr (std::is_same_v<std::decay_t<decltype(alternative)>, Load>) {
            Law& across = alternative.axes.value == LoadAxes::world ? alternative.fx : alternative.fy;
            across.text = negated(across.text);
          }
        },
        variant);
  }

 private:
  Mirror mirror_;
  CoordinateMirror coordinate_;
};

// Body a of a force; empty: it has none.
std::string findBase(const ForceElement& force) {
  return std::visit(
      [](const auto& kind) -> std::string {
        if constexpr (requires { kind.a; }) return kind.a;
        return {};
      },
      force.kind);
}

std::string findBody(const ForceElement& force) {
  return std::visit([](const auto& kind) { return kind.b; }, force.kind);
}

}  // namespace

PlanePoint findMiddle(const Mechanism& shown, const std::vector<ElementId>& elements) {
  const Ids bodies = listIds(elements, ElementKind::body), contacts = listIds(elements, ElementKind::contact);
  double left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY;
  const auto add = [&](double x, double y) {
    left = std::min(left, x), right = std::max(right, x);
    low = std::min(low, y), high = std::max(high, y);
  };
  for (const Body& body : shown.bodies) {
    if (bodies.count(body.id) == 0) continue;
    const double c = std::cos(body.pose.angle.value), s = std::sin(body.pose.angle.value);
    const auto addLocal = [&](const Point& p) {
      add(body.pose.x.value + c * p.x.value - s * p.y.value,
          body.pose.y.value + s * p.x.value + c * p.y.value);
    };
    addLocal({});
    for (const Joint& joint : shown.joints) {
      if (joint.a == body.id) addLocal(joint.atA);
      if (joint.b == body.id) addLocal(joint.atB);
    }
  }
  for (const ContactPair& contact : shown.contacts) {
    const bool chosen = contacts.count(contact.id) > 0 && contact.a == kFrame;
    if (chosen) visitCorners(contact.surface, add);
  }
  if (left > right) return {};
  return {(left + right) / 2, (low + high) / 2};
}

void moveElements(Mechanism& mechanism, const Mechanism& shown, const std::vector<ElementId>& elements,
                  const PlaneMotion& motion) {
  const Ids bodies = listIds(elements, ElementKind::body), joints = listIds(elements, ElementKind::joint),
            forces = listIds(elements, ElementKind::force),
            contacts = listIds(elements, ElementKind::contact);
  for (Body& body : mechanism.bodies) {
    const Body* now = findById(shown.bodies, body.id);
    if (!now || bodies.count(body.id) == 0) continue;
    Point origin{body.pose.x, body.pose.y};
    movePoint(origin, {now->pose.x, now->pose.y}, motion);
    body.pose.x = origin.x;
    body.pose.y = origin.y;
    turnAngle(body.pose.angle, now->pose.angle, motion.angle);
  }
  for (Joint& joint : mechanism.joints) {
    const Joint* now = findById(shown.joints, joint.id);
    if (!now || joint.a != kFrame || (bodies.count(joint.b) == 0 && joints.count(joint.id) == 0)) continue;
    movePoint(joint.atA, now->atA, motion);
    turnAxes(joint.kind, now->kind, motion.angle);
  }
  for (ForceElement& force : mechanism.forces) {
    const ForceElement* now = findById(shown.forces, force.id);
    auto* spring = std::get_if<Spring>(&force.kind);
    if (!now || !spring || spring->a != kFrame) continue;
    if (bodies.count(spring->b) > 0 || forces.count(force.id) > 0)
      movePoint(spring->atA, std::get<Spring>(now->kind).atA, motion);
  }
  for (ContactPair& contact : mechanism.contacts) {
    const ContactPair* now = findById(shown.contacts, contact.id);
    if (now && contact.a == kFrame && contacts.count(contact.id) > 0)
      moveSurface(contact.surface, now->surface, motion);
  }
}

namespace {

void mirrorBody(Body& body, const Body& shown, double middle) {
  body.pose.x = 2 * middle - shown.pose.x.value;
  reflect(body.pose.angle, std::numbers::pi, "pi");
  negate(body.velocity.vx);
  negate(body.velocity.omega);
  negate(body.center.y);
  for (Point& point : body.outline) negate(point.y);
}

// Joints with their drives and branches, and forces, whose bodies are all among these or the frame.
void mirrorConnections(Mechanism& mechanism, const Mechanism& shown, const Ids& bodies, double middle) {
  const auto isIn = [&](const std::string& a, const std::string& b) {
    return bodies.count(b) > 0 && (a == kFrame || a.empty() || bodies.count(a) > 0);
  };
  Ids mirrored;
  for (Joint& joint : mechanism.joints) {
    const Joint* now = findById(shown.joints, joint.id);
    if (!now || !isIn(joint.a, joint.b)) continue;
    mirrored.insert(joint.id);
    const CoordinateMirror coordinate = findCoordinateMirror(*now);
    visitFields(joint, MirrorFields(joint.a == kFrame, coordinate, middle));
    for (Drive& drive : mechanism.drives)
      if (drive.joint == joint.id) visitFields(drive, MirrorFields(joint.a == kFrame, coordinate, middle));
  }
  for (Branch& branch : mechanism.branches)  // seen the other way round, the side keeps its word
    if (mirrored.count(branch.first) + mirrored.count(branch.elbow) + mirrored.count(branch.last) == 3)
      std::swap(branch.first, branch.last);
  for (ForceElement& force : mechanism.forces)
    if (isIn(findBase(force), findBody(force)))
      visitFields(force, MirrorFields(findBase(force) == kFrame, {true, 0, ""}, middle));
}

}  // namespace

void mirrorElements(Mechanism& mechanism, const Mechanism& shown, const std::vector<ElementId>& elements,
                    double middle) {
  const Ids bodies = listIds(elements, ElementKind::body), contacts = listIds(elements, ElementKind::contact);
  for (Body& body : mechanism.bodies)
    if (const Body* now = findById(shown.bodies, body.id); now && bodies.count(body.id) > 0)
      mirrorBody(body, *now, middle);
  mirrorConnections(mechanism, shown, bodies, middle);
  for (ContactPair& contact : mechanism.contacts) {
    const bool ofFrame = contact.a == kFrame;
    if (bodies.count(contact.b) > 0) negate(contact.atB.y);
    if (ofFrame ? contacts.count(contact.id) > 0 : bodies.count(contact.a) > 0)
      mirrorSurface(contact.surface, {ofFrame, middle});
  }
  for (Trace& trace : mechanism.traces)
    if (bodies.count(trace.b) > 0) negate(trace.atB.y);
}

void alignBodies(Mechanism& mechanism, const Mechanism& shown, const std::vector<ElementId>& elements,
                 Alignment alignment) {
  const auto last = std::find_if(elements.rbegin(), elements.rend(),
                                 [](const ElementId& e) { return e.kind == ElementKind::body; });
  const Body* guide = last == elements.rend() ? nullptr : findById(shown.bodies, last->id);
  if (!guide) return;
  for (const ElementId& element : elements) {
    const Body* body = element.kind == ElementKind::body ? findById(shown.bodies, element.id) : nullptr;
    if (!body) continue;
    PlaneMotion motion;
    if (alignment == Alignment::row) motion.dy = guide->pose.y.value - body->pose.y.value;
    if (alignment == Alignment::column) motion.dx = guide->pose.x.value - body->pose.x.value;
    moveElements(mechanism, shown, {element}, motion);
  }
}

}  // namespace clank
