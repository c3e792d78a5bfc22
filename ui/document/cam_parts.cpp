// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/cam_parts.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/document/plate_mass.h"

namespace clank {
namespace {

constexpr double kAbove = 1e-7;        // m: the follower begins that much over the cam
constexpr double kFollowerMass = 0.2;  // kg
constexpr double kGravityHere = 9.81;  // m/s2
constexpr double kHeldDown = 2;        // times what would lift it off
constexpr double kSpringStroke = 0.3;  // of its length, by which the spring is pressed together at first

double roundTo(double value, double step) {
  return std::round(value / step) * step;
}

// Every second point: a curve of 180 knots misses 360 points of a smooth cam by less than a micrometre.
PathCurve makeRim(const CamProfile& profile) {
  SplinePath spline;
  spline.closed = true;
  for (std::size_t i = 0; i < profile.points.size(); i += 2)
    spline.points.push_back({roundTo(profile.points[i].x, 1e-12), roundTo(profile.points[i].y, 1e-12)});
  PathCurve rim;
  rim.kind = spline;
  return rim;
}

Body makeCamBody(const CamPartsPlan& plan, const CamProfile& profile) {
  Body cam;
  cam.id = "cam";
  cam.pose.x = plan.at.x;
  cam.pose.y = plan.at.y;
  cam.velocity.omega = plan.speed;
  std::vector<PlanePoint> corners;
  constexpr std::size_t kDrawn = 4;  // the rim is what touches
  for (std::size_t i = 0; i < profile.points.size(); i += kDrawn)
    corners.push_back({profile.points[i].x, profile.points[i].y});
  std::reverse(corners.begin(), corners.end());  // the profile runs clockwise
  setSteelPlate(cam, corners);
  return cam;
}

// A roller, or a plate with a stem over its face, which lies in its origin.
Body makeFollower(const CamPartsPlan& plan, const CamProfile& profile) {
  Body follower;
  follower.id = "follower";
  follower.pose.x = plan.at.x + plan.cam.offset;
  follower.pose.y = plan.at.y + profile.points.front().height + kAbove;
  follower.mass = kFollowerMass;
  if (plan.cam.face == FollowerFace::roller) {
    follower.radius = plan.cam.roller;
    return follower;
  }
  const double half = 1.2 * profile.faceReach + 0.1 * plan.cam.baseRadius, thick = 0.2 * plan.cam.baseRadius;
  follower.inertia = kFollowerMass * half * half;
  follower.outline = {{-half, 0},
                      {half, 0},
                      {half, thick},
                      {thick / 2, thick},
                      {thick / 2, 5 * thick},
                      {-thick / 2, 5 * thick},
                      {-thick / 2, thick},
                      {-half, thick}};
  return follower;
}

// It presses so that the follower does not lift off where the lift falls away from it fastest.
ForceElement makeSpring(const CamPartsPlan& plan, const LiftCurve& lift, const Body& follower) {
  constexpr int kSteps = 720;
  double highest = 0, falls = 0;
  for (int i = 0; i < kSteps; ++i) {
    const Jet s = lift.evaluate(2 * std::numbers::pi * i / kSteps);
    highest = std::max(highest, s.v);
    falls = std::max(falls, -s.dd * plan.speed * plan.speed);
  }
  const double length = std::max(4 * plan.cam.baseRadius, 3 * highest);
  const double press = kHeldDown * kFollowerMass * (falls + kGravityHere);
  Spring spring;
  spring.b = follower.id;
  spring.atA = {follower.pose.x.value, follower.pose.y.value + length};
  spring.freeLength = (1 + kSpringStroke) * length;
  spring.stiffness = std::ceil(press / (kSpringStroke * length));
  ForceElement element;
  element.id = "follower_spring";
  element.kind = spring;
  return element;
}

// The roller as a circle, the face with its outline.
void addContact(Mechanism& m, const CamPartsPlan& plan, const CamProfile& profile) {
  CurveSurface rim;
  rim.curve = makeRim(profile);
  DrawnSurface surface;
  surface.id = "cam_rim";
  surface.body = "cam";
  surface.kind = rim;
  ContactPair contact;
  contact.id = "cam_contact";
  contact.b = "follower";
  if (plan.cam.face == FollowerFace::roller)
    contact.radius = plan.cam.roller;
  else
    contact.outlineB = true;
  contact.surface = NamedSurface{surface.id};
  m.surfaces = {surface};
  m.contacts = {contact};
}

}  // namespace

Mechanism makeCamParts(const CamPartsPlan& plan, const LiftCurve& lift, const CamProfile& profile) {
  Mechanism m;
  m.bodies = {makeCamBody(plan, profile), makeFollower(plan, profile)};
  const Body& follower = m.bodies[1];
  Joint shaft, guide;
  shaft.id = "cam_shaft";
  shaft.b = "cam";
  shaft.kind = Revolute{};
  shaft.atA = {plan.at.x, plan.at.y};
  guide.id = "follower_guide";
  guide.b = follower.id;
  Prismatic along;
  along.axis = std::numbers::pi / 2;
  guide.kind = along;
  guide.atA = {follower.pose.x, follower.pose.y};
  m.joints = {shaft, guide};
  Drive motor;
  motor.id = "motor";
  motor.joint = shaft.id;
  ConstantSpeed speed;
  speed.speed = plan.speed;
  motor.kind = speed;
  m.drives = {motor};
  m.forces = {makeSpring(plan, lift, follower)};
  addContact(m, plan, profile);
  return m;
}

}  // namespace clank
