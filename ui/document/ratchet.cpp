// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/ratchet.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/io/number_text.h"
#include "ui/document/frame_pin.h"
#include "ui/document/plate_mass.h"

namespace clank {
namespace {

constexpr double kRound = 2 * std::numbers::pi;
constexpr double kPeriod = 0.5;                    // s, of the hand
constexpr double kPreload = 0.8;                   // rad, by which the spring of the pawl is wound up
constexpr double kOfWeight = 2.4, kWeight = 9.81;  // it presses with so many weights; m/s2
constexpr double kShaftDrag = 5;  // rad/s2: friction of the shaft by the inertia of the wheel
constexpr double kRub = 0.1;      // friction of the pawl on the teeth

struct RatchetShape {
  explicit RatchetShape(const RatchetPlan& plan)
      : teeth(plan.teeth),
        tip(plan.radius),
        depth(plan.depth > 0 ? plan.depth : suggestToothDepth(plan.teeth, plan.radius)),
        root(tip - depth),
        pitch(kRound / plan.teeth),
        nose(depth / 9) {}
  int teeth;
  double tip, depth, root, pitch, nose;  // m, rad; nose: radius of the pawl's end
};

// Saw teeth: a radial face from root to tip, and the back down to the root of the next one. The first face
// points up. Counter-clockwise.
std::vector<PlanePoint> makeTeeth(const RatchetShape& s) {
  std::vector<PlanePoint> corners;
  for (int k = 0; k < s.teeth; ++k) {
    const double angle = kRound / 4 + s.pitch * k;
    for (const double r : {s.root, s.tip}) corners.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  return corners;
}

// The middle of the pawl's nose in the corner right of the first face: beside the face by the radius p of the
// nose, and p above the back, which runs from A = (0, root) to the tip of the tooth before. With n the normal
// of the back that points outward: n.(c - A) = p, c = (p, y): y = root + p (1 - n_x)/n_y. A hair further out,
// so that it begins free.
PlanePoint findNose(const RatchetShape& s) {
  const double bx = s.tip * std::sin(s.pitch), by = s.tip * std::cos(s.pitch) - s.root;
  const double reach = std::hypot(bx, by), nx = -by / reach, ny = bx / reach, p = s.nose;
  return {1.05 * p, s.root + 1.05 * p * (1 - nx) / ny};
}

Body makePawl(const RatchetShape& s, PlanePoint at) {
  const PlanePoint nose = findNose(s), pivot{1.2 * s.tip, 1.1 * s.tip};
  Body pawl;
  pawl.id = "pawl";
  pawl.pose.x = at.x + pivot.x;
  pawl.pose.y = at.y + pivot.y;
  pawl.pose.angle = std::atan2(nose.y - pivot.y, nose.x - pivot.x);
  pawl.length = std::hypot(nose.y - pivot.y, nose.x - pivot.x);
  pawl.width = 0.06 * s.tip;
  pawl.section = 0.006 * s.tip * s.tip;
  pawl.density = kSteel;
  return pawl;
}

// Wound up by so much that it presses the pawl down by some times its weight.
ForceElement makePawlSpring(const Body& pawl) {
  const double mass = pawl.section->value * pawl.density->value * pawl.length->value;
  TorsionSpring spring;
  spring.b = pawl.id;
  spring.stiffness = kOfWeight * mass * kWeight * pawl.length->value / 2 / kPreload;
  spring.restAngle = pawl.pose.angle.value + kPreload;
  ForceElement element;
  element.id = "pawl_spring";
  element.kind = spring;
  return element;
}

// A moment M sin(2pi t/T) turns a free wheel by M T^2/(2pi 2J) in the half period in which it pushes forward.
// Against it are the friction of the shaft and the pawl, pressed on by the force N of its spring: it climbs
// the back, depth over a pitch, and rubs. The sine is 2/pi of its peak on average, so the peak has pi/2 of
// that more.
ForceElement makeHand(const RatchetPlan& plan, const RatchetShape& s, double inertia, const Body& pawl) {
  const double angle = plan.swing * s.pitch, length = pawl.length->value;
  const double press = kOfWeight * pawl.section->value * pawl.density->value * length * kWeight / 2;
  const double against = kShaftDrag * inertia + press * (s.depth / s.pitch + kRub * s.tip);
  const double moment = angle * 2 * kRound * inertia / (kPeriod * kPeriod) + kRound / 4 * against;
  Torque torque;
  torque.b = "ratchet";
  torque.moment.text =
      toShortestText(std::round(moment * 1e6) / 1e6) + "*sin(2*pi*t/" + toShortestText(kPeriod) + ")";
  ForceElement element;
  element.id = "hand";
  element.kind = torque;
  return element;
}

}  // namespace

double suggestToothDepth(int teeth, double radius) {
  return radius * std::min(0.18, 0.35 * kRound / teeth);
}

std::string explainRatchet(const RatchetPlan& plan) {
  if (plan.teeth < kFewestRatchetTeeth || plan.teeth > kMostRatchetTeeth)
    return "a ratchet wheel has " + std::to_string(kFewestRatchetTeeth) + " to " +
           std::to_string(kMostRatchetTeeth) + " teeth";
  if (!(plan.radius > 0)) return "the radius of the wheel must be greater than zero";
  if (plan.depth < 0 || plan.depth >= 0.6 * plan.radius)
    return "the teeth must be less than 0.6 of the radius deep";
  if (!(plan.swing >= 0)) return "the swing must not be negative";
  // The back must fall from tip to root: else the pawl finds no corner.
  const RatchetShape s(plan);
  if (!(s.tip * std::cos(s.pitch) > s.root * 0.5))
    return "the teeth are too few for a back that lifts the pawl: take more of them";
  return {};
}

Mechanism makeRatchet(const RatchetPlan& plan) {
  const RatchetShape s(plan);
  Mechanism m;
  Body wheel;
  wheel.id = "ratchet";
  wheel.pose.x = plan.at.x;
  wheel.pose.y = plan.at.y;
  setSteelPlate(wheel, makeTeeth(s));
  wheel.center = {};
  const Body pawl = makePawl(s, plan.at);
  m.joints = {makeFramePin("ratchet_shaft", "ratchet", plan.at),
              makeFramePin("pawl_pivot", "pawl", {pawl.pose.x.value, pawl.pose.y.value})};
  const double inertia = wheel.inertia->value;
  JointFriction friction;
  friction.constant = kShaftDrag * inertia;
  friction.viscous = 2.5 * inertia;
  m.joints[0].friction = friction;
  m.forces.push_back(makePawlSpring(pawl));
  if (plan.swing > 0) m.forces.push_back(makeHand(plan, s, inertia, pawl));
  DrawnSurface teeth;
  teeth.id = "ratchet_teeth";
  teeth.body = wheel.id;
  PolylineSurface line;
  std::vector<Point> points;
  for (const Point& p : wheel.outline) points.push_back(p);
  line.points = points;
  line.closed = 1;
  line.side = LineSide::right;
  teeth.kind = line;
  m.surfaces = {teeth};
  ContactPair contact;
  contact.id = "pawl_tooth";
  contact.surface = NamedSurface{teeth.id};
  contact.b = pawl.id;
  contact.atB = {pawl.length->value, 0.0};
  contact.radius = s.nose;
  contact.friction = kRub;
  contact.restitution = 0.1;
  m.contacts = {contact};
  m.bodies = {wheel, pawl};
  return m;
}

}  // namespace clank
