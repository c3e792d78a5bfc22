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

#include "core/io/number_text.h"
#include "core/model/fields.h"
#include "ui/document/coordinate_mirror.h"
#include "ui/document/copy_motion.h"
#include "ui/document/law_reads.h"
#include "ui/document/mirror_places.h"
#include "ui/document/named_points.h"
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

// Turns the directions that a joint has in the frame.
struct AxesTurn {
  const JointKind& shown;  // of the same kind
  double by;               // rad

  void turnHeld(std::optional<Quantity>& angle, const std::optional<Quantity>& now) const {
    if (angle && now) turnAngle(*angle, *now, by);
  }

  void operator()(Revolute&) const {}
  void operator()(Prismatic& prismatic) const {
    const auto& now = std::get<Prismatic>(shown);
    turnAngle(prismatic.axis, now.axis, by);
    turnHeld(prismatic.angle, now.angle);
  }
  void operator()(Weld& weld) const { turnHeld(weld.angle, std::get<Weld>(shown).angle); }
  void operator()(Slot& slot) const { turnAngle(slot.axis, std::get<Slot>(shown).axis, by); }
  void operator()(Distance&) const {}
  void operator()(Gear&) const {}
  void operator()(Belt&) const {}
  void operator()(Rack& rack) const { turnAngle(rack.axis, std::get<Rack>(shown).axis, by); }
  void operator()(PointOnCurve& on) const { turnAngle(on.axis, std::get<PointOnCurve>(shown).axis, by); }
  void operator()(Telescope&) const {}
};

// Moves the points that a force element has in the frame.
struct ForceMove {
  const ForceKind& shown;  // of the same kind
  const PlaneMotion& motion;

  void operator()(Torque&) const {}
  void operator()(TorsionSpring&) const {}
  void operator()(Spring& spring) const { movePoint(spring.atA, std::get<Spring>(shown).atA, motion); }
  void operator()(Load&) const {}  // it acts on a body
  void operator()(Hand& hand) const {
    const auto& now = std::get<Hand>(shown);
    std::vector<Point>& path = hand.path.change();
    for (std::size_t i = 0; i < path.size(); ++i) movePoint(path[i], now.path[i], motion);
  }
  void operator()(Rope& rope) const {
    const auto& now = std::get<Rope>(shown);
    if (rope.a == kFrame) movePoint(rope.atA, now.atA, motion);
    if (rope.b == kFrame) movePoint(rope.atB, now.atB, motion);
    for (std::size_t i = 0; i < rope.rings.size(); ++i)
      if (rope.rings[i].body == kFrame) movePoint(rope.rings[i].at, now.rings[i].at, motion);
  }
};

// Does a guard know a direction in the plane? Magnitudes, time and laws do not.
struct KnowsDirection {
  bool operator()(const Limit&) const { return true; }
  bool operator()(const ForceGuard&) const { return false; }
  bool operator()(const MomentGuard&) const { return false; }
  bool operator()(const ImpulseGuard&) const { return false; }
  bool operator()(const AngularImpulseGuard&) const { return false; }
  bool operator()(const SpeedGuard&) const { return false; }
  bool operator()(const TimeGuard&) const { return false; }
  bool operator()(const ExpressionGuard&) const { return false; }
};

// Changes the side of what has one that its unit does not tell.
struct ChangeSide {
  void operator()(AsDrawn&) const {}
  void operator()(Released&) const {}
  void operator()(Merged&) const {}
  void operator()(Revolute&) const {}
  void operator()(Prismatic&) const {}
  void operator()(Weld&) const {}
  void operator()(Slot&) const {}
  void operator()(Distance&) const {}
  void operator()(Gear&) const {}
  void operator()(Belt&) const {}
  void operator()(Rack& rack) const { negate(rack.radius); }
  void operator()(PointOnCurve&) const {}
  void operator()(Telescope&) const {}

