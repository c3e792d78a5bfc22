// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/io/linkage_model.h"
#include "core/io/number_text.h"

namespace clank {

namespace {

struct ActuatorSpan {
  Spot from, to;
  double length = 0, reach = 0;  // m
};
ActuatorSpan measureActuator(const LinkageModel& model, const LinkageLink& link) {
  ActuatorSpan span;
  span.from = model.connector(link.connectors[0]).at;
  span.to = model.connector(link.connectors[1]).at;
  span.length = std::hypot(span.to.x - span.from.x, span.to.y - span.from.y);
  span.reach = std::abs(link.actuator->reach.value_or(span.length / 2));
  return span;
}

Quantity toMillimetresPerSecond(double speed) {
  Quantity quantity(speed);
  quantity.text = toShortestText(1000 * speed) + " mm/s";
  return quantity;
}

// begin: the joint coordinate as drawn, m.
void driveActuator(LinkageModel& model, const LinkageLink& link, const std::string& joint, double begin,
                   double reach) {
  const double cycles = link.actuator->cycles;
  Drive drive;
  drive.id = makeLinkageId("input", link.id) + "_length";
  drive.joint = joint;
  drive.kind = ConstantSpeed{};  // which holds it
  if (reach > 0 && cycles != 0) {
    Reverse motion;
    motion.to = toMillimetres(begin + std::copysign(reach, cycles));
    motion.speed = toMillimetresPerSecond(2 * reach * std::abs(cycles) / 60);
    drive.kind = motion;
    model.slowest = std::max(model.slowest, 60 / std::abs(cycles));
  }
  model.updMechanism().drives.push_back(drive);
  if (link.byHand)
    model.note(fmt::format("{} is moved by hand in Linkage: it moves with its speed", link.title()));
}

}  // namespace

void makeCylinder(LinkageModel& model, const LinkageLink& link) {
  const ActuatorSpan span = measureActuator(model, link);
  const std::string rodName = link.name.empty() ? "" : link.name + " rod";
  DrawnLink tube = makeDrawnLink(makeLinkageId("tube", link.id), link.name, {span.from, span.to});
  DrawnLink rod = makeDrawnLink(makeLinkageId("rod", link.id), rodName, {span.from, span.to});
  rod.body.width = toMillimetres(tube.body.width.value / 2);
  Joint joint =
      makeDrawnJoint(makeLinkageId("actuator", link.id), Prismatic{}, tube.place, rod.place, span.to);
  joint.name = link.name;
  driveActuator(model, link, joint.id, 0, span.reach);
  model.updMechanism().joints.push_back(std::move(joint));
  for (DrawnLink* drawn : {&tube, &rod}) model.updMechanism().bodies.push_back(std::move(drawn->body));
  model.bodies[link.id] = tube.place;
  model.rods[link.id] = rod.place;
}

void makeTelescope(LinkageModel& model, const LinkageLink& link) {
  const LinkageConnector &from = model.connector(link.connectors[0]),
                         &to = model.connector(link.connectors[1]);
  for (const LinkPlace& a : model.listPlaces(from))
    for (const LinkPlace& b : model.listPlaces(to)) {
      if (model.areOne(a.body, b.body)) continue;
      const ActuatorSpan span = measureActuator(model, link);
      Joint joint = makeDrawnJoint(makeLinkageId("actuator", link.id), Telescope{}, a, b, from.at);
      joint.name = link.name;
      joint.atB = toMillimetres(b.toLocal(to.at));
      driveActuator(model, link, joint.id, span.length, span.reach);
      model.updMechanism().joints.push_back(std::move(joint));
      for (const int id : link.connectors) model.told.insert(id);
      return model.note("actuators between two parts have no mass");
    }
  model.note(
      fmt::format("{} is an actuator between parts that are fastened to each other: left out", link.title()));
}

}  // namespace clank
