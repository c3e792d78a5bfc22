// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numbers>

#include "core/model/checks.h"
#include "core/model/quantity_text.h"
#include "core/model/unit_choice.h"
#include "core/model/unused_keys.h"
#include "core/model/words.h"

namespace clank {

namespace {

class ContactCheck {
 public:
  ContactCheck(const Mechanism& mechanism, ProblemList& problems)
      : mechanism_(mechanism), problems_(problems) {}

  void run(const ContactPair& contact, const std::string& pointer) {
    part_ = "contact " + contact.id;
    pointer_ = pointer;
    checkLaws(contact);
    if (isWaiting(contact))
      checkWaiting(contact);
    else
      checkEnds(part_, contact.a, contact.b, pointer, problems_);
    if (contact.b == kFrame)
      problems_.error(
          pointer + "/b",
          fmt::format("{}: the point belongs to a moving part; let the surface (a) be on the frame", part_));
    if (isBelow(contact.radius, 0))
      problems_.error(pointer + "/radius_b",
                      fmt::format("{}: the radius of the circle is {}, but it must not be "
                                  "negative; 0 makes it a point",
                                  part_, writeLength(contact.radius.value)));
    std::visit([&](const auto& surface) { check(surface, contact.radius.value); }, contact.surface);
    checkOutlines(contact);
    if (contact.outlineB && std::holds_alternative<CurveSurface>(contact.surface))
      problems_.error(
          pointer + "/outline_b",
          fmt::format("{}: a curve is touched by a point or a circle; leave outline_b out, and give "
                      "at_b and radius_b",
                      part_));
    if (contact.thickness && isNotPositive(*contact.thickness))
      problems_.error(pointer + "/thickness",
                      fmt::format("{}: the material behind the surface is {} thick, but it must be more "
                                  "than nothing",
                                  part_, writeLength(contact.thickness->value)));
  }

  // The play of a joint and of its phases.
  void run(const Joint& joint, const std::string& pointer) {
    part_ = "joint " + joint.id;
    if (joint.clearance && joint.metamorphic)
      problems_.error(
          pointer + "/clearance",
          fmt::format("{}: in a metamorphic joint a phase has play: give it the clearance", part_));
    else if (joint.clearance)
      checkPlay(joint, joint.kind, *joint.clearance, pointer + "/clearance");
    if (!joint.metamorphic) return checkLoose(joint, pointer);
    const auto& phases = joint.metamorphic->phases;
    for (std::size_t p = 0; p < phases.size(); ++p)
      if (phases[p].clearance)
        checkPhase(joint, phases[p], fmt::format("{}/metamorphic/phases/{}", pointer, p));
    checkLoose(joint, pointer);
  }

 private:
  // A surface that is drawn before what is to meet it.
  static bool isWaiting(const ContactPair& contact) { return contact.b.empty() && !contact.outlineB; }
  void checkWaiting(const ContactPair& contact) {
    if (contact.a != kFrame) checkBody(part_, contact.a, pointer_ + "/a", problems_);
    problems_.warn(pointer_ + "/b", fmt::format("{}: nothing meets it yet", part_));
  }

  void checkPhase(const Joint& joint, const Phase& phase, const std::string& pointer) {
    const std::string at = pointer + "/clearance";
    const auto kind = findJointKind(joint, phase);
    if (phase.locked)
      problems_.error(at,
                      fmt::format("{}: phase '{}' is locked; what is locked has no play", part_, phase.id));
    if (!kind)
      return problems_.error(
          at, fmt::format("{}: in phase '{}' there is no joint that could have play", part_, phase.id));
    checkPlay(joint, *kind, *phase.clearance, at);
    for (std::size_t c = 0; c < joint.metamorphic->changes.size(); ++c) {
      const PhaseChange& change = joint.metamorphic->changes[c];
      if (isStop(joint, change) && (change.from == phase.id || change.to == phase.id))
        problems_.error(at,
                        fmt::format("{}: phase '{}' begins or ends at a stop (change {}), which a joint with "
                                    "play does not meet; use another guard",
                                    part_, phase.id, c + 1));
    }
  }