  void operator()(Torque&) const {}
  void operator()(TorsionSpring&) const {}
  void operator()(Spring&) const {}
  void operator()(Load& load) const {
    Law& across = load.axes.value == LoadAxes::world ? load.fx : load.fy;
    across.text = negated(across.text);
  }
  void operator()(Rope&) const {}
  void operator()(Hand&) const {}
};
template <class... Kinds>
void changeSides(const VariantRef& variant) {
  const auto change = [](auto* kind) {
    if (kind) std::visit(ChangeSide{}, *kind);
  };
  (change(variant.as<Kinds>()), ...);
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
    const bool isDifference = (unit == "rad/s|m/s" && !isMagnitude_) || key == "rise";
    if (isDifference || (unit == "rad|m" && coordinate_.aboutText.empty())) {
      negate(quantity);
    } else if (unit == "rad|m") {
      reflect(quantity, coordinate_.about, coordinate_.aboutText);
    }
  }
  void operator()(const Field& field, Point& point) {
    const std::string_view key = field.key;
    const bool inFrame = key == "path" || (mirror_.ofFrame && (key == "at_a" || key == "pin"));
    mirrorPoint(point, {inFrame, mirror_.middle});
  }
  void operator()(const Field& field, Law& law) {
    const std::string_view unit = field.unit;
    if (unit == "N m") law.text = negated(law.text);
    if (unit != "rad|m" || !coordinate_.flips) return;
    law.text = coordinate_.aboutText.empty() ? negated(law.text) : reflected(law.text, coordinate_.aboutText);
  }
  void operator()(const Field&, const ChoiceRef& choice) {
    auto* const direction = choice.as<Choice<Direction>>();
    if (direction && coordinate_.flips && direction->reference.empty())
      direction->value = direction->value == Direction::rising ? Direction::falling : Direction::rising;
  }
  void operator()(const Field& field, const OptionalRef& member) {
    if (member) enter(field, *member);
  }
  void operator()(const Field& field, const ListRef& list) {
    for (std::size_t i = 0; i < list.size(); ++i) enter(field, list[i]);
  }
  void operator()(const Field&, const RecordRef& record) {
    if (auto* ring = record.as<RopeRing>())
      mirrorPoint(ring->at, {ring->body == kFrame, mirror_.middle});
    else
      visitFields(record, *this);
  }
  void operator()(const Field&, const VariantRef& variant) {
    const auto* guard = variant.as<ChangeGuard>();
    if (guard && !std::visit(KnowsDirection{}, *guard)) return;
    const auto* motion = variant.as<MotionKind>();
    isMagnitude_ = motion && std::holds_alternative<Reverse>(*motion);
    visitFields(variant.alternative(), *this);
    isMagnitude_ = false;
    changeSides<JointKind, PhaseKind, ForceKind>(variant);
  }
  template <class T>
  void operator()(const Field&, const T&) {}

 private:
  void enter(const Field& field, const ValueRef& value) {
    value.visit([&](auto& member) { (*this)(field, member); });
  }

  Mirror mirror_;
  CoordinateMirror coordinate_;
  bool isMagnitude_ = false;  // a speed whose way follows from the places it leads to
};

// Bodies a and b of a force; an empty a: it has none.
struct BodiesOf {
  using Pair = std::pair<std::string, std::string>;
  Pair operator()(const Torque& torque) const { return {torque.a, torque.b}; }
  Pair operator()(const TorsionSpring& spring) const { return {spring.a, spring.b}; }
  Pair operator()(const Spring& spring) const { return {spring.a, spring.b}; }
  Pair operator()(const Load& load) const { return {"", load.b}; }
  Pair operator()(const Hand& hand) const { return {kFrame, hand.b}; }  // its path is in the world
  Pair operator()(const Rope& rope) const { return {rope.a, rope.b}; }
};

}  // namespace

PartsBox findBox(const Mechanism& shown, const std::vector<ElementId>& elements) {
  const Ids bodies = listIds(elements, ElementKind::body), surfaces = listIds(elements, ElementKind::surface),
            pictures = listIds(elements, ElementKind::picture);
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
    const double r = body.radius.value;
    for (const Point& rim : {Point{r, 0.0}, Point{-r, 0.0}, Point{0.0, r}, Point{0.0, -r}})
      if (r > 0) addLocal(rim);
    if (body.length) addLocal({*body.length, 0.0});
    for (const Point& corner : body.outline) addLocal(corner);
    for (const Joint& joint : shown.joints) {
      if (joint.a == body.id) addLocal(joint.atA);
      if (joint.b == body.id) addLocal(joint.atB);
    }
  }
  for (const DrawnSurface& surface : shown.surfaces)
    if (surfaces.count(surface.id) > 0 && surface.body == kFrame) visitCorners(surface.kind, add);
  for (const Picture& picture : shown.pictures)
    if (pictures.count(picture.id) > 0) add(picture.at.x.value, picture.at.y.value);
  if (left > right) return {};
  return {left, right, low, high};
}

PlanePoint findMiddle(const Mechanism& shown, const std::vector<ElementId>& elements) {
  const PartsBox box = findBox(shown, elements);
  return {(box.left + box.right) / 2, (box.low + box.high) / 2};
}

PlanePoint findPlace(const Mechanism& shown, const Joint& joint) {
  const double x = joint.atA.x.value, y = joint.atA.y.value;
  const Body* body = findById(shown.bodies, joint.a);
  if (!body) return {x, y};
  const double c = std::cos(body->pose.angle.value), s = std::sin(body->pose.angle.value);
  return {body->pose.x.value + c * x - s * y, body->pose.y.value + s * x + c * y};
}

