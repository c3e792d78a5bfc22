// SPDX-License-Identifier: GPL-3.0-or-later
//
// The motion is a mirror at an upright line, S, and a motion P behind it. What a body has in its own axes is
// mirrored by S alone (transform.h) and then goes along with the body. What is measured from the frame is
// moved by P as well: places by P, directions and angles by its angle. A body X that is not among the parts
// keeps its pose T where its image would have T' = P S T S0 (S0: what S does to the axes of a body). What
// sits in the axes of that image is seen from X itself after the motion D = T^-1 T': D is for X what P is for
// the frame. So both are one case, a base with its motion.
#include "ui/document/copy_image.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "core/model/body_pose.h"
#include "core/model/fields.h"
#include "core/model/quantity_text.h"
#include "ui/document/copy_motion.h"
#include "ui/document/element.h"
#include "ui/document/element_edits.h"
#include "ui/document/law_reads.h"
#include "ui/document/mirror_places.h"
#include "ui/document/references.h"
#include "ui/document/surface_transform.h"
#include "ui/document/text_names.h"
#include "ui/document/transform.h"

namespace clank {
namespace {

Quantity evaluatePlain(const Quantity& quantity, const char* unit) {
  if (quantity.text.empty()) return quantity;
  return evaluateQuantity(quantity.text.str(), unit, {}).value_or(0.0);
}

void move(Point& point, const PlaneMotion& motion, const char* unit = "m") {
  movePoint(point, {evaluatePlain(point.x, unit), evaluatePlain(point.y, unit)}, motion, unit);
}

bool isIdentity(const PlaneMotion& motion) {
  PlanePoint o = motion.about;
  const double c = std::cos(motion.angle), s = std::sin(motion.angle);
  const double x = o.x - c * o.x + s * o.y + motion.dx, y = o.y - s * o.x - c * o.y + motion.dy;
  return makeTidy(motion.angle) == 0 && makeTidy(x) == 0 && makeTidy(y) == 0;  // a whole turn counts
}

// A body, or the frame, from which some of the parts are measured, and how it moves under them.
struct Base {
  std::string id;
  PlaneMotion motion;
};

// Moves what a joint, drive or force measures from a base that is its body a or b.
class BaseMove {
 public:
  BaseMove(const Base& base, bool isA, bool isB, bool isAngle, bool hasPointA = true)
      : base_(base), isA_(isA), isB_(isB), isAngle_(isAngle), hasPointA_(hasPointA) {
    turn_ = base.motion;
    if (!isA) turn_.angle = -turn_.angle;
  }

  void operator()(const Field& field, Quantity& quantity) {
    const std::string_view unit = field.unit, key = field.key;
    if (key == "hysteresis" || key == "rise") return;  // differences
    const bool isDirection = unit == "rad" && (isA_ || key != "axis");
    if (isDirection || (unit == "rad|m" && isAngle_))
      turnAngle(quantity, evaluatePlain(quantity, "rad"), turn_);
  }
  void operator()(const Field& field, Point& point) {
    const std::string_view key = field.key;
    const bool isOfA = isA_ && hasPointA_ && (key == "at_a" || key == "pin"), isOfB = isB_ && key == "at_b";
    if (isOfA || isOfB || (key == "path" && base_.id == kFrame)) move(point, base_.motion);
  }
  void operator()(const Field& field, Law& law) {
    if (std::string_view(field.unit) == "rad|m" && isAngle_)
      law.text = withConstant("(" + law.text + ")", turn_.angle, "rad");
  }
  void operator()(const Field& field, const OptionalRef& member) {
    if (member) enter(field, *member);
  }
  void operator()(const Field& field, const ListRef& list) {
    for (std::size_t i = 0; i < list.size(); ++i) enter(field, list[i]);
  }
  void operator()(const Field&, const RecordRef& record) {
    auto* const ring = record.as<RopeRing>();
    if (!ring) return visitFields(record, *this);
    if (ring->body == base_.id) move(ring->at, base_.motion);
  }
  void operator()(const Field&, const VariantRef& variant) { visitFields(variant.alternative(), *this); }
  template <class T>
  void operator()(const Field&, const T&) {}

 private:
  void enter(const Field& field, const ValueRef& value) {
    value.visit([&](auto& member) { (*this)(field, member); });
  }