  void checkPlay(const Joint& joint, const JointKind& kind, const Clearance& play,
                 const std::string& pointer) {
    pointer_ = pointer;
    if (!takesClearance(kind))
      return problems_.error(pointer_,
                             fmt::format("{}: a {} has no clearance; a revolute, prismatic, slot or "
                                         "point_on_curve can have one",
                                         part_, Words<JointKind>::names[kind.index()]));
    checkSizes(kind, play);
    checkLaws(makeClearanceContact(joint, kind, play));
  }

  void checkLoose(const Joint& joint, const std::string& pointer) {
    if (listPlay(joint).empty()) return;
    if (joint.friction && isLoose(joint))
      problems_.error(
          pointer + "/friction",
          fmt::format("{}: a loose joint rubs where its parts touch: give the friction to its clearance",
                      part_));
    for (std::size_t d = 0; d < mechanism_.drives.size(); ++d)
      if (mechanism_.drives[d].joint == joint.id && mechanism_.drives[d].active.value != 0)
        problems_.error(fmt::format("/drives/{}/joint", d),
                        fmt::format("drive {}: joint {} is loose and cannot be driven",
                                    mechanism_.drives[d].id, joint.id));
  }

  // What bearing and journal are called in a kind of joint.
  static std::pair<const char*, const char*> wordsOf(const JointKind& kind) {
    if (std::holds_alternative<Prismatic>(kind))
      return {"half width of the guide", "half height of the block"};
    if (std::holds_alternative<Slot>(kind)) return {"half width of the slot", "radius of the pin"};
    if (std::holds_alternative<PointOnCurve>(kind)) return {"half width of the groove", "radius of the pin"};
    return {"radius of the bearing", "radius of the journal"};
  }

  void checkSizes(const JointKind& kind, const Clearance& play) {
    const auto [bearing, journal] = wordsOf(kind);
    const auto needPositive = [&](const Quantity& size, const char* key, const char* words) {
      if (isNotPositive(size))
        problems_.error(
            fmt::format("{}/{}", pointer_, key),
            fmt::format("{}: the {} is {}, but it must be positive", part_, words, writeLength(size.value)));
    };
    needPositive(play.bearing, "bearing", bearing);
    needPositive(play.journal, "journal", journal);
    if (play.journal.value > 0 && play.bearing.value > 0 && play.journal.value >= play.bearing.value)
      problems_.error(
          pointer_ + "/journal",
          fmt::format("{}: there is no play, the {} is {} and the {} {}{}", part_, journal,
                      writeLength(play.journal.value), bearing, writeLength(play.bearing.value),
                      play.journal.value > play.bearing.value ? ": the one does not go into the other" : ""));
    if (std::holds_alternative<Prismatic>(kind))
      needPositive(play.length, "length", "length of the block");
    else if (play.length.value != 0)
      problems_.warn(
          pointer_ + "/length",
          fmt::format("{}: only the block of a prismatic joint has a length; it is not used", part_));
    if (const PathCurve* curve = findCurve(kind)) checkGroove(*curve, play);
  }

  // The walls of a groove are parallel curves, which have corners where the curve turns more sharply than
  // they are away from it. At its cusp a pear does, and nothing passes there anyway.
  void checkGroove(const PathCurve& curve, const Clearance& play) {
    if (!isSound(curve) || std::holds_alternative<PearPath>(curve.kind)) return;
    for (const bool outside : {true, false})
      if (const Hollow hollow = findTightestHollow(curve, outside);
          hollow.curvature * play.bearing.value >= 1)
        return problems_.error(
            pointer_ + "/bearing",
            fmt::format("{}: half the width of the groove, {}, is more than the radius {} in which "
                        "the curve turns near ({}, {}): there a wall would cross itself",
                        part_, writeLength(play.bearing.value), writeLength(1 / hollow.curvature),
                        writeLength(hollow.x), writeLength(hollow.y)));
  }

