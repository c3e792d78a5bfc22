// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/model/checks.h"
#include "core/model/loops.h"
#include "core/model/touches.h"

namespace clank {

namespace {

struct MassDatum {
  const char* key;
  const std::optional<Quantity>& value;
};

class BodyCheck {
 public:
  BodyCheck(const Body& body, std::string pointer, ProblemList& problems)
      : body_(body), pointer_(std::move(pointer)), problems_(problems) {}

  void run() {
    if (!body_.flexible) checkMassData();
    checkAngle(body_.pose.angle, fmt::format("body {}", body_.id), pointer_ + "/pose/angle", problems_);
    if (isBelow(body_.width, 0))
      problems_.error(pointer_ + "/width", fmt::format("body {}: the drawn width is negative", body_.id));
    if (isBelow(body_.radius, 0))
      problems_.error(pointer_ + "/radius", fmt::format("body {}: its radius is negative", body_.id));
    if (isBelow(body_.fillet, 0))
      problems_.error(pointer_ + "/fillet",
                      fmt::format("body {}: the fillet of its corners is negative", body_.id));
    if (!body_.outline.empty() && body_.outline.size() < 3)
      problems_.error(pointer_ + "/outline",
                      fmt::format("body {}: an outline needs at least three points, this has {}", body_.id,
                                  body_.outline.size()));
  }

 private:
  void checkMassData() {
    const std::array<MassDatum, 2> typed{{{"mass", body_.mass}, {"inertia", body_.inertia}}};
    const std::array<MassDatum, 3> rod{
        {{"length", body_.length}, {"section", body_.section}, {"density", body_.density}}};
    const std::array<MassDatum, 2> disc{{{"thickness", body_.thickness}, {"density", body_.density}}};
    const bool anyTyped = std::any_of(typed.begin(), typed.end(), isGiven);
    const bool anyShape = isGiven(disc[0]) || std::any_of(rod.begin(), rod.end(), isGiven);
    // A length alone is how the body is drawn.
    const bool anyWeight = isGiven(disc[0]) || isGiven(rod[1]) || isGiven(rod[2]);
    const bool isDisc = isAbove(body_.radius, 0) && !body_.length && !body_.section;
    const char* const shape = isDisc ? "thickness and density" : "length, section and density";
    if (!anyTyped && !anyShape) {
      problems_.error(pointer_, fmt::format("body {} has no mass: give {}, or {}", body_.id,
                                            isDisc ? "its mass" : "mass and inertia", shape));
    } else if (anyTyped && anyWeight) {
      problems_.error(pointer_, fmt::format("body {} has its mass twice: give either mass and inertia, or {}",
                                            body_.id, shape));
    } else if (anyTyped) {
      if (!isAbove(body_.radius, 0) || !body_.mass) checkComplete(typed);
    } else {
      if (isDisc)
        checkComplete(disc);
      else
        checkComplete(rod);
      if (body_.center != Point{})
        problems_.warn(pointer_ + "/center", fmt::format("body {}: center has no effect on {}", body_.id,
                                                         isDisc ? "a disc; its centre is the origin"
                                                                : "a rod; its centre is at half its length"));
    }
    if (body_.thickness && !isDisc)
      problems_.error(
          pointer_ + "/thickness",
          fmt::format("body {}: thickness belongs to a disc; give it a radius, or leave it out", body_.id));
    checkPositive(typed);
    checkPositive(rod);
    checkPositive(std::array<MassDatum, 1>{disc[0]});
    checkProduct();
  }

  static bool isGiven(const MassDatum& datum) { return datum.value.has_value(); }

  template <std::size_t N>
  void checkComplete(const std::array<MassDatum, N>& data) {
    std::vector<std::string> given, missing;
    for (const MassDatum& datum : data) (datum.value ? given : missing).emplace_back(datum.key);
    if (missing.empty()) return;
    problems_.error(pointer_, fmt::format("body {} has {} but no {}", body_.id, fmt::join(given, " and "),
                                          fmt::join(missing, " and no ")));
  }

  template <std::size_t N>
  void checkPositive(const std::array<MassDatum, N>& data) {
    for (const MassDatum& datum : data) {
      if (!datum.value || !isNotPositive(*datum.value)) continue;
      allPositive_ = false;
      const bool zero = datum.value->value == 0;
      problems_.error(fmt::format("{}/{}", pointer_, datum.key),
                      fmt::format("body {}: the {} is {}, but it must be positive{}", body_.id, datum.key,
                                  zero ? "zero" : "negative", zero ? suggestInstead(datum.key) : ""));
    }
  }

