// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/planar.h"

#include <cmath>

namespace clank {

Rotation calcRotation(int body, const double* q) {
  if (body == kFrameBody) return {};
  const double angle = q[3 * body + 2];
  return {std::cos(angle), std::sin(angle)};
}

BodyMotion calcBodyMotion(int body, const double* q, const double* v) {
  if (body == kFrameBody) return {};
  const double* qb = q + 3 * body;
  const double* vb = v + 3 * body;
  return {{qb[0], qb[1]}, {vb[0], vb[1]}, qb[2], vb[2]};
}

PointMotion calcPointMotion(int body, const Eigen::Vector2d& arm, const double* q, const double* v) {
  const BodyMotion motion = calcBodyMotion(body, q, v);
  const Eigen::Vector2d s = turn(calcRotation(body, q), arm);
  return {s, motion.position + s, motion.velocity + motion.omega * perp(s)};
}

}  // namespace clank
