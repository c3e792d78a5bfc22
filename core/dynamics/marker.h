// SPDX-License-Identifier: GPL-3.0-or-later
// A marker is a point of a body with a direction: what joints, contacts, springs, loads and traces hold on
// to. How it moves is told by its place on the body, and only from here is written what it does to the body:
// the entries of G, and generalised forces, which are their transpose.
//
// On a rigid body the place is an arm s from the centre of mass. With v and w of the body
//   v_P = v + w perp(s),   a_P = a + alpha perp(s) - w^2 s,
// so a row that takes u.v_P has the entries [u, s x u], and a force F in P the generalised force [F, s x F].
#pragma once

#include <span>

#include "core/dynamics/planar.h"
#include "core/math/block_row.h"

namespace clank {

struct Marker {
  int body = kFrameBody;
  Eigen::Vector2d arm{0, 0};   // m, from the centre of mass (frame: from the origin), body axes
  Eigen::Vector2d axis{0, 0};  // unit vector, body axes; zero where no direction is needed
};

// World axes.
struct MarkerMotion {
  int body = kFrameBody;
  Eigen::Vector2d arm{0, 0};                 // m, from the centre of mass
  Eigen::Vector2d position{0, 0};            // m
  Eigen::Vector2d carried{0, 0}, own{0, 0};  // m/s, velocity of the centre of mass, and relative to it
  Eigen::Vector2d centripetal{0, 0};         // m/s2, acceleration without those of the coordinates
  Eigen::Vector2d axis{0, 0};
  double angle = 0, omega = 0;  // rad, rad/s, of the body where the marker is
  Eigen::Vector2d velocity() const { return carried + own; }
};
inline MarkerMotion calcMarkerMotion(const Marker& marker, const PlacedBody& body) {
  const BodyMotion& m = body.motion;
  MarkerMotion motion;
  motion.body = marker.body;
  motion.arm = turn(body.rotation, marker.arm);
  motion.position = m.position + motion.arm;
  motion.carried = m.velocity;
  motion.own = m.omega * perp(motion.arm);
  motion.centripetal = -(m.omega * m.omega) * motion.arm;
  motion.axis = turn(body.rotation, marker.axis);
  motion.angle = m.angle;
  motion.omega = m.omega;
  return motion;
}
inline MarkerMotion calcMarkerMotion(const Marker& marker, const double* q, const double* v) {
  return calcMarkerMotion(marker, calcPlacedBody(marker.body, q, v));
}
// The point of a body that is at arm (m, world axes) from its centre of mass now, without its motion.
inline MarkerMotion makeMaterialPoint(int body, const Eigen::Vector2d& arm) {
  MarkerMotion point;
  point.body = body;
  point.arm = arm;
  return point;
}

// Gives a row the blocks of its bodies, all numbers zero.
inline void startRow(BlockRow& row, int a, int b) {
  const std::array<int, 2> blocks{a, b};
  row.start(blocks);
}
inline void startRow(BlockRow& row, int body) {
  row.start(std::span(&body, 1));
}
inline BlockRow::Entry& findEntry(BlockRow& row, int body) {
  std::size_t i = 0;
  while (row.entries[i].block != body) ++i;
  return row.entries[i];
}

// Adds u.v_P to the rate of a row.
inline void addDirection(BlockRow& row, const MarkerMotion& at, const Eigen::Vector2d& u) {
  std::array<double, 3>& g = findEntry(row, at.body).g;
  g[0] += u.x();
  g[1] += u.y();
  g[2] += cross(at.arm, u);
}
// Adds r w to the rate of a row.
inline void addTurn(BlockRow& row, int body, double r) {
  findEntry(row, body).g[2] += r;
}

// The two rows of a point, x and y, of one body in place `slot` of both: sign times [1 0 -s_y] and [0 1 s_x].
// Directions once, moments as often as the body turns.
inline void setPointDirections(BlockRow* rows, std::size_t slot, double sign) {
  rows[0].entries[slot].g = {sign, 0, 0};
  rows[1].entries[slot].g = {0, sign, 0};
}
inline void updPointTurns(BlockRow* rows, std::size_t slot, double sign, double armX, double armY) {
  rows[0].entries[slot].g[2] = -sign * armY;
  rows[1].entries[slot].g[2] = sign * armX;
}

// Generalised forces of a force (N) in the marker and of a moment (N m) on its body.
inline void addForce(std::span<double> f, const MarkerMotion& at, const Eigen::Vector2d& force) {
  if (at.body == kFrameBody) return;
  double* const fb = f.data() + StateLayout::pose(at.body);
  fb[0] += force.x();
  fb[1] += force.y();
  fb[2] += cross(at.arm, force);
}
inline void addMoment(std::span<double> f, int body, double moment) {
  if (body != kFrameBody) f[StateLayout::angle(body)] += moment;
}

}  // namespace clank
