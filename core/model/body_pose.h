// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>

#include "core/model/mechanism.h"

namespace clank {

// Where a body stands.
struct BodyPose {
  double x = 0, y = 0;  // m, body origin in the world
  double angle = 0;     // rad
  friend bool operator==(const BodyPose&, const BodyPose&) = default;
};

// As drawn in a resolved mechanism; zero for the frame and for names that lead nowhere.
BodyPose findDrawnPose(const Mechanism& resolved, const std::string& body);

// A point of a body in the world (m).
std::array<double, 2> calcPlace(const BodyPose& pose, double x, double y);
std::array<double, 2> calcPlace(const BodyPose& pose, const Point& point);

// The coordinate of a joint whose bodies stand there, or are drawn there (rad, not wrapped, or m); 0 without
// one.
double calcJointCoordinate(const Joint& joint, const BodyPose& a, const BodyPose& b);
double calcDrawnCoordinate(const Mechanism& resolved, const Joint& joint);

}  // namespace clank
