// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/system.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <utility>

namespace clank {

std::size_t findDrawn(const System& system, std::size_t body) {
  std::size_t drawn = body;
  for (const RodChain& chain : system.chains)
    if (chain.first < body) drawn -= std::min(body - chain.first, chain.rods() - 1);
  return drawn;
}

Marker makeMarker(const System& system, int body, const Eigen::Vector2d& point) {
  if (body == kFrameBody) return {body, point};
  Marker marker{body, point - system.bodies[static_cast<std::size_t>(body)].center};
  for (const BentLink& link : system.bends)
    if (link.body == body) {
      Station station = makeStation(link, point);
      if (!isStill(station)) marker.station = std::move(station);
    }
  return marker;
}

System holdBends(const System& system) {
  System held = system;
  held.holdsBends = true;
  return held;
}

Eigen::Vector2d calcOriginPosition(const SystemBody& body, const double* q) {
  return Eigen::Vector2d(q[0], q[1]) - Eigen::Rotation2Dd(q[2]) * body.center;
}

Eigen::Vector2d calcOriginVelocity(const SystemBody& body, const double* q, const double* v) {
  const Eigen::Vector2d arm = -(Eigen::Rotation2Dd(q[2]) * body.center);
  return {v[0] - v[2] * arm.y(), v[1] + v[2] * arm.x()};
}

}  // namespace clank