  void checkLaws(const ContactPair& contact) {
    for (const UnusedKey& unused : listUnusedKeys(contact)) warnUnused(unused, part_, pointer_, problems_);
    if (isBelow(contact.restitution, 0) || isAbove(contact.restitution, 1))
      problems_.error(pointer_ + "/restitution",
                      fmt::format("{}: the restitution is {}, but it must be from 0 to 1", part_,
                                  contact.restitution.value));
    checkTangential(contact);
    if (isBelow(contact.friction, 0))
      problems_.error(pointer_ + "/friction",
                      fmt::format("{}: the coefficient of friction is {}, but it must not be "
                                  "negative",
                                  part_, contact.friction.value));
    checkCompliance(contact);
    checkFrictionCurve(contact);
  }

  void checkTangential(const ContactPair& contact) {
    if (isBelow(contact.tangentialRestitution, 0) || isAbove(contact.tangentialRestitution, 1))
      problems_.error(pointer_ + "/tangential_restitution",
                      fmt::format("{}: the tangential restitution is {}, but it must be from 0 to 1", part_,
                                  contact.tangentialRestitution.value));
  }

  static const char* wordOf(ContactLaw law) {
    return Words<ContactLaw>::names[static_cast<std::size_t>(law)];
  }

  // What the law needs is there, and what is there makes sense; what it does not need may wait for another
  // case.
  void checkCompliance(const ContactPair& contact) {
    const ContactLaw law = contact.law.value;
    const std::string pointer = pointer_ + "/compliance";
    if (contact.compliance) checkNumbers(*contact.compliance, pointer);
    if (!isCompliant(law)) return;
    const char* const word = wordOf(law);
    if (!contact.compliance)
      return problems_.error(
          pointer_ + "/law",
          fmt::format("{}: the law '{}' is compliant; give it a compliance with a stiffness, "
                      "or with two materials",
                      part_, word));
    const Compliance& c = *contact.compliance;
    if (!c.stiffness) checkMaterials(contact, word);
    if (needsRestitution(law) && contact.restitution.value == 0)
      problems_.error(pointer_ + "/restitution",
                      fmt::format("{}: the law '{}' divides by the restitution, which is 0: it must be more",
                                  part_, word));
    if (law == ContactLaw::impact && c.damping.value > 0 && c.dampingDepth.value == 0)
      problems_.error(
          pointer + "/damping_depth",
          fmt::format("{}: the law 'impact' needs the depth at which its damping is all there", part_));
  }

  void checkNumbers(const Compliance& c, const std::string& pointer) {
    const auto isNegative = [&](const Quantity& quantity, const char* key, const char* words) {
      if (isBelow(quantity, 0))
        problems_.error(pointer + key, fmt::format("{}: the {} is {}, but it must not be negative", part_,
                                                   words, quantity.value));
    };
    if (c.stiffness && isNotPositive(*c.stiffness))
      problems_.error(pointer + "/stiffness", fmt::format("{}: the stiffness is {}, but it must be positive",
                                                          part_, c.stiffness->value));
    if (isBelow(c.exponent, 1))
      problems_.error(pointer + "/exponent", fmt::format("{}: the exponent is {}, but it must be 1 or more",
                                                         part_, c.exponent.value));
    isNegative(c.damping, "/damping", "damping");
    isNegative(c.dampingDepth, "/damping_depth", "damping depth");
    if (isNotPositive(c.leastApproach))
      problems_.error(pointer + "/least_approach",
                      fmt::format("{}: the least speed of approach is {:.6g} m/s, but it must be positive",
                                  part_, c.leastApproach.value));
    if (c.fixedApproach && isNotPositive(*c.fixedApproach))
      problems_.error(pointer + "/fixed_approach",
                      fmt::format("{}: the fixed speed of approach is {:.6g} m/s, but it must be positive",
                                  part_, c.fixedApproach->value));
    if (c.materialA) checkMaterial(*c.materialA, pointer + "/material_a");
    if (c.materialB) checkMaterial(*c.materialB, pointer + "/material_b");
  }

  void checkMaterial(const Material& material, const std::string& pointer) {
    if (isNotPositive(material.young))
      problems_.error(pointer + "/young", fmt::format("{}: the modulus E is {} Pa, but it must be positive",
                                                      part_, material.young.value));
    if (isBelow(material.poisson, 0) || isAbove(material.poisson, 0.5))
      problems_.error(pointer + "/poisson",
                      fmt::format("{}: Poisson's ratio is {}, but it must be from 0 to 0.5", part_,
                                  material.poisson.value));
  }