void moveElements(Mechanism& mechanism, const Mechanism& shown, const std::vector<ElementId>& elements,
                  const PlaneMotion& motion) {
  const Ids bodies = listIds(elements, ElementKind::body), joints = listIds(elements, ElementKind::joint),
            forces = listIds(elements, ElementKind::force),
            surfaces = listIds(elements, ElementKind::surface),
            pictures = listIds(elements, ElementKind::picture);
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
    const auto [a, b] = std::visit(BodiesOf{}, force.kind);
    if (!now || (a != kFrame && !std::holds_alternative<Rope>(force.kind))) continue;
    if (bodies.count(b) > 0 || forces.count(force.id) > 0)
      std::visit(ForceMove{now->kind, motion}, force.kind);
  }
  for (DrawnSurface& surface : mechanism.surfaces) {
    const DrawnSurface* now = findById(shown.surfaces, surface.id);
    if (now && surface.body == kFrame && surfaces.count(surface.id) > 0)
      moveSurface(surface.kind, now->kind, motion);
  }
  for (Picture& picture : mechanism.pictures) {
    const Picture* now = findById(shown.pictures, picture.id);
    if (!now || pictures.count(picture.id) == 0) continue;
    movePoint(picture.at, now->at, motion);
    turnAngle(picture.angle, now->angle, motion.angle);
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
  if (body.points)
    for (NamedPoint& point : *body.points) negate(point.at.y);
}

// The point of the frame where a moment acts has no meaning, for the frame does not bend.
void keepIdlePoint(const ForceKind& before, ForceKind& kind) {
  if (auto* torque = std::get_if<Torque>(&kind)) torque->atA = std::get<Torque>(before).atA;
  if (auto* spring = std::get_if<TorsionSpring>(&kind)) spring->atA = std::get<TorsionSpring>(before).atA;
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
    visitFields(recordOf(joint), MirrorFields(joint.a == kFrame, coordinate, middle));
    for (Drive& drive : mechanism.drives)
      if (drive.joint == joint.id)
        visitFields(recordOf(drive), MirrorFields(joint.a == kFrame, coordinate, middle));
  }
  for (Branch& branch : mechanism.branches)  // seen the other way round, the side keeps its word
    if (mirrored.count(branch.first) + mirrored.count(branch.elbow) + mirrored.count(branch.last) == 3)
      std::swap(branch.first, branch.last);
  for (ForceElement& force : mechanism.forces) {
    const auto [a, b] = std::visit(BodiesOf{}, force.kind);
    if (!isIn(a, b)) continue;
    const ForceKind before = force.kind;
    visitFields(recordOf(force), MirrorFields(a == kFrame, {true, 0, ""}, middle));
    if (a == kFrame) keepIdlePoint(before, force.kind);
  }
}

}  // namespace

void mirrorPlaces(Mechanism& mechanism, const Mechanism& shown, const std::vector<ElementId>& elements,
                  double middle) {
  const Ids bodies = listIds(elements, ElementKind::body), surfaces = listIds(elements, ElementKind::surface);
  for (const std::string& body : bodies) negateReferences(mechanism, body);
  for (Body& body : mechanism.bodies)
    if (const Body* now = findById(shown.bodies, body.id); now && bodies.count(body.id) > 0)
      mirrorBody(body, *now, middle);
  mirrorConnections(mechanism, shown, bodies, middle);
  for (ContactPair& contact : mechanism.contacts)
    if (bodies.count(contact.b) > 0) negate(contact.atB.y);
  for (DrawnSurface& surface : mechanism.surfaces) {
    const bool ofFrame = surface.body == kFrame;
    if (ofFrame ? surfaces.count(surface.id) == 0 : bodies.count(surface.body) == 0) continue;
    mirrorSurface(surface.kind, {ofFrame, middle});
    if (surface.speed.value != 0 || !surface.speed.text.empty())
      negate(surface.speed);  // the mirror image is drawn the other way round
  }
  for (Trace& trace : mechanism.traces)
    if (bodies.count(trace.b) > 0) negate(trace.atB.y);
}

void mirrorElements(Mechanism& mechanism, const Mechanism& shown, const std::vector<ElementId>& elements,
                    double middle) {
  mirrorPlaces(mechanism, shown, elements, middle);
  ImageIds ids;
  for (const std::string& body : listIds(elements, ElementKind::body)) ids.emplace(body, body);
  const auto isIn = [&](const std::string& a, const std::string& b) {
    return ids.count(b) > 0 && (a == kFrame || a.empty() || ids.count(a) > 0);
  };
  std::vector<std::string> joints;
  for (const Joint& joint : shown.joints)
    if (isIn(joint.a, joint.b)) joints.push_back(joint.id);
  for (const std::string& joint : joints) ids.emplace(joint, joint);
  const Turns none;
  const LawReads reads(shown, ids, {true, {{middle, 0}}}, none);
  for (Joint& joint : mechanism.joints)
    if (ids.count(joint.id) > 0) rewriteLaws(recordOf(joint), reads);
  for (Drive& drive : mechanism.drives)
    if (ids.count(drive.joint) > 0) rewriteLaws(recordOf(drive), reads);
  for (ForceElement& force : mechanism.forces) {
    const auto [a, b] = std::visit(BodiesOf{}, force.kind);
    if (isIn(a, b)) rewriteLaws(recordOf(force), reads);
  }
}

void turnAxes(JointKind& kind, const JointKind& shown, double by) {
  if (kind.index() == shown.index()) std::visit(AxesTurn{shown, by}, kind);
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
