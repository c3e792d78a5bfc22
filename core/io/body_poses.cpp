// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/body_poses.h"

#include <cmath>

namespace clank {

Corner BodyPoses::place(const std::string& body, Corner point) const {
  if (body == kFrame) return point;
  const double angle = findAngle(body), c = std::cos(angle), s = std::sin(angle);
  return {find(body, "x") + c * point.x - s * point.y, find(body, "y") + s * point.x + c * point.y};
}

double BodyPoses::findAngle(const std::string& body) const {
  return body == kFrame ? 0 : find(body, "angle");
}

double BodyPoses::find(const std::string& body, const char* signal) const {
  const auto channel = trajectory_.findChannel(body + "." + signal);
  return channel ? row_[*channel] : 0;
}

}  // namespace clank