  // Forces would move what has no mass infinitely fast, unless joints hold it; even then a small mass does no
  // harm.
  static const char* suggestInstead(std::string_view key) {
    if (key == "mass")
      return "; give it a small mass, or draw a rod without mass as a joint of type distance";
    return key == "inertia" ? "; give it a small inertia, such as mass radius^2/2 of the pin" : "";
  }

  // Positive numbers whose product leaves the range of the computer.
  void checkProduct() {
    const MassProperties properties = calcMassProperties(body_);
    if (!allPositive_ || !hasMass(body_)) return;
    if (std::isnan(properties.mass) || std::isnan(properties.inertia)) return;
    const auto isTooLarge = [](double value) { return value > 1 && !std::isnormal(1 / value); };
    if (isTooLarge(properties.mass) || isTooLarge(properties.inertia))
      problems_.error(pointer_,
                      fmt::format("body {}: mass or inertia is too large to compute with", body_.id));
    else if (!std::isnormal(1 / properties.mass) || !std::isnormal(1 / properties.inertia))
      problems_.error(pointer_,
                      fmt::format("body {}: mass or inertia is too small to compute with", body_.id));
  }

  const Body& body_;
  const std::string pointer_;
  ProblemList& problems_;
  bool allPositive_ = true;
};

// Bodies that joints and ropes hold, and contacts catch.
std::unordered_set<std::string> listHeld(const Mechanism& mechanism) {
  std::unordered_set<std::string> held;
  const auto addEnds = [&](const auto& part) { held.insert({part.a, part.b}); };
  for (const Joint& joint : mechanism.joints) addEnds(joint);
  const SurfaceIndex surfaces(mechanism);
  for (const ContactPair& contact : mechanism.contacts) {
    if (!contact.b.empty()) held.insert({surfaces.findCarrier(contact), contact.b});
    held.insert(contact.bodies.begin(), contact.bodies.end());
  }
  for (const Body& body : mechanism.bodies)
    if (body.touches.value != Touches::nothing) held.insert(body.id);
  for (const ForceElement& force : mechanism.forces)
    if (const auto* rope = std::get_if<Rope>(&force.kind)) {
      addEnds(*rope);
      for (const RopeRing& ring : rope->rings) held.insert(ring.body);
    }
  return held;
}

// Links of a loop all of whose joints are pins in one point.
std::unordered_set<std::string> listWithoutLength(const Mechanism& mechanism) {
  std::unordered_map<std::string, std::vector<Point>> pins;
  for (const Loop& loop : findLoops(mechanism))
    for (const std::string& body : loop.bodies) pins[body];
  const auto add = [&](const Joint& joint, const std::string& body, const Point& at) {
    const auto points = pins.find(body);
    if (points == pins.end()) return;
    if (std::holds_alternative<Revolute>(joint.kind))
      points->second.push_back(at);
    else
      pins.erase(points);
  };
  for (const Joint& joint : mechanism.joints) {
    add(joint, joint.a, joint.atA);
    if (joint.b != joint.a) add(joint, joint.b, joint.atB);
  }
  std::unordered_set<std::string> none;
  for (const auto& [body, points] : pins)
    if (points.size() > 1 &&
        std::all_of(points.begin(), points.end(), [&first = points.front()](const Point& p) {
          return p.x.value == first.x.value && p.y.value == first.y.value;
        }))
      none.insert(body);
  return none;
}

}  // namespace

void checkBodies(const Mechanism& mechanism, ProblemList& problems) {
  if (mechanism.bodies.empty())
    problems.error("/bodies", "the mechanism has no bodies: there is nothing that can move");
  const std::unordered_set<std::string> held = listHeld(mechanism),
                                        withoutLength = listWithoutLength(mechanism);
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
    const Body& body = mechanism.bodies[i];
    const std::string pointer = fmt::format("/bodies/{}", i);
    BodyCheck(body, pointer, problems).run();
    if (!held.contains(body.id))
      problems.warn(pointer,
                    fmt::format("body {} has no joint, no rope and no contact: nothing holds it", body.id));
    if (withoutLength.contains(body.id))
      problems.warn(
          pointer,
          fmt::format("body {} has all its joints in one point: as a link it has no length", body.id));
  }
}

}  // namespace clank
