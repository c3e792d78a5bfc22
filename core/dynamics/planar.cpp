// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/planar.h"

namespace clank {

PointMotion calcPointMotion(int body, const Eigen::Vector2d& arm, const double* q, const double* v) {
  const BodyMotion motion = calcBodyMotion(body, q, v);
  const Eigen::Vector2d s = turn(calcRotation(body, q), arm);
  return {s, motion.position + s, motion.velocity + motion.omega * perp(s)};
}

}  // namespace clank
