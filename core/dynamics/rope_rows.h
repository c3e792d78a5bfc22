// SPDX-License-Identifier: GPL-3.0-or-later
// A rope: thread of a fixed length L without mass, from a point over guide rings to another point. It runs
// through the rings without friction, so that its tension is the same all along, and it only pulls.
//
// With the points p_0 .. p_n (ends and rings), d_i = p_i+1 - p_i, l_i = |d_i|, u_i = d_i/l_i, w_i = v_i+1 -
// v_i:
//   gap   = L - sum l_i                                                       [m], zero: taut
//   gap'  = -sum u_i.w_i                                 G at p_i = u_i - u_i-1
//   gap'' = -sum (u_i.w_i' + (|w_i|^2 - (u_i.w_i)^2)/l_i)
// since u' = (w - u (u.w))/l. So gap'' = G a - gamma with gamma = sum (u_i.K_i + (|w_i|^2 -
// (u_i.w_i)^2)/l_i), K_i the part of w_i' without accelerations of the coordinates. The multiplier of the row
// is the tension (N): it shortens every piece. A ring is always in the path of the rope, also where it pushes
// sideways: a pulley that the rope can leave is not meant. A piece without length has no direction and pulls
// nowhere.
#pragma once

#include <vector>

#include "core/dynamics/marker.h"

namespace clank {

struct RopeGeometry {
  std::vector<Marker> points;  // at_a, the rings, at_b
  double length = 0;           // m, L
  std::vector<int> blocks;     // that its row touches, each once
};
// Lists the bodies of the points, and the modes of those that bend.
void listRopeBlocks(RopeGeometry& rope);

struct RopeKinematics {
  double path = 0;                // m, from end to end
  double gap = 0, gapRate = 0;    // m, m/s: what is slack
  double gamma = 0;               // m/s2
  Eigen::Vector2d end, endAlong;  // m, at_b; unit vector of the last piece, towards it
};
RopeKinematics calcRopeKinematics(const RopeGeometry& rope, const double* q, const double* v);
// m, of those whose ends belong to different bodies; infinite where there are none.
double calcShortestPiece(const RopeGeometry& rope, const double* q, const double* v);
// The row of the gap beside it.
RopeKinematics updRopeRow(const RopeGeometry& rope, const double* q, const double* v, BlockRow& row);

}  // namespace clank
