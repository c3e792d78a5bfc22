// SPDX-License-Identifier: GPL-3.0-or-later
// Links that bend: what they are made of, and what cannot be attached to them yet.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/model/bar_stations.h"
#include "core/model/checks.h"
#include "core/model/divide_bar.h"
#include "core/model/touches.h"
#include "core/support/overloaded.h"

namespace clank {

namespace {

class FlexibleCheck {
 public:
  FlexibleCheck(const Mechanism& mechanism, const Body& body, std::string pointer, ProblemList& problems)
      : mechanism_(mechanism),
        body_(body),
        link_(*body.flexible),
        pointer_(std::move(pointer)),
        problems_(problems) {}

  void run() {
    if (!body_.length)
      error("/length", "a flexible link needs its length");
    else
      checkPositive(*body_.length, "/length", "length");
    refuse(body_.mass, "mass", "follows from section and material");
    refuse(body_.inertia, "inertia", "follows from section and material");
    refuse(body_.section, "section", "is given under flexible");
    refuse(body_.density, "density", "is that of the material under flexible");
    refuse(body_.thickness, "thickness", "belongs to a disc, and only bars bend");
    if (body_.center != Point{}) error("/center", "the centre of a flexible link is at half its length");
    if (isAbove(body_.radius, 0)) error("/radius", "a disc cannot be flexible; only bars bend");
    if (!body_.outline.empty()) error("/outline", "a plate cannot be flexible; only bars bend");
    checkSection();
    checkMaterial();
    checkCount(link_.modes, "modes", 0, kMostBendingModes);
    checkCount(link_.axialModes, "axial_modes", 0, kMostAxialModes);
    checkDamping();
    if (isOfRods(link_)) return checkRods();
    checkStations();
    if (!link_.foreshortening && link_.modes.value > 0)
      problems_.warn(
          pointer_ + "/flexible/foreshortening",
          fmt::format("body {}: without foreshortening nothing stiffens it as it turns; at turning speeds "
                      "near its first natural frequency it bends without end",
                      body_.id));
  }

 private:
  void error(const std::string& where, const std::string& what) {
    problems_.error(pointer_ + where, fmt::format("body {}: {}", body_.id, what));
  }
  void refuse(const std::optional<Quantity>& typed, const std::string& key, const char* instead) {
    if (typed) error("/" + key, fmt::format("the {} of a flexible link {}; leave it out", key, instead));
  }
  bool checkPositive(const Quantity& quantity, const std::string& where, const std::string& words) {
    if (!isNotPositive(quantity)) return std::isfinite(quantity.value);
    error(where, fmt::format("the {} must be positive", words));
    return false;
  }
  void checkNotNegative(const Quantity& quantity, const std::string& where, const std::string& words) {
    if (isBelow(quantity, 0)) error(where, fmt::format("the {} is negative", words));
  }

  void checkSection() {
    const std::string at = "/flexible/section/";
    const Overloaded check{
        [&](const RoundSection& s) { checkPositive(s.diameter, at + "diameter", "diameter"); },
        [&](const TubeSection& s) {
          const bool hasDiameter = checkPositive(s.diameter, at + "diameter", "diameter");
          const bool hasWall = checkPositive(s.wall, at + "wall", "wall");
          if (hasDiameter && hasWall && 2 * s.wall.value > s.diameter.value)
            error(at + "wall", "the wall is thicker than half the diameter");
        },
        [&](const RectangleSection& s) {
          checkPositive(s.height, at + "height", "height");
          checkPositive(s.width, at + "width", "width");
        },
        [&](const IBeamSection& s) {
          const bool hasHeight = checkPositive(s.height, at + "height", "height");
          const bool hasFlange = checkPositive(s.flange, at + "flange", "flange");
          if (hasHeight && hasFlange && 2 * s.flange.value > s.height.value)
            error(at + "flange", "the flanges are thicker than half the height");
          const bool hasWidth = checkPositive(s.width, at + "width", "width");
          const bool hasWeb = checkPositive(s.web, at + "web", "web");
          if (hasWidth && hasWeb && s.web.value > s.width.value)
            error(at + "web", "the web is thicker than the flanges are wide");
        },
        [&](const TypedSection& s) {
          checkPositive(s.area, at + "area", "area");
          checkPositive(s.secondMoment, at + "second_moment", "second moment of area");
          checkNotNegative(s.height, at + "height", "height");
        }};
    std::visit(check, link_.section.kind);
  }

