// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms built in tests, part by part.
#pragma once

#include <string>
#include <utility>

#include "core/model/mechanism.h"

namespace clank::test {

inline constexpr double kG = 9.81;  // m/s2

// A body at a pose with its centre of mass (m, body axes).
inline Body makeBody(std::string id, double mass, double inertia, Pose pose = {}, Point center = {}) {
  Body body;
  body.id = std::move(id);
  body.mass = mass;
  body.inertia = inertia;
  body.pose = std::move(pose);
  body.center = std::move(center);
  return body;
}

inline Joint makeJoint(std::string id, JointKind kind, std::string a, std::string b, Point atA = {},
                       Point atB = {}) {
  Joint joint;
  joint.id = std::move(id);
  joint.kind = std::move(kind);
  joint.a = std::move(a);
  joint.b = std::move(b);
  joint.atA = std::move(atA);
  joint.atB = std::move(atB);
  return joint;
}

inline ForceElement makeForce(std::string id, ForceKind kind) {
  ForceElement force;
  force.id = std::move(id);
  force.kind = std::move(kind);
  return force;
}

}  // namespace clank::test
