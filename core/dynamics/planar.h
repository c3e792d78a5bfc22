// SPDX-License-Identifier: GPL-3.0-or-later
// Plane vectors of the equations, and where bodies are.
#pragma once

#include <Eigen/Core>

#include "core/dynamics/state_layout.h"
#include "core/math/sin_cos.h"
#include "core/math/two.h"

namespace clank {

// Written at once: what is written in two halves and read back as one waits for both.
inline Eigen::Vector2d makeVector(const Two& two) {
  Eigen::Vector2d vector;
  storeTwo(two, vector.data());
  return vector;
}
inline Eigen::Vector2d perp(const Eigen::Vector2d& s) {
  const Two two = loadTwo(s.data());
  return makeVector(Two(-two[1], two[0]));
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

inline Two turn(const Rotation& r, const Two& s) {
  return s * r.c + Two(-s[1], s[0]) * r.s;
}
inline Eigen::Vector2d turn(const Rotation& r, const Eigen::Vector2d& s) {
  return makeVector(turn(r, loadTwo(s.data())));
}
inline Eigen::Vector2d turnBack(const Rotation& r, const Eigen::Vector2d& s) {
  return turn({r.c, -r.s}, s);
}

inline Eigen::Vector2d calcPosition(int body, const double* q) {  // of the centre of mass, m; frame: origin
  if (body == kFrameBody) return {0, 0};
  const double* qb = q + StateLayout::pose(body);
  return makeVector(Two(qb[0], qb[1]));
}

struct BodyMotion {
  Eigen::Vector2d position = Eigen::Vector2d::Zero(), velocity = Eigen::Vector2d::Zero();  // centre of mass
  double angle = 0, omega = 0;
};
inline BodyMotion calcBodyMotion(int body, const double* q, const double* v) {  // of the frame: rest
  if (body == kFrameBody) return {};
  const double* qb = q + StateLayout::pose(body);
  const double* vb = v + StateLayout::pose(body);
  return {makeVector(Two(qb[0], qb[1])), makeVector(Two(vb[0], vb[1])), qb[2], vb[2]};
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
// The same in place, not of the frame.
inline void placeBody(std::size_t body, const double* q, const double* v, PlacedBody& placed) {
  const double *const qb = q + StateLayout::begin(body), *const vb = v + StateLayout::begin(body);
  storeTwo(loadTwo(qb), placed.motion.position.data());
  storeTwo(loadTwo(vb), placed.motion.velocity.data());
  placed.motion.angle = qb[2];
  placed.motion.omega = vb[2];
  const SinCos angle = calcSinCos(qb[2]);
  placed.rotation = {angle.c, angle.s};
  placed.q = q;
  placed.v = v;
}
// Where a body stands in a list of all placed bodies, of which the frame is the first.
inline std::size_t findPlaced(int body) {
  static_assert(kFrameBody == -1);
  return static_cast<std::size_t>(body + 1);
}

}  // namespace clank