  // Hertz's formula is that of two round bodies whose curvatures do not change along them.
  void checkMaterials(const ContactPair& contact, const char* word) {
    const Compliance& c = *contact.compliance;
    const std::string pointer = pointer_ + "/compliance/stiffness";
    if (!c.materialA || !c.materialB)
      return problems_.error(pointer, fmt::format("{}: the law '{}' needs a stiffness, or material_a and "
                                                  "material_b to compute it from",
                                                  part_, word));
    const bool isRound = contact.radius.value > 0 && !contact.outlineB &&
                         !std::holds_alternative<OutlineSurface>(contact.surface) &&
                         !std::holds_alternative<CurveSurface>(contact.surface);
    // A size or an exponent that is wrong itself has been told.
    if (!isRound && !isBelow(contact.radius, 0))
      problems_.error(pointer, fmt::format("{}: a stiffness follows from materials only for a circle "
                                           "(radius_b, journal) on a line, arc or circle; type the stiffness",
                                           part_));
    if ((c.exponent.value != 1.5 && !isBelow(c.exponent, 1)) || contact.law.value == ContactLaw::kelvinVoigt)
      problems_.error(pointer, fmt::format("{}: a stiffness that follows from materials belongs to the "
                                           "exponent 3/2; type the stiffness",
                                           part_));
  }

  void checkFrictionCurve(const ContactPair& contact) {
    const FrictionLaw law = contact.frictionLaw.value;
    if (contact.frictionCurve) checkNumbers(*contact.frictionCurve, contact.friction.value);
    if (law != FrictionLaw::lugre || !isCompliant(contact.law.value)) return;
    const std::string pointer = pointer_ + "/friction_curve/bristle_stiffness";
    if (!contact.frictionCurve || contact.frictionCurve->bristleStiffness.value == 0)
      problems_.error(pointer,
                      fmt::format("{}: the friction law 'lugre' needs bristles with a stiffness", part_));
    if (contact.friction.value == 0)
      problems_.error(
          pointer_ + "/friction",
          fmt::format("{}: the friction law 'lugre' needs a coefficient of friction above 0", part_));
  }

  void checkNumbers(const FrictionCurve& curve, double kinetic) {
    const std::string pointer = pointer_ + "/friction_curve";
    const auto atLeast = [&](const Quantity& quantity, double least, const char* key, const char* words) {
      if (isBelow(quantity, least))
        problems_.error(pointer + key, fmt::format("{}: the {} is {}, but it must be {} or more", part_,
                                                   words, quantity.value, least));
    };
    const auto positive = [&](const Quantity& quantity, const char* key, const char* words) {
      if (isNotPositive(quantity))
        problems_.error(pointer + key, fmt::format("{}: the {} is {}, but it must be positive", part_, words,
                                                   quantity.value));
    };
    if (curve.staticCoefficient)
      atLeast(*curve.staticCoefficient, kinetic, "/static_coefficient", "static coefficient of friction");
    positive(curve.fullSpeed, "/full_speed", "speed of full friction");
    atLeast(curve.thresholdSpeed, 0, "/threshold_speed", "threshold speed");
    if (curve.thresholdSpeed.value >= curve.fullSpeed.value && curve.fullSpeed.value > 0)
      problems_.error(
          pointer + "/threshold_speed",
          fmt::format("{}: friction begins at {:.6g} m/s of slip, but is to be all there at {:.6g} m/s",
                      part_, curve.thresholdSpeed.value, curve.fullSpeed.value));
    positive(curve.stribeckSpeed, "/stribeck_speed", "Stribeck speed");
    positive(curve.stribeckExponent, "/stribeck_exponent", "exponent of Stribeck's curve");
    atLeast(curve.decay, 0, "/decay", "decay");
    positive(curve.steepness, "/steepness", "steepness");
    atLeast(curve.viscous, 0, "/viscous", "viscous part");
    atLeast(curve.bristleStiffness, 0, "/bristle_stiffness", "stiffness of the bristles");
    atLeast(curve.bristleDamping, 0, "/bristle_damping", "damping of the bristles");
  }