  void checkMaterial() {
    const std::string at = "/flexible/material/";
    const BeamMaterial& material = link_.material;
    const auto check = [&](const std::optional<Quantity>& typed, const std::string& key, bool needed) {
      if (typed)
        checkPositive(*typed, at + key, key);
      else if (needed && material.name.value == MaterialName::typed)
        error(at + key, fmt::format("a material of type 'typed' needs its {}", key));
    };
    check(material.young, "young", true);
    check(material.density, "density", true);
    check(material.yield, "yield", false);
  }

  // Springs between rods damp by their own speeds alone.
  void checkRods() {
    checkCount(link_.rods, "rods", 2, kMostRods);
    const auto* rayleigh = std::get_if<RayleighDamping>(&link_.damping.kind);
    if (std::holds_alternative<DampingRatio>(link_.damping.kind) || (rayleigh && isAbove(rayleigh->alpha, 0)))
      error("/flexible/damping", "rods are damped by beta of Rayleigh's damping alone");
  }

  // What joints and forces ask for has its place among the modes.
  void checkStations() {
    if (link_.basis.value != ModeBasis::craigBampton || !body_.length || isNotPositive(*body_.length) ||
        !std::isfinite(body_.length->value))
      return;
    const std::size_t shapes = countStaticShapes(listStations(mechanism_, body_));
    const double modes = link_.modes.value;
    if (!(modes + static_cast<double>(shapes) > kMostBendingModes) || modes > kMostBendingModes) return;
    error(
        "/flexible/modes",
        fmt::format("what is attached to it asks for {} static shapes, and with {} modes these are more than "
                    "the {} that a link has: take at most {} modes, or another basis",
                    shapes, modes, kMostBendingModes,
                    shapes < kMostBendingModes ? kMostBendingModes - static_cast<int>(shapes) : 0));
  }

  void checkCount(const Quantity& count, const std::string& key, int least, int most) {
    const double n = count.value;
    if (std::isfinite(n) && (n < least || n > most || n != std::floor(n)))
      error("/flexible/" + key,
            fmt::format("{} is {}; it must be a whole number from {} to {}", key, n, least, most));
  }

  void checkDamping() {
    const std::string at = "/flexible/damping/";
    std::visit(
        Overloaded{[](const NoDamping&) {},
                   [&](const DampingRatio& d) { checkNotNegative(d.ratio, at + "ratio", "damping ratio"); },
                   [&](const RayleighDamping& d) {
                     checkNotNegative(d.alpha, at + "alpha", "damping alpha");
                     checkNotNegative(d.beta, at + "beta", "damping beta");
                   }},
        link_.damping.kind);
  }

  const Mechanism& mechanism_;
  const Body& body_;
  const FlexibleLink& link_;
  const std::string pointer_;
  ProblemList& problems_;
};

// What acts on the section of a flexible link at a point is known to it; what acts on a body as a whole, or
// leans on its surface, is not.
class AttachmentCheck {
 public:
  AttachmentCheck(const Mechanism& mechanism, ProblemList& problems)
      : mechanism_(mechanism), problems_(problems) {
    for (const Body& body : mechanism.bodies)
      if (body.flexible && !isOfRods(*body.flexible)) flexible_.insert(body.id);
  }

