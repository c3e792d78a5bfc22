// SPDX-License-Identifier: GPL-3.0-or-later
// Plane vectors of the equations, and where bodies are.
#pragma once

#include <Eigen/Core>

#include "core/dynamics/state_layout.h"
#include "core/math/sin_cos.h"
#include "core/math/two.h"

namespace clank {

// Both numbers of a vector at once (math/two.h): made one by one and read together, they cost more than the
// arithmetic.
inline Two::Lanes lanesOf(const Eigen::Vector2d& s) {
  return loadTwo(s.data()).lanes;
}
inline Eigen::Vector2d toVector(const Two::Lanes& lanes) {
  Eigen::Vector2d s;
  storeTwo(Two(lanes), s.data());
  return s;
}
inline Two::Lanes swap(const Two::Lanes& lanes) {
  return __builtin_shufflevector(lanes, lanes, 1, 0);
}

inline Eigen::Vector2d perp(const Eigen::Vector2d& s) {
  return toVector(swap(lanesOf(s)) * Two::Lanes{-1, 1});
}
inline double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  return a.x() * b.y() - a.y() * b.x();
}

// Cosine and sine of a body's angle.
struct Rotation {
  double c = 1, s = 0;
};
inline Rotation calcRotation(int body, const double* q) {  // of the frame: identity
  if (body == kFrameBody) return {};
  const SinCos angle = calcSinCos(q[StateLayout::angle(body)]);
  return {angle.c, angle.s};
}

inline Eigen::Vector2d turn(const Rotation& r, const Eigen::Vector2d& s) {
  const Two::Lanes lanes = lanesOf(s);
  return toVector(lanes * Two::Lanes{r.c, r.c} + swap(lanes) * Two::Lanes{-r.s, r.s});
}
inline Eigen::Vector2d turnBack(const Rotation& r, const Eigen::Vector2d& s) {
  return turn({r.c, -r.s}, s);
}

inline Eigen::Vector2d calcPosition(int body, const double* q) {  // of the centre of mass, m; frame: origin
  if (body == kFrameBody) return {0, 0};
  const double* qb = q + StateLayout::pose(body);
  return {qb[0], qb[1]};
}

struct BodyMotion {
  Eigen::Vector2d position = Eigen::Vector2d::Zero(), velocity = Eigen::Vector2d::Zero();  // centre of mass
  double angle = 0, omega = 0;
};
inline BodyMotion calcBodyMotion(int body, const double* q, const double* v) {  // of the frame: rest
  if (body == kFrameBody) return {};
  const double* qb = q + StateLayout::pose(body);
  const double* vb = v + StateLayout::pose(body);
  return {{qb[0], qb[1]}, {vb[0], vb[1]}, qb[2], vb[2]};
}

// Motion and rotation of a body, for all that is joined to it, and all coordinates and rates, among which are
// the modes of one that bends.
struct PlacedBody {
  BodyMotion motion;
  Rotation rotation;
  const double *q = nullptr, *v = nullptr;
};
inline PlacedBody calcPlacedBody(int body, const double* q, const double* v) {
  return {calcBodyMotion(body, q, v), calcRotation(body, q), q, v};
}

}  // namespace clank