  const Base& base_;
  bool isA_, isB_, isAngle_, hasPointA_;
  PlaneMotion turn_;
};

bool isAngle(const Joint& joint) {
  return findCoordinateKind(joint.kind) == CoordinateKind::angle;
}

// Both bodies of a force, and of a rope those of its rings.
bool isOn(const ForceElement& force, const std::string& body) {
  bool found = false;
  ForceElement copy = force;
  struct {
    const std::string& body;
    bool& found;
    void reference(std::string& id) { found = found || id == body; }
    void expression(std::string&) {}
  } look{body, found};
  visitReferences(copy, look);
  return found;
}
std::string findEnd(const ForceElement& force, const char* key) {
  return std::visit(
      [&](const auto& kind) -> std::string {
        using K = std::decay_t<decltype(kind)>;
        if constexpr (requires(K k) { k.a; })
          if (std::string_view(key) == "a") return kind.a;
        return std::string_view(key) == "b" ? kind.b : "";
      },
      force.kind);
}

// Of a load in the axes of the world.
void turnLoad(Load& load, double angle) {
  const double c = makeTidy(std::cos(angle)), s = makeTidy(std::sin(angle));
  if (load.axes.value != LoadAxes::world || c == 1) return;
  const auto combine = [](double a, const std::string& x, double b, const std::string& y) {
    std::string sum;
    for (const auto& [factor, text] : {std::pair(a, x), std::pair(b, y)})
      if (factor != 0 && text != "0") sum += (sum.empty() ? "" : " + ") + scaledText(factor, text);
    return sum.empty() ? std::string("0") : withConstant(sum, 0, "N");
  };
  const std::string fx = load.fx.text, fy = load.fy.text;
  load.fx.text = combine(c, fx, -s, fy);
  load.fy.text = combine(s, fx, c, fy);
}

void moveBase(Mechanism& side, const Mechanism& values, const Base& base, Turns& turns) {
  for (Joint& joint : side.joints) {
    const bool isA = joint.a == base.id, isB = joint.b == base.id;
    if (!isA && !isB) continue;
    const bool turnsAngle = isAngle(joint);
    visitFields(recordOf(joint), BaseMove(base, isA, isB, turnsAngle));
    for (Drive& drive : side.drives)
      if (drive.joint == joint.id) visitFields(recordOf(drive), BaseMove(base, isA, isB, turnsAngle));
    if (turnsAngle) turns[joint.id] += isA ? base.motion.angle : -base.motion.angle;
  }
  for (ForceElement& force : side.forces) {
    auto* const load = std::get_if<Load>(&force.kind);
    if (load && base.id == kFrame) turnLoad(*load, base.motion.angle);
    const bool isHand = std::holds_alternative<Hand>(force.kind) && base.id == kFrame;
    // The frame does not bend: the point of it where a moment acts has no meaning.
    const bool isMoment =
        std::holds_alternative<Torque>(force.kind) || std::holds_alternative<TorsionSpring>(force.kind);
    if (isOn(force, base.id) || isHand)
      visitFields(recordOf(force),
                  BaseMove(base, findEnd(force, "a") == base.id, findEnd(force, "b") == base.id, false,
                           !isMoment || base.id != kFrame));
  }
  for (DrawnSurface& surface : side.surfaces)
    if (const auto* now = findById(values.surfaces, surface.id); now && surface.body == base.id)
      moveSurface(surface.kind, now->kind, base.motion);
  for (ContactPair& contact : side.contacts)
    if (contact.b == base.id) move(contact.atB, base.motion);
  for (Trace& trace : side.traces)
    if (trace.b == base.id) move(trace.atB, base.motion);
}

void moveBodies(Mechanism& side, const Mechanism& values, const ImageIds& ids, const PlaneMotion& motion) {
  PlaneMotion turn;
  turn.angle = motion.angle;
  turn.keepsTexts = true;
  for (Body& body : side.bodies) {
    const Body* now = findById(values.bodies, body.id);
    if (!now || ids.count(body.id) == 0) continue;
    Point origin{body.pose.x, body.pose.y}, velocity{body.velocity.vx, body.velocity.vy};
    movePoint(origin, {now->pose.x, now->pose.y}, motion);
    movePoint(velocity, {now->velocity.vx, now->velocity.vy}, turn, "m/s");
    body.pose.x = origin.x, body.pose.y = origin.y;
    body.velocity.vx = velocity.x, body.velocity.vy = velocity.y;
    turnAngle(body.pose.angle, now->pose.angle, motion);
  }
  for (Picture& picture : side.pictures) {
    move(picture.at, motion);
    turnAngle(picture.angle, evaluatePlain(picture.angle, "rad"), motion);
  }
}

// D = T^-1 T' of the comment above. shown: the drawing with its values.
PlaneMotion findBaseMotion(const Mechanism& shown, const std::string& body, const CopyMotion& copy) {
  const BodyPose is = findDrawnPose(shown, body);
  const PlaneMotion& motion = copy.motion;
  Point at{is.x, is.y};
  double angle = is.angle;
  if (copy.mirrored) {
    at.x = 2 * motion.about.x - is.x;
    angle = std::numbers::pi - is.angle;
  }
  movePoint(at, Point(at), motion);
  const double c = std::cos(is.angle), s = std::sin(is.angle);
  const double u = at.x.value - is.x, v = at.y.value - is.y;
  return {
      {}, makeTidy(angle + motion.angle - is.angle), makeTidy(c * u + s * v), makeTidy(-s * u + c * v), true};
}

// The bodies that the parts are connected to and that are not among them.
std::set<std::string> findSharedBodies(const Mechanism& drawn, Mechanism& side, const ImageIds& ids) {
  std::set<std::string> named;
  struct {
    std::set<std::string>& named;
    void reference(std::string& id) { named.insert(id); }
    void expression(std::string&) {}
  } look{named};
  const auto visit = [&](auto& list) {
    for (auto& element : list) visitReferences(element, look);
  };
  visit(side.joints);
  visit(side.forces);
  visit(side.surfaces);
  visit(side.contacts);
  visit(side.traces);
  std::erase_if(named, [&](const std::string& id) {
    return ids.count(id) > 0 || findById(drawn.bodies, id) == nullptr;
  });
  return named;
}

class Mapping {
 public:
  explicit Mapping(const ImageIds& ids) : ids_(ids) {}
  void reference(std::string& id) {
    if (const auto image = ids_.find(id); image != ids_.end()) id = image->second;
  }
  void expression(std::string& text) {
    for (const auto& [id, image] : ids_)
      if (text.find(id + ".") != std::string::npos) text = replaceName(text, id, image);
  }