  void checkOutlines(const ContactPair& contact) {
    if (std::holds_alternative<OutlineSurface>(contact.surface)) checkOutlineOf(contact.a, "/a");
    if (!contact.outlineB) {
      if (!contact.bodies.empty())
        problems_.error(
            pointer_ + "/bodies",
            fmt::format("{}: more bodies touch with their outlines only: set outline_b to true", part_));
      return;
    }
    checkOutlineOf(contact.b, "/b");
    if (contact.radius.value != 0)
      problems_.warn(
          pointer_ + "/radius_b",
          fmt::format("{}: the whole outline of {} touches; the circle is not used", part_, contact.b));
    for (std::size_t i = 0; i < contact.bodies.size(); ++i) {
      const std::string &other = contact.bodies[i], key = fmt::format("/bodies/{}", i);
      const auto first = contact.bodies.begin() + static_cast<std::ptrdiff_t>(i);
      if (other == contact.a || other == contact.b ||
          std::find(contact.bodies.begin(), first, other) != first)
        problems_.error(pointer_ + key, fmt::format("{}: {} is named twice", part_, other));
      else
        checkOutlineOf(other, key);
    }
  }

  // A body that is there and has a shape.
  void checkOutlineOf(const std::string& id, const std::string& key) {
    if (id == kFrame) {
      problems_.error(
          pointer_ + key,
          fmt::format("{}: the frame has no outline; give it a line, polyline, arc or circle", part_));
      return;
    }
    const int place = problems_.bodies().find(id);
    if (place < 0) {
      if (key != "/a" && key != "/b")
        problems_.error(pointer_ + key, fmt::format("{}: there is no body '{}'{}", part_, id,
                                                    suggestName(id, problems_.bodies().list())));
      return;
    }
    const Body& body = mechanism_.bodies[static_cast<std::size_t>(place)];
    if (!hasOutline(body)) {
      problems_.error(
          pointer_ + key,
          fmt::format("{}: body {} has no outline to touch with: give it outline points, a radius "
                      "(disc) or a length (bar)",
                      part_, id));
    } else if (crossesItself(body)) {
      problems_.error(pointer_ + key,
                      fmt::format("{}: the outline of body {} crosses or touches itself", part_, id));
    }
  }

  // One of its segments has no length, neighbours fold back onto each other, or others have a point in
  // common.
  static bool crossesItself(const Body& body) {
    const std::size_t n = body.outline.size();
    for (std::size_t i = 0; i < n; ++i) {
      const Point &a = body.outline[i], &b = body.outline[(i + 1) % n], &c = body.outline[(i + 2) % n];
      if (a.x.value == b.x.value && a.y.value == b.y.value) return true;
      if (calcSide(a, b, c) == 0 && !isBetween(a, b, c)) return true;
      for (std::size_t k = i + 2; k < n; ++k)
        if ((k + 1) % n != i && meet(a, b, body.outline[k], body.outline[(k + 1) % n])) return true;
    }
    return false;
  }

  static double calcSide(const Point& a, const Point& b, const Point& p) {
    return (b.x.value - a.x.value) * (p.y.value - a.y.value) -
           (b.y.value - a.y.value) * (p.x.value - a.x.value);
  }
  static bool meet(const Point& a, const Point& b, const Point& c, const Point& d) {
    return calcSide(a, b, c) * calcSide(a, b, d) <= 0 && calcSide(c, d, a) * calcSide(c, d, b) <= 0 &&
           (calcSide(a, b, c) != 0 || calcSide(a, b, d) != 0 || overlap(a, b, c, d));
  }
  static bool isBetween(const Point& a, const Point& b, const Point& c) {  // b, of three on one line
    return (b.x.value - a.x.value) * (c.x.value - b.x.value) +
               (b.y.value - a.y.value) * (c.y.value - b.y.value) >
           0;
  }
  static bool overlap(const Point& a, const Point& b, const Point& c, const Point& d) {  // on one line
    const auto apart = [](const Quantity& p, const Quantity& q, const Quantity& r, const Quantity& s) {
      return std::max(p.value, q.value) < std::min(r.value, s.value) ||
             std::max(r.value, s.value) < std::min(p.value, q.value);
    };
    return !apart(a.x, b.x, c.x, d.x) && !apart(a.y, b.y, c.y, d.y);
  }

