// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/body_pose.h"

#include <algorithm>
#include <cmath>

namespace clank {
namespace {

struct CoordinateAt {
  const Joint& joint;
  const BodyPose &a, &b;

  // From at_a to at_b in axes at an angle to those of a.
  std::array<double, 2> calcOffset(const Quantity& axis) const {
    const auto from = calcPlace(a, joint.atA), to = calcPlace(b, joint.atB);
    const double c = std::cos(a.angle + axis.value), s = std::sin(a.angle + axis.value);
    const double x = to[0] - from[0], y = to[1] - from[1];
    return {c * x + s * y, -s * x + c * y};
  }

  double operator()(const NoCoordinate&) const { return 0; }
  double operator()(const RelativeAngle&) const { return b.angle - a.angle; }
  double operator()(const StraightTravel& travel) const { return calcOffset(travel.axis)[0]; }
  double operator()(const CurveTravel& travel) const {
    const auto at = calcOffset(travel.axis);
    return findTravel(travel.curve, at[0], at[1]);
  }
  double operator()(const PointDistance&) const {
    const auto from = calcPlace(a, joint.atA), to = calcPlace(b, joint.atB);
    return std::hypot(to[0] - from[0], to[1] - from[1]);
  }
};

}  // namespace

BodyPose findDrawnPose(const Mechanism& resolved, const std::string& body) {
  const auto found = std::find_if(resolved.bodies.begin(), resolved.bodies.end(),
                                  [&](const Body& b) { return b.id == body; });
  if (found == resolved.bodies.end()) return {};
  return {found->pose.x.value, found->pose.y.value, found->pose.angle.value};
}

std::array<double, 2> calcPlace(const BodyPose& pose, double x, double y) {
  const double c = std::cos(pose.angle), s = std::sin(pose.angle);
  return {pose.x + c * x - s * y, pose.y + s * x + c * y};
}

std::array<double, 2> calcPlace(const BodyPose& pose, const Point& point) {
  return calcPlace(pose, point.x.value, point.y.value);
}

double calcJointCoordinate(const Joint& joint, const BodyPose& a, const BodyPose& b) {
  return std::visit(CoordinateAt{joint, a, b}, findCoordinate(joint.kind));
}

double calcDrawnCoordinate(const Mechanism& resolved, const Joint& joint) {
  return calcJointCoordinate(joint, findDrawnPose(resolved, joint.a), findDrawnPose(resolved, joint.b));
}

}  // namespace clank