 private:
  const ImageIds& ids_;
};

Mechanism evaluate(const Mechanism& side, const std::string& caseId) {
  Problems ignored;
  return resolve(side, caseId, {}, ignored);
}

}  // namespace

Mechanism takeElements(const Mechanism& drawn, const ImageIds& ids) {
  Mechanism side;
  side.parameters = drawn.parameters;
  side.cases = drawn.cases;
  const auto take = [&](auto& into, const auto& from) {
    for (const auto& element : from)
      if (ids.count(element.id) > 0) into.push_back(element);
  };
  take(side.bodies, drawn.bodies);
  take(side.joints, drawn.joints);
  take(side.drives, drawn.drives);
  take(side.forces, drawn.forces);
  take(side.surfaces, drawn.surfaces);
  take(side.contacts, drawn.contacts);
  take(side.traces, drawn.traces);
  take(side.pictures, drawn.pictures);
  return side;
}

Mechanism makeImages(const Mechanism& drawn, const std::string& caseId, const ImageIds& ids,
                     const CopyMotion& copy) {
  Mechanism side = takeElements(drawn, ids);
  const std::set<std::string> shared = findSharedBodies(drawn, side, ids);
  for (const std::string& id : shared) side.bodies.push_back(*findById(drawn.bodies, id));
  const Mechanism shown = evaluate(side, caseId);
  if (copy.mirrored) mirrorPlaces(side, shown, listElements(side), copy.motion.about.x);
  const Mechanism values = evaluate(side, caseId);
  PlaneMotion motion = copy.motion;
  motion.keepsTexts = true;
  Turns turns;
  if (!isIdentity(motion)) {
    moveBodies(side, values, ids, motion);
    moveBase(side, values, {kFrame, motion}, turns);
  }
  for (const std::string& id : shared)
    if (const Base base{id, findBaseMotion(shown, id, copy)}; !isIdentity(base.motion))
      moveBase(side, values, base, turns);
  std::erase_if(side.bodies, [&](const Body& body) { return ids.count(body.id) == 0; });
  const LawReads reads(shown, ids, copy, turns);
  const auto finish = [&](auto& list) {
    for (auto& element : list) {
      rewriteLaws(recordOf(element), reads);
      visitReferences(element, Mapping(ids));
      element.id = ids.at(element.id);
    }
  };
  finish(side.bodies);
  finish(side.joints);
  finish(side.drives);
  finish(side.forces);
  finish(side.surfaces);
  finish(side.contacts);
  finish(side.traces);
  finish(side.pictures);
  return side;
}

}  // namespace clank
