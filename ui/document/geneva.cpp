// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/geneva.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "ui/document/frame_pin.h"
#include "ui/document/plate_mass.h"

namespace clank {
namespace {

constexpr double kHalfTurn = std::numbers::pi;
constexpr double kUsualPin = 0.0566;   // of the distance of the shafts
constexpr double kLeastDisc = 6.5;     // radii of the crank and the pin: the disc keeps a rim
constexpr double kSlotPlay = 0.0125;   // of the radius of the pin, to either side
constexpr double kDiscPlay = 0.00113;  // of the distance: between disc and hollow

// The pin enters a slot along it where crank and slot are square to each other: the triangle of the two
// shafts and the pin has a right angle at the pin and, with the slots 2 beta = 2pi/n apart, the angle beta at
// the wheel. So the crank is C sin(beta) long, and the mouth of a slot lies at C cos(beta) from the wheel's
// shaft. From there the foot of the crank's shaft on the slot is the mouth itself, a away; the disc of radius
// r lies in a hollow that ends there, a - r beside the middle of the slot. The disc is cut out by pi/2 - beta
// to either side of the pin: as the pin enters, its edge lies on the line of the shafts and lets the wheel
// go.
struct GenevaShape {
  explicit GenevaShape(const GenevaPlan& plan)
      : slotCount(plan.slotCount),
        distance(plan.distance),
        beta(kHalfTurn / plan.slotCount),
        crank(plan.distance * std::sin(beta)),
        mouth(plan.distance * std::cos(beta)),
        pin(plan.pin > 0 ? plan.pin : suggestGenevaPin(plan.slotCount, plan.distance)),
        disc(crank - 3 * pin),
        cut(kHalfTurn / 2 - beta),
        bottom(distance - crank - 1.3 * pin) {}
  int slotCount;
  double distance, beta, crank, mouth, pin, disc, cut, bottom;  // m, rad
};

PlanePoint polar(double radius, double angle) {
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

// The disc with its cut, and the arm that carries the pin.
std::vector<PlanePoint> makeCrankOutline(const GenevaShape& s) {
  constexpr int kSteps = 24;
  std::vector<PlanePoint> corners;
  for (int i = 0; i <= kSteps; ++i)
    corners.push_back(polar(s.disc, s.cut + 2 * (kHalfTurn - s.cut) * i / kSteps));
  const double neck = std::min(0.37, 0.9 * std::cos(s.cut)) * s.disc,
               half = std::min(1.5 * s.pin, 0.5 * s.disc);
  for (const PlanePoint p : {PlanePoint{neck, -half},
                             {s.crank, -half},
                             {s.crank + s.pin, -0.7 * half},
                             {s.crank + 1.5 * s.pin, 0},
                             {s.crank + s.pin, 0.7 * half},
                             {s.crank, half},
                             {neck, half}})
    corners.push_back(p);
  return corners;
}

// Slot by slot counter-clockwise: bottom, mouth with a chamfer, the hollow behind it. The hollow holds the
// wheel by its two ends; its middle lies a little deeper.
std::vector<PlanePoint> makeWheelOutline(const GenevaShape& s) {
  constexpr int kSteps = 10;
  const double half = s.pin * (1 + kSlotPlay), play = kDiscPlay * s.distance;
  std::vector<PlanePoint> corners;
  for (int k = 0; k < s.slotCount; ++k) {
    const double slot = kHalfTurn + s.beta + 2 * s.beta * k, hollow = slot + s.beta;
    const auto add = [&](double along, double aside) {
      corners.push_back(
          {along * std::cos(slot) - aside * std::sin(slot), along * std::sin(slot) + aside * std::cos(slot)});
    };
    const double first = s.mouth + 0.125 * s.pin, tip = s.mouth + 0.5 * s.pin;
    add(tip, -half - s.pin / 9);
    add(first, -half);
    add(s.bottom, -half);
    add(s.bottom, half);
    add(first, half);
    add(tip, half + s.pin / 9);
    // About the shaft of the crank as it would lie before this hollow.
    const PlanePoint middle = polar(s.distance, hollow);
    for (int i = 0; i <= kSteps; ++i) {
      const bool isEnd = i == 0 || i == kSteps;
      const double radius = s.disc + (isEnd ? 1 : 5) * play;
      const double angle = hollow + kHalfTurn + s.cut - 2 * s.cut * i / kSteps;
      const PlanePoint p = polar(radius, angle);
      corners.push_back({middle.x + p.x, middle.y + p.y});
    }
  }
  return corners;
}

void addContacts(Mechanism& m, const GenevaShape& s) {
  DrawnSurface disc;
  disc.id = "geneva_disc";
  disc.body = "crank";
  disc.kind = ArcSurface{{}, s.disc, s.cut, 2 * kHalfTurn - s.cut, RoundSide::outside};
  m.surfaces.push_back(disc);
  ContactPair mouths;
  mouths.id = "geneva_slots";
  mouths.a = "wheel";
  mouths.b = "crank";
  mouths.atB = {s.crank, 0.0};
  mouths.radius = s.pin;
  mouths.restitution = 0.2;
  mouths.surface = OutlineSurface{};
  ContactPair hollows;
  hollows.id = "geneva_hollows";
  hollows.b = "wheel";
  hollows.outlineB = true;
  hollows.restitution = 0.2;
  hollows.surface = NamedSurface{disc.id};
  m.contacts = {mouths, hollows};
}

}  // namespace

double suggestGenevaPin(int slotCount, double distance) {
  const double crank = distance * std::sin(kHalfTurn / slotCount);
  return std::min(kUsualPin * distance, crank / kLeastDisc);
}

std::string explainGeneva(const GenevaPlan& plan) {
  if (plan.slotCount < kFewestSlots || plan.slotCount > kMostSlots)
    return "a Geneva wheel has " + std::to_string(kFewestSlots) + " to " + std::to_string(kMostSlots) +
           " slots";
  if (!(plan.distance > 0)) return "the distance of the shafts must be greater than zero";
  if (plan.pin < 0) return "the radius of the pin must not be negative";
  if (plan.speed == 0 || !std::isfinite(plan.speed)) return "the crank stands still: the speed is zero";
  const GenevaShape s(plan);
  if (!(s.disc > s.pin))
    return "the pin is too thick for the crank: nothing is left of the disc that holds the wheel";
  if (!(s.bottom > 0) || !(s.bottom * std::tan(s.beta) > s.pin * (1 + kSlotPlay)))
    return "the pin is too thick for the wheel: its slots would run into each other";
  return {};
}

Mechanism makeGeneva(const GenevaPlan& plan) {
  const GenevaShape s(plan);
  Mechanism m;
  Body crank, wheel;
  crank.id = "crank";
  crank.pose = {plan.at.x, plan.at.y, kHalfTurn, {}};
  crank.velocity.omega = plan.speed;
  setSteelPlate(crank, makeCrankOutline(s));
  wheel.id = "wheel";
  wheel.pose.x = plan.at.x + plan.distance;
  wheel.pose.y = plan.at.y;
  setSteelPlate(wheel, makeWheelOutline(s));
  // What the pin lets go would run on in its play until it strikes: a shaft that rubs a little stops it.
  const double rub = 0.5 * wheel.inertia->value * plan.speed * plan.speed;
  m.bodies = {crank, wheel};
  m.joints = {makeFramePin("crank_shaft", "crank", plan.at),
              makeFramePin("wheel_shaft", "wheel", {plan.at.x + plan.distance, plan.at.y})};
  JointFriction friction;
  friction.constant = rub;
  m.joints[1].friction = friction;
  Drive motor;
  motor.id = "motor";
  motor.joint = "crank_shaft";
  ConstantSpeed speed;
  speed.speed = plan.speed;
  motor.kind = speed;
  m.drives = {motor};
  addContacts(m, s);
  return m;
}

}  // namespace clank
