// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts apart from their laws: where a circle and a piece of a surface are to each other, and the rows
// that this puts on the bodies, of the gap and of the slip of the material points in contact.
//
// With d = p - x_a from the centre of mass of a, W = v_p - v_a - w_a perp(d) the velocity of the centre of
// the circle relative to a, and K = -w_b^2 s_b + w_a^2 d - 2 w_a perp(W) what its relative acceleration has
// without a and alpha (core/contact/contact_kinematics.h for the rest):
//   gap'  = n.W                  G_b = [n, s_b x n]        G_a = [-n, -d x n]
//   slip  = t.W + r (w_b - w_a) - c   G_b = [t, s_b x t + r]    G_a = [-t, -d x t - r]
//   gamma_n = -n.K - k (t.W)^2   gamma_t = -t.K + k (t.W)(n.W)
//   roll'  = w_b - w_a       G_b = [0, 0, 1]           G_a = [0, 0, -1]          gamma_r = 0
// where the material of the surface moves along it with the speed c (a conveyor; constant, so that it is in
// no gamma). The friction T on b does T times the rate of the bodies, T (slip + c): T slip is what rubbing
// loses, and T c is the work of what moves the surface.
// What bends carries these at a section: v_a, x_a and w_a are those of the section, its own a and alpha
// without accelerations of the coordinates (marker.h) join K, and gamma_t takes -r times the spins, gamma_r
// their difference. An edge
// of a link is the surface of the section whose normal meets the circle; gamma_t takes e" x' of bent_axis.h
// on top.
#pragma once

#include <memory>

#include "core/contact/contact_kinematics.h"
#include "core/dynamics/bent_axis.h"
#include "core/dynamics/marker.h"

namespace clank {

// A point or circle and the body whose surface it meets: what the pieces of that surface share.
struct ContactMount {
  int a = kFrameBody;  // carries the surface
  Marker b;            // centre of the circle
  double radius = 0;   // m, of the circle
  // rad: the circle is met only where the surface lies within this from the axis of b, seen from its centre;
  // where b has no axis, all around. The piece is a segment then.
  double sector = 0;
  bool isSharp = false;  // two sharp corners (contact/outline.h)
  // Where a bends: its section that carries the piece, whose axes begin there, or
  MaybeStation section{};
  // its axis, the piece being a segment along it, as it lies on the straight link.
  std::shared_ptr<const BentAxis> axis{};
  std::size_t pair = 0;  // in System::contactPairs
  // m/s, of the material of the surface along the tangent, beside the motion of the body that carries it: of
  // a conveyor. Gap and rows are those of the body; the slip is less by it.
  double speed = 0;
};

// A point or circle against one piece of a surface. A line of a million points is as many of these: what they
// have in common stands once.
struct ContactGeometry {
  std::shared_ptr<const ContactMount> mount;
  SurfacePiece piece;  // axes of a, from its centre of mass

  // An arc of a surface that edges and corners meet: no more of its circle than its sector.
  bool isPartOfCircle() const { return mount->sector > 0 && mount->radius > 0; }
  int a() const { return mount->a; }
  const Marker& b() const { return mount->b; }
  double radius() const { return mount->radius; }
  double sector() const { return mount->sector; }
  bool isSharp() const { return mount->isSharp; }
  double speed() const { return mount->speed; }
  const MaybeStation& section() const { return mount->section; }
  const std::shared_ptr<const BentAxis>& axis() const { return mount->axis; }
  bool isOnBent() const { return axis() || section().bends(); }
  bool bends() const { return isOnBent() || b().station.bends(); }
};
// Where a circle can touch at all: within a circle about its centre; an arc of half a turn at most within the
// circle over its chord: with the angle h to either side of its middle the centre of that is r cos h away,
// and its radius r sin h.
struct TouchBound {
  Eigen::Vector2d arm{0, 0};  // m, axes of b, from its centre of mass
  double radius = 0;          // m
};
TouchBound calcTouchBound(const ContactGeometry& contact);
// What carries the surface, for the blocks of rows.
Marker makeCarrier(const ContactGeometry& contact);

struct ContactKinematics {
  PieceContact at;                  // in axes of a
  Eigen::Vector2d normal, tangent;  // world
  Eigen::Vector2d point;            // m, foot on the surface, world
  BodyPoint a;                      // the centre of the circle as a point of a; the section where that bends
  Eigen::Vector2d lever{0, 0};      // m, from the section to the centre
  double spinA = 0;                 // rad/s2, of the section without accelerations of the coordinates
  double growth = 0;                // m/s2, e" x' along the tangent
  std::shared_ptr<const Station> carrier{};  // of an edge
  MarkerMotion b;
  double gapRate = 0, slip = 0;  // m/s
  double alongRate = 0;          // m/s, t.W
  double rollRate = 0;           // rad/s, of b against a
  double pastRate = 0;           // m/s, of at.past
  Eigen::Vector2d centripetal;   // m/s2, K
};

ContactKinematics calcContactKinematics(const ContactGeometry& contact, const double* q, const double* v);
// The same, its bodies having been placed.
ContactKinematics calcContactKinematics(const ContactGeometry& contact, const PlacedBody& a,
                                        const PlacedBody& b);
// The same into kinematics of this contact, whose numbers it replaces.
void updContactKinematics(const ContactGeometry& contact, const PlacedBody& a, const PlacedBody& b,
                          ContactKinematics& k);
// What its force needs alone: gap, directions, rates and arms, without what accelerations and the end of the
// piece take. Not where something bends.
void updPushKinematics(const ContactGeometry& contact, const PlacedBody& a, const PlacedBody& b,
                       ContactKinematics& k);
// Where the circle is in the axes of the body or section that carries the piece, m; of an edge, where it
// would be on the straight link.
Eigen::Vector2d calcCenter(const ContactGeometry& contact, const PlacedBody& a, const PlacedBody& b);
// Its place alone, whatever its sector; and with it: at.
PieceContact calcPiecePlace(const ContactGeometry& contact, const PlacedBody& a, const PlacedBody& b);
PieceContact calcContactPlace(const ContactGeometry& contact, const PlacedBody& a, const PlacedBody& b);

void updNormalRow(const ContactKinematics& k, BlockRow& row, double& gamma);
void updSlipRow(const ContactGeometry& contact, const ContactKinematics& k, BlockRow& row, double& gamma);
// Of the turning of b against a, rad/s: what rolling resistance acts on.
void updRollRow(const ContactKinematics& k, BlockRow& row, double& gamma);
// Has it any? A point or a corner does not roll.
inline bool rolls(const ContactGeometry& contact) {
  return contact.radius() > 0;
}

}  // namespace clank
