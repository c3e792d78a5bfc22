// SPDX-License-Identifier: GPL-3.0-or-later
// A circle (or point) against a piece of a surface, seen from the body that carries the surface.
//
// With p the centre of the circle of radius r, w its velocity and a its acceleration relative to that body
// (in its axes), spin the relative angular velocity; n the normal from the surface to the circle, t the
// tangent with n = perp(t):
//   segment from o along u: n = perp(u),                       gap = n.(p - o) - r
//   arc about o, e = (p - o)/rho, side s: n = s e,              gap = s (rho - R) - r
//   curve, foot at distance d to the left of its tangent, curvature c, turn s, the surface at an offset o:
//                           n = s perp(t_c),               gap = s d + o - r
//   gap'  = n.w           gap'' = n.a + k (t.w)^2     k = 0 (segment), s/rho (arc), -s c/(1 - c d) (curve):
//   the
//                                                     turning of n, which does not depend on the offset
//   slip = t.w + r spin  slip' = t.a + r spin' - k (t.w)(n.w)   contact points as material points
// because e' = t' (t'.w)/rho for either tangent t'.
#pragma once

#include "core/contact/surface_piece.h"

namespace clank {

struct PieceContact {
  double gap = 0;    // m
  double past = 0;   // m, how far the foot of the normal lies beyond the nearer end of the piece; < 0: within
  int pastSign = 1;  // past grows with pastSign t.w
  Eigen::Vector2d normal, tangent;
  double curvature = 0;  // k, 1/m
};

PieceContact calcPieceContact(const SurfacePiece& piece, double radius, const Eigen::Vector2d& p);
// The same in place of what was there.
void updPieceContact(const SurfacePiece& piece, double radius, const Eigen::Vector2d& p, PieceContact& at);
// The same without `past`, which takes longer of an arc.
void updPieceGap(const SurfacePiece& piece, double radius, const Eigen::Vector2d& p, PieceContact& at);

// Are both the gap and the foot's way past the end no more than within (m)? What is far by its gap is not
// asked for the end, which takes longer.
bool isWithin(const SurfacePiece& piece, double radius, const Eigen::Vector2d& p, double within);

// Distance (m) of the circle from the piece, ends included; negative behind the piece.
double calcDistance(const PieceContact& contact, double radius);

}  // namespace clank
