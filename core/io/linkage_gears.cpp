// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/io/linkage_model.h"

namespace clank {

namespace {

constexpr double kUsualWheel = 30;        // units of the file, radius of a wheel that meshes with none
constexpr double kWheelThickness = 0.01;  // m
constexpr double kWheelDensity = 7850;    // kg/m3, steel

// The wheels of a ratio with their radii. The centres of gears lie apart by both radii; those of a chain
// whose sizes are no radii by twice as much.
struct WheelPair {
  const LinkageLink *a = nullptr, *b = nullptr;
  Spot centerA, centerB;
  double radiusA = 0, radiusB = 0, distance = 0;  // m
};

struct NoPair {
  std::string why;
};

const LinkageLink* findWheel(const LinkageModel& model, const LinkageRatio::Wheel& wheel) {
  const LinkageLink* link = model.file.findLink(wheel.link);
  return link && link->gear && !link->drawn && !link->connectors.empty() ? link : nullptr;
}

tl::expected<WheelPair, NoPair> findPair(const LinkageModel& model, const LinkageRatio& ratio) {
  const auto none = [](std::string why) { return tl::unexpected(NoPair{std::move(why)}); };
  if (ratio.wheels.size() != 2) return none("it has not two wheels");
  WheelPair pair;
  pair.a = findWheel(model, ratio.wheels[0]);
  pair.b = findWheel(model, ratio.wheels[1]);
  for (const auto* wheel : {&ratio.wheels[0], &ratio.wheels[1]})
    if (!findWheel(model, *wheel)) return none(fmt::format("link {} is no gear", wheel->link));
  if (pair.a == pair.b) return none("both wheels are the same");
  const double sizeA = ratio.wheels[0].size, sizeB = ratio.wheels[1].size;
  if (!(sizeA > 0) || !(sizeB > 0)) return none("a size is not positive");
  pair.centerA = model.connector(pair.a->connectors[0]).at;
  pair.centerB = model.connector(pair.b->connectors[0]).at;
  const Spot apart = pair.centerB - pair.centerA;
  pair.distance = std::hypot(apart.x, apart.y);
  if (pair.distance == 0) return none("both wheels have the same centre");
  const double unit = ratio.sizeIsRadius ? 1 : pair.distance / (sizeA + sizeB) / (ratio.chain ? 2 : 1);
  pair.radiusA = sizeA * unit;
  pair.radiusB = sizeB * unit;
  return pair;
}

// What holds the line of centres: a link with both, or the frame.
std::optional<std::string> findCarrier(const LinkageModel& model, const WheelPair& pair) {
  const int hubA = pair.a->connectors[0], hubB = pair.b->connectors[0];
  const auto has = [](const LinkageLink& link, int id) {
    return std::ranges::find(link.connectors, id) != link.connectors.end();
  };
  for (const LinkageLink& link : model.file.links)
    if (const auto body = model.bodies.find(link.id);
        body != model.bodies.end() && !link.gear && has(link, hubA) && has(link, hubB))
      return body->second.body;
  if (model.connector(hubA).anchor && model.connector(hubB).anchor) return kFrame;
  return std::nullopt;
}

// A belt runs around both wheels. Where one lies inside of the other there is none: a pinion in a ring with
// the same ratio turns as they do.
JointKind makeChain(const WheelPair& pair, const std::string& carrier) {
  const double difference = std::abs(pair.radiusA - pair.radiusB);
  if (pair.distance > difference) {
    Belt belt;
    belt.radiusA = toMillimetres(pair.radiusA);
    belt.radiusB = toMillimetres(pair.radiusB);
    belt.carrier = carrier;
    return belt;
  }
  Gear gear;
  gear.radiusA = toMillimetres(pair.radiusA * pair.distance / difference);
  gear.radiusB = toMillimetres(pair.radiusB * pair.distance / difference);
  gear.mesh = Mesh::internal;
  gear.carrier = carrier;
  return gear;
}

JointKind makeGears(const WheelPair& pair, const std::string& carrier) {
  Gear gear;
  gear.radiusA = toMillimetres(pair.radiusA);
  gear.radiusB = toMillimetres(pair.radiusB);
  gear.carrier = carrier;
  return gear;
}

// Why it is left out, or nothing.
std::string makeRatio(LinkageModel& model, const LinkageRatio& ratio, const std::string& id) {
  const auto pair = findPair(model, ratio);
  if (!pair) return pair.error().why;
  const auto carrier = findCarrier(model, *pair);
  if (!carrier) return "no link has both centres";
  const LinkPlace &a = model.bodies.at(pair->a->id), &b = model.bodies.at(pair->b->id);
  if (model.areOne(a.body, *carrier) || model.areOne(b.body, *carrier))
    return "a wheel is fastened to what holds both centres";
  if (model.areOne(a.body, b.body)) return "both wheels are fastened to each other";
  Joint joint = makeDrawnJoint(id, ratio.chain ? makeChain(*pair, *carrier) : makeGears(*pair, *carrier), a,
                               b, pair->centerA);
  joint.atB = toMillimetres(b.toLocal(pair->centerB));
  if (ratio.chain && std::holds_alternative<Gear>(joint.kind))
    model.note(fmt::format("{}: one wheel lies inside of the other: gears with the same ratio", id));
  model.updMechanism().joints.push_back(std::move(joint));
  return "";
}

}  // namespace

void makeWheel(LinkageModel& model, const LinkageLink& link) {
  double radius = 0;
  for (const LinkageRatio& ratio : model.file.ratios)
    if (const auto pair = findPair(model, ratio))
      radius = std::max({radius, pair->a == &link ? pair->radiusA : 0, pair->b == &link ? pair->radiusB : 0});
  if (radius == 0) radius = kUsualWheel * model.file.unit;
  const Spot center = model.connector(link.connectors[0]).at;
  Body body;
  body.id = makeLinkageId("link", link.id);
  body.name = link.name;
  body.pose.x = toMillimetres(center.x);
  body.pose.y = toMillimetres(center.y);
  body.radius = toMillimetres(radius);
  body.thickness = toMillimetres(kWheelThickness);
  body.density = kWheelDensity;
  model.bodies[link.id] = {body.id, center, 0};
  model.updMechanism().bodies.push_back(std::move(body));
  model.note("gears and wheels are discs of steel, 1 cm thick");
}

void makeRatios(LinkageModel& model) {
  int index = 0;
  for (const LinkageRatio& ratio : model.file.ratios) {
    const std::string id = makeLinkageId(ratio.chain ? "chain" : "gears", ++index);
    if (const std::string why = makeRatio(model, ratio, id); !why.empty())
      model.note(fmt::format("{}: {}: left out", id, why));
  }
}

}  // namespace clank
