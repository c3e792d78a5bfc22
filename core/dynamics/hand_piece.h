// SPDX-License-Identifier: GPL-3.0-or-later
// A hand that pulls, on the piece of its path where it is.
//
// A spring from the place R of the hand to a point P of a body, and a damper that takes speed from P:
//   F = k (R - P) - c v_P   [N, on P, world axes],   R(t) = from + (to - from) s,
//   s = (t - begin)/(end - begin), from 0 to 1.
// R is continuous from piece to piece, so F is. The damper feels the speed of P alone and not that of R: the
// places of a mouse are those of pixels at the ticks of a clock, and their differences are no speeds. The
// hand is outside of the mechanism, so all that it gives is work: F.v_P [W].
#pragma once

#include <algorithm>

#include "core/dynamics/marker.h"

namespace clank {

struct HandPiece {
  Marker at;
  double stiffness = 0, damping = 0;     // N/m, N s/m
  double begin = 0, end = 0;             // s
  Eigen::Vector2d from{0, 0}, to{0, 0};  // m, world
  int force = -1;                        // in System::forces; -1: a live hand
};

inline Eigen::Vector2d calcHandForce(const HandPiece& hand, double t, const MarkerMotion& point) {
  const double s = std::clamp((t - hand.begin) / (hand.end - hand.begin), 0.0, 1.0);
  const Eigen::Vector2d place = hand.from + s * (hand.to - hand.from);
  return hand.stiffness * (place - point.position) - hand.damping * point.velocity();
}

}  // namespace clank