  void check(const LineSurface& line, double) { checkSegment(line.from, line.to, "/to", "its line"); }

  void check(const PolylineSurface& line, double) {
    const bool closed = line.closed.value != 0;
    const std::size_t least = closed ? 3 : 2;
    if (line.points.size() < least)
      problems_.error(pointer_ + "/points",
                      fmt::format("{}: {} points make no {} line; it needs {} at least", part_,
                                  line.points.size(), closed ? "closed" : "open", least));
    const std::vector<Point>& points = line.points;
    for (std::size_t i = 0; i + 1 < points.size() + (closed ? 1 : 0); ++i) {
      const std::size_t next = (i + 1) % points.size();
      if (isPoint(points[i], points[next]))
        checkSegment(points[i], points[next], fmt::format("/points/{}", next),
                     fmt::format("segment {} of its line", i + 1));
    }
  }

  void check(const ArcSurface& arc, double radius) {
    checkRound(arc.radius, arc.side.value, radius);
    if (std::isfinite(arc.from.value) && std::isfinite(arc.to.value) &&
        std::remainder(arc.to.value - arc.from.value, 2 * std::numbers::pi) == 0)
      problems_.error(pointer_ + "/to",
                      fmt::format("{}: the arc begins and ends at the same angle; for a whole circle use the "
                                  "type circle",
                                  part_));
  }

  void check(const CircleSurface& circle, double radius) {
    checkRound(circle.radius, circle.side.value, radius);
  }

  void check(const OutlineSurface&, double) {}
  // The circle must fit into every hollow: there the centre keeps to a parallel curve, which has a corner
  // where it is nearer to the curve than the centre of curvature.
  void check(const CurveSurface& surface, double radius) {
    checkAngle(surface.axis, part_, pointer_ + "/axis", problems_);
    checkCurve(surface.curve, part_, pointer_ + "/curve", problems_);
    if (!isSound(surface.curve)) return;
    if (!isClosed(surface.curve))
      return problems_.error(
          pointer_ + "/curve",
          fmt::format("{}: the curve of a surface must be closed, the rim of a cam", part_));
    const Hollow hollow = findTightestHollow(surface.curve, surface.side.value == RoundSide::outside);
    if (radius > 0 && hollow.curvature * radius >= 1)
      problems_.error(pointer_ + "/radius_b",
                      fmt::format("{}: a circle of {} does not fit into the hollow of the curve near "
                                  "({}, {}), whose radius is {}",
                                  part_, writeLength(radius), writeLength(hollow.x), writeLength(hollow.y),
                                  writeLength(1 / hollow.curvature)));
  }

  void checkRound(const Quantity& surface, RoundSide side, double radius) {
    if (isNotPositive(surface))
      problems_.error(pointer_ + "/radius",
                      fmt::format("{}: the radius of the surface is {}, but it must be positive", part_,
                                  writeLength(surface.value)));
    else if (side == RoundSide::inside && radius >= surface.value)
      problems_.error(pointer_ + "/radius",
                      fmt::format("{}: a circle of {} has no room inside one of {}", part_,
                                  writeLength(radius), writeLength(surface.value)));
  }

  static bool isPoint(const Point& from, const Point& to) {
    return from.x.value == to.x.value && from.y.value == to.y.value;
  }
  void checkSegment(const Point& from, const Point& to, const std::string& key, const std::string& what) {
    if (isPoint(from, to)) problems_.error(pointer_ + key, fmt::format("{}: {} has no length", part_, what));
  }

  std::string writeLength(double metres) const { return makeTyped(metres, "m", mechanism_.units, 6).text; }

  const Mechanism& mechanism_;
  ProblemList& problems_;
  std::string part_, pointer_;  // of the contact in hand
};

}  // namespace

void checkContacts(const Mechanism& mechanism, ProblemList& problems) {
  ContactCheck check(mechanism, problems);
  for (std::size_t i = 0; i < mechanism.contacts.size(); ++i)
    check.run(mechanism.contacts[i], fmt::format("/contacts/{}", i));
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i)
    check.run(mechanism.joints[i], fmt::format("/joints/{}", i));
}

}  // namespace clank
