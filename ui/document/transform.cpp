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

namespace clank {
namespace {

using Ids = std::set<std::string>;

Ids listIds(const std::vector<ElementId>& elements, ElementKind kind) {
  Ids ids;
  for (const ElementId& element : elements)
    if (element.kind == kind) ids.insert(element.id);
  return ids;
}

void setNumber(Quantity& quantity, double last, double now) {
  if (now != last && std::isfinite(now)) quantity = now;
}

PlanePoint apply(const PlaneMotion& motion, double x, double y) {
  const double c = std::cos(motion.angle), s = std::sin(motion.angle);
  const double u = x - motion.about.x, v = y - motion.about.y;
  return {motion.about.x + c * u - s * v + motion.dx, motion.about.y + s * u + c * v + motion.dy};
}

void movePoint(Point& point, const Point& shown, const PlaneMotion& motion) {
  const PlanePoint now = apply(motion, shown.x.value, shown.y.value);
  setNumber(point.x, shown.x.value, now.x);
  setNumber(point.y, shown.y.value, now.y);
}

void turn(Quantity& angle, const Quantity& shown, double by) {
  setNumber(angle, shown.value, shown.value + by);
}

// Directions that a joint has in the frame.
void turnAxes(JointKind& kind, const JointKind& shown, double by) {
  std::visit(
      [&](auto& k) {
        const auto& s = std::get<std::decay_t<decltype(k)>>(shown);
        if constexpr (requires { k.axis; }) turn(k.axis, s.axis, by);
        if constexpr (requires { k.angle.value().value; }) {
          if (k.angle && s.angle) turn(*k.angle, *s.angle, by);
        }
      },
      kind);
}

std::string negated(const std::string& text) {
  return "-(" + text + ")";
}

void negate(Quantity& quantity) {
  if (quantity.text.empty()) {
    quantity.value = quantity.value == 0 ? 0 : -quantity.value;
  } else {
    quantity.text = negated(quantity.text);
  }
}

// from - quantity
void reflect(Quantity& quantity, double from, const std::string& fromText) {
  if (quantity.text.empty()) {
    quantity.value = from - quantity.value;
  } else {
    quantity.text = fromText + " - (" + quantity.text + ")";
  }
}

// Mirrors the fields of a joint, drive or force. fromFrame: its angles are measured from the frame.
class MirrorFields {
 public:
  MirrorFields(bool fromFrame, bool isAngle, double middle)
      : fromFrame_(fromFrame), isAngle_(isAngle), middle_(middle) {}

  void operator()(const Field& field, Quantity& quantity) {
    const std::string_view unit = field.unit, key = field.key;
    if (key == "hysteresis") return;  // a distance, not a place
    const bool isAngle = unit == "rad" || (unit == "rad|m" && isAngle_);
    const bool isRate = unit == "rad/s" || (unit == "rad/s|m/s" && isAngle_) || unit == "N m";
    if (isAngle && fromFrame_ && key != "rise") {
      reflect(quantity, std::numbers::pi, "pi");
    } else if (isAngle || isRate) {
      negate(quantity);
    }
  }
  void operator()(const Field& field, Point& point) {
    const std::string_view key = field.key;
    const bool inFrame = fromFrame_ && (key == "at_a" || key == "pin");
    if (inFrame) {
      reflect(point.x, 2 * middle_, std::to_string(2 * middle_) + " m");
    } else {
      negate(point.y);
    }
  }
  void operator()(const Field& field, Law& law) {
    const std::string_view unit = field.unit;
    if (unit == "N m" || (unit == "rad|m" && isAngle_ && !fromFrame_)) law.text = negated(law.text);
    if (unit == "rad|m" && isAngle_ && fromFrame_) law.text = "pi - (" + law.text + ")";
  }
  void operator()(const Field&, Choice<Direction>& direction) {
    if (isAngle_ && direction.reference.empty())
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
  bool fromFrame_, isAngle_;
  double middle_;
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
  const Ids bodies = listIds(elements, ElementKind::body);
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
  if (left > right) return {};
  return {(left + right) / 2, (low + high) / 2};
}

void moveElements(Mechanism& mechanism, const Mechanism& shown, const std::vector<ElementId>& elements,
                  const PlaneMotion& motion) {
  const Ids bodies = listIds(elements, ElementKind::body), joints = listIds(elements, ElementKind::joint),
            forces = listIds(elements, ElementKind::force);
  for (Body& body : mechanism.bodies) {
    const Body* now = findById(shown.bodies, body.id);
    if (!now || bodies.count(body.id) == 0) continue;
    Point origin{body.pose.x, body.pose.y};
    movePoint(origin, {now->pose.x, now->pose.y}, motion);
    body.pose.x = origin.x;
    body.pose.y = origin.y;
    turn(body.pose.angle, now->pose.angle, motion.angle);
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
}

void mirrorElements(Mechanism& mechanism, const Mechanism& shown, const std::vector<ElementId>& elements,
                    double middle) {
  const Ids bodies = listIds(elements, ElementKind::body);
  for (Body& body : mechanism.bodies) {
    const Body* now = findById(shown.bodies, body.id);
    if (!now || bodies.count(body.id) == 0) continue;
    body.pose.x = 2 * middle - now->pose.x.value;
    reflect(body.pose.angle, std::numbers::pi, "pi");
    negate(body.velocity.vx);
    negate(body.velocity.omega);
    negate(body.center.y);
    for (Point& point : body.outline) negate(point.y);
  }
  const auto isIn = [&](const std::string& a, const std::string& b) {
    return bodies.count(b) > 0 && (a == kFrame || a.empty() || bodies.count(a) > 0);
  };
  for (Joint& joint : mechanism.joints) {
    if (!isIn(joint.a, joint.b)) continue;
    const bool isAngle = findCoordinateKind(joint.kind) == CoordinateKind::angle;
    visitFields(joint, MirrorFields(joint.a == kFrame, isAngle, middle));
    for (Drive& drive : mechanism.drives)
      if (drive.joint == joint.id) visitFields(drive, MirrorFields(joint.a == kFrame, isAngle, middle));
  }
  for (ForceElement& force : mechanism.forces)
    if (isIn(findBase(force), findBody(force)))
      visitFields(force, MirrorFields(findBase(force) == kFrame, true, middle));
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
