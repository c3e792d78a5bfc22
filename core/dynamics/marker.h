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

// A point of a body where it is now.
struct BodyPoint {
  int body = kFrameBody;
  Eigen::Vector2d arm;  // m, from the centre of mass, world axes
};
// How a marker moves; world axes.
struct MarkerMotion : BodyPoint {
  Eigen::Vector2d position;      // m
  Eigen::Vector2d carried, own;  // m/s, velocity of the centre of mass, and relative to it
  Eigen::Vector2d centripetal;   // m/s2, acceleration without those of the coordinates
  double angle = 0, omega = 0;   // rad, rad/s, of the body where the marker is
  Eigen::Vector2d velocity() const { return carried + own; }
};
inline void updMarkerMotion(const Marker& marker, const PlacedBody& body, MarkerMotion& motion) {
  const BodyMotion& m = body.motion;
  motion.body = marker.body;
  motion.arm = turn(body.rotation, marker.arm);
  motion.position = m.position + motion.arm;
  motion.carried = m.velocity;
  motion.own = m.omega * perp(motion.arm);
  motion.centripetal = -(m.omega * m.omega) * motion.arm;
  motion.angle = m.angle;
  motion.omega = m.omega;
}
inline MarkerMotion calcMarkerMotion(const Marker& marker, const double* q, const double* v) {
  MarkerMotion motion;
  updMarkerMotion(marker, calcPlacedBody(marker.body, q, v), motion);
  return motion;
}
// Its direction, world axes.
inline Eigen::Vector2d calcAxis(const Marker& marker, const PlacedBody& body) {
  return turn(body.rotation, marker.axis);
}

// Gives a row the blocks of its bodies, all numbers zero.
inline void startRow(BlockRow& row, int a, int b) {
  const std::array<int, 2> blocks{a, b};
  row.start(blocks);
}
inline void startRow(BlockRow& row, int body) {
  row.start(std::span(&body, 1));
}
// Adds u.v_P to the rate of a row, P being a material point.
inline void addDirection(BlockRow& row, const BodyPoint& at, const Eigen::Vector2d& u) {
  double* const g = row.at(row.find(at.body));
  g[0] += u.x();
  g[1] += u.y();
  g[2] += cross(at.arm, u);
}
// Adds r w to the rate of a row.
inline void addTurn(BlockRow& row, int body, double r) {
  row.at(row.find(body))[2] += r;
}

// The two rows of a point, x and y, of one body in place `slot` of both: sign times [1 0 -s_y] and [0 1 s_x].
// Directions once, moments as often as the body turns.
inline void setPointDirections(BlockRow* rows, std::size_t slot, double sign) {
  rows[0].at(slot)[0] = sign;
  rows[1].at(slot)[1] = sign;
}
inline void updPointTurns(BlockRow* rows, std::size_t slot, double sign, double armX, double armY) {
  rows[0].at(slot)[2] = -sign * armY;
  rows[1].at(slot)[2] = sign * armX;
}

// Generalised forces of a force (N) in a point and of a moment (N m) on its body.
inline void addForce(std::span<double> f, const BodyPoint& at, const Eigen::Vector2d& force) {
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
