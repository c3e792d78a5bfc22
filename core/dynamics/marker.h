// SPDX-License-Identifier: GPL-3.0-or-later
// A marker is a point of a body with a direction: what joints, contacts, springs, loads and traces hold on
// to. How it moves is told by its place on the body, and only from here is written what it does to the body:
// the entries of G, and generalised forces, which are their transpose.
//
// On a rigid body the place is an arm s from the centre of mass. With v and w of the body
//   v_P = v + w perp(s),   a_P = a + alpha perp(s) - w^2 s,
// so a row that takes u.v_P has the entries [u, s x u], and a force F in P the generalised force [F, s x F].
// On a link that bends the place is a station (station.h), whose columns c_j, in axes of the body, and turns
// theta_j of the modes come on top: entries u.c_j of a direction and r theta_j of a turn, for the section
// there is what turns. With s', s'' what the axes see of the place,
//   v_P = v + w perp(s) + s',   a_P = a + alpha perp(s) + c a" - w^2 s + 2 w perp(s') + s''.
#pragma once

#include <span>

#include "core/dynamics/planar.h"
#include "core/dynamics/station.h"
#include "core/math/block_row.h"

namespace clank {

struct Marker {
  int body = kFrameBody;
  Eigen::Vector2d arm{0, 0};   // m, from the centre of mass (frame: from the origin), body axes
  Eigen::Vector2d axis{0, 0};  // unit vector, body axes; zero where no direction is needed
  MaybeStation station{};      // on a link that bends; arm and axis are those of the straight link then
};

// A point of a body where it is now.
struct BodyPoint {
  int body = kFrameBody;
  Eigen::Vector2d arm;  // m, from the centre of mass, world axes
  // Of a link that bends: as long as the marker and the coordinates that it was placed with.
  const Station* station = nullptr;
  const double* modes = nullptr;
  Rotation rotation{};  // of the body
};
// How a marker moves; world axes.
struct MarkerMotion : BodyPoint {
  Eigen::Vector2d position;      // m
  Eigen::Vector2d carried, own;  // m/s, velocity of the centre of mass, and relative to it
  Eigen::Vector2d centripetal;   // m/s2, acceleration without those of the coordinates
  double angle = 0, omega = 0;   // rad, rad/s, of the body where the marker is
  double spin = 0;               // rad/s2, of that, without accelerations of the coordinates
  Eigen::Vector2d velocity() const { return carried + own; }
};
void updBentMotion(const Marker& marker, const PlacedBody& body, MarkerMotion& motion);
inline void updMarkerMotion(const Marker& marker, const PlacedBody& body, MarkerMotion& motion) {
  if (marker.station.bends()) return updBentMotion(marker, body, motion);
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
// How it turns alone.
struct Turning {
  BodyPoint at;                 // what a moment on it needs
  double angle = 0, omega = 0;  // rad, rad/s
};
inline Turning calcTurning(const Marker& marker, const double* q, const double* v) {
  Turning turning{{marker.body, {0, 0}}};
  if (marker.station.bends()) {
    const MarkerMotion motion = calcMarkerMotion(marker, q, v);
    const BodyPoint& at = motion;
    return {at, motion.angle, motion.omega};
  }
  if (marker.body == kFrameBody) return turning;
  turning.angle = q[StateLayout::angle(marker.body)];
  turning.omega = v[StateLayout::angle(marker.body)];
  return turning;
}
// Its place alone, m, world.
inline Eigen::Vector2d calcPlace(const Marker& marker, const PlacedBody& body) {
  if (!marker.station.bends()) return body.motion.position + turn(body.rotation, marker.arm);
  MarkerMotion motion;
  updBentMotion(marker, body, motion);
  return motion.position;
}
// Its axes: of the body, or of the section of a link that bends.
inline Rotation calcAxes(const MarkerMotion& placed, const double* q) {
  if (!placed.station) return calcRotation(placed.body, q);
  const SinCos angle = calcSinCos(placed.angle);
  return {angle.c, angle.s};
}
// Its direction, world axes, the marker having been placed.
inline Eigen::Vector2d calcAxis(const Marker& marker, const PlacedBody& body, const MarkerMotion& placed) {
  if (!placed.station) return turn(body.rotation, marker.axis);
  const SinCos angle = calcSinCos(placed.angle);
  return turn({angle.c, angle.s}, marker.axis);
}

inline const Station* findStation(const Marker& marker) {
  return marker.station.bends() ? &*marker.station : nullptr;
}
inline const Station* findStation(const BodyPoint& at) {
  return at.station;
}

// Gives a row the blocks of its bodies, all numbers zero: their poses, then the modes of those that bend.
inline void startRow(BlockRow& row, int a, int b) {
  const std::array<int, 2> blocks{a, b};
  row.start(blocks);
}
inline void startRow(BlockRow& row, int body) {
  row.start(std::span(&body, 1));
}
void startBentRow(BlockRow& row, int a, const Station* stationA, int b, const Station* stationB);
// Of two markers, or of two points.
template <class A, class B>
void startRow(BlockRow& row, const A& a, const B& b) {
  const Station *const stationA = findStation(a), *const stationB = findStation(b);
  if (stationA || stationB)
    startBentRow(row, a.body, stationA, b.body, stationB);
  else
    startRow(row, a.body, b.body);
}
// What the modes add to a direction, to a turn and to a force.
void addBentDirection(BlockRow& row, const BodyPoint& at, const Eigen::Vector2d& u);
void addBentDirections(BlockRow* rows, const BodyPoint& at, double sign);  // of x and y, to two rows
void addBentTurn(BlockRow& row, const BodyPoint& at, double r);
void addBentForce(std::span<double> f, const BodyPoint& at, const Eigen::Vector2d& force);
void addBentMoment(std::span<double> f, const BodyPoint& at, double moment);

// Adds u.v_P to the rate of a row, P being a material point.
inline void addDirection(BlockRow& row, const BodyPoint& at, const Eigen::Vector2d& u) {
  double* const g = row.at(row.find(at.body));
  g[0] += u.x();
  g[1] += u.y();
  g[2] += cross(at.arm, u);
  if (at.station) addBentDirection(row, at, u);
}
// The same of sign times x and y to two rows, those of a pin.
inline void addPointDirections(BlockRow* rows, const BodyPoint& at, double sign) {
  double* const x = rows[0].at(rows[0].find(at.body));
  double* const y = rows[1].at(rows[1].find(at.body));
  x[0] += sign;
  y[1] += sign;
  x[2] += -sign * at.arm.y();
  y[2] += sign * at.arm.x();
  if (at.station) addBentDirections(rows, at, sign);
}
// Adds r w to the rate of a row, w of the body, or of its section where it bends.
inline void addTurn(BlockRow& row, int body, double r) {
  row.at(row.find(body))[2] += r;
}
inline void addTurn(BlockRow& row, const BodyPoint& at, double r) {
  addTurn(row, at.body, r);
  if (at.station) addBentTurn(row, at, r);
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

// Generalised forces of a force (N) in a point and of a moment (N m) on its body, or its section.
inline void addForce(std::span<double> f, const BodyPoint& at, const Eigen::Vector2d& force) {
  if (at.body == kFrameBody) return;
  double* const fb = f.data() + StateLayout::pose(at.body);
  fb[0] += force.x();
  fb[1] += force.y();
  fb[2] += cross(at.arm, force);
  if (at.station) addBentForce(f, at, force);
}
inline void addMoment(std::span<double> f, int body, double moment) {
  if (body != kFrameBody) f[StateLayout::angle(body)] += moment;
}
inline void addMoment(std::span<double> f, const BodyPoint& at, double moment) {
  addMoment(f, at.body, moment);
  if (at.station) addBentMoment(f, at, moment);
}

}  // namespace clank