  void run() {
    if (flexible_.empty()) return;
    for (std::size_t i = 0; i < mechanism_.joints.size(); ++i)
      checkGuide(mechanism_.joints[i], fmt::format("/joints/{}", i));
    const SurfaceIndex surfaces(mechanism_);
    for (std::size_t i = 0; i < mechanism_.contacts.size(); ++i)
      check(surfaces.withShape(mechanism_.contacts[i]), fmt::format("/contacts/{}", i));
    for (std::size_t i = 0; i < mechanism_.surfaces.size(); ++i)
      check(mechanism_.surfaces[i], fmt::format("/surfaces/{}", i));
    if (mechanism_.simulation.integrator.value == IntegratorKind::moreauJean)
      problems_.error("/simulation/integrator",
                      fmt::format("body {} is flexible: moreau_jean steps rigid bodies only; choose dop853",
                                  *flexible_.begin()));
  }

 private:
  bool isFlexible(const std::string& body) const { return flexible_.contains(body); }
  void refuse(const std::string& body, const std::string& pointer, const std::string& what) {
    if (isFlexible(body))
      problems_.error(pointer,
                      fmt::format("{} cannot be attached to body {}, which is flexible", what, body));
  }

  void check(const DrawnSurface& surface, const std::string& pointer) {
    if (!isFlexible(surface.body) || surface.active.value == 0) return;
    for (const Body& body : mechanism_.bodies)
      if (body.touches.value != Touches::nothing && body.id != surface.body)
        return problems_.warn(pointer, fmt::format("surface {} is on body {}, which is flexible: points meet "
                                                   "it that a contact names, and solid bodies pass it",
                                                   surface.id, surface.body));
  }

  void check(const ContactPair& contact, const std::string& pointer) {
    checkEdge(contact, pointer);
    if (!contact.outlineB && !std::holds_alternative<OutlineSurface>(contact.surface)) return;
    refuse(contact.b, pointer + "/b", fmt::format("contact {} with outlines", contact.id));
    for (std::size_t i = 0; i < contact.bodies.size(); ++i)
      refuse(contact.bodies[i], fmt::format("{}/bodies/{}", pointer, i),
             fmt::format("contact {} with outlines", contact.id));
  }

  // A guide along a bent link leads and may be driven, but nothing holds or rubs along it.
  void checkGuide(const Joint& joint, const std::string& pointer) {
    if (!isFlexible(joint.a) || !leadsAlongLink(joint.kind)) return;
    const auto tell = [&](const std::string& where, const char* what) {
      problems_.error(where, fmt::format("joint {} leads along body {}, which is flexible, and has no {} "
                                         "along a bent link",
                                         joint.id, joint.a, what));
    };
    if (joint.friction) tell(pointer + "/friction", "friction");
    if (joint.metamorphic) tell(pointer + "/metamorphic", "phases");
  }

  // The edges of a bar are lines along it.
  void checkEdge(const ContactPair& contact, const std::string& pointer) {
    if (!isFlexible(contact.a)) return;
    const auto* line = std::get_if<LineSurface>(&contact.surface);
    const auto place = static_cast<std::size_t>(problems_.bodies().find(contact.a));
    const double length = mechanism_.bodies[place].length.value_or(Quantity(0)).value;
    const auto isOnLink = [&](const Point& p) { return p.x.value >= 0 && p.x.value <= length; };
    if (line && line->from.y.value == line->to.y.value && isOnLink(line->from) && isOnLink(line->to)) return;
    problems_.error(pointer + "/surface",
                    fmt::format("contact {}: body {} is flexible, and what touches it must touch an edge: a "
                                "line along its x axis, between 0 and its length",
                                contact.id, contact.a));
  }

  const Mechanism& mechanism_;
  ProblemList& problems_;
  std::set<std::string> flexible_;
};

}  // namespace

// What stands in the way of rods is told where it is met; with other errors there is nothing to divide.
void checkRods(const Mechanism& mechanism, ProblemList& problems) {
  if (problems.hasError()) return;
  if (const auto divided = divideFlexible(mechanism); !divided)
    problems.error(divided.error().front().where, divided.error().front().what);
}

void checkFlexible(const Mechanism& mechanism, ProblemList& problems) {
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i)
    if (mechanism.bodies[i].flexible)
      FlexibleCheck(mechanism, mechanism.bodies[i], fmt::format("/bodies/{}", i), problems).run();
  AttachmentCheck(mechanism, problems).run();
}

}  // namespace clank
