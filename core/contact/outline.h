// SPDX-License-Identifier: GPL-3.0-or-later
// What touches all around: the outline of a body as it is drawn, or a surface, as edges, round corners and
// hollows; and two of them as pieces of contact, of a circle against a segment or an arc each.
//
// Two parts in the plane touch with a corner of one on an edge of the other, or with two corners. Every
// corner that stands out is round here, with the fillet that is typed, and where none is with a trifle:
// kSharp of the size of the larger of two bodies. So a normal is defined wherever two parts touch and turns
// without a jump from an edge to the next; nothing slips between edge and corner; and a corner that slides
// over the seam of two equal faces meets them on top, not head on. A corner is a circle, and an edge what is
// left between the circles:
//   corner of b against edge of a,  corner of a against edge of b,  corner of b against corner of a;
// a disc is all corner, and always the circle against the corner of another: the sector is that of the piece.
// An edge is met where the foot of the normal from the circle lies on it, a corner where the line of centres
// lies between the normals of its edges: Voronoi's regions. Where two equal blocks lie on each other corner
// over corner both first kinds would hold at one point, twice the same row; the corners of the second part
// are rounded off twice as much, which leaves the first. Edges of the first overlap their corners and those
// of the second fall short of theirs by a thousandth of a trifle, for corners with the same fillet.
//
// Two sharp corners that graze each other lose less by it than anybody can see; where a corner slides over a
// seam they do nothing else. They meet only where they approach steeply (coulomb/unilateral.cpp).
//
// A surface that is open has ends: corners too, of radius zero. What comes from behind passes it, so its
// corners and arcs are met only within their sector, seen from the corner (SurfaceContact::facing).
#pragma once

#include <optional>

#include "core/contact/surface_piece.h"
#include "core/model/body.h"
#include "core/model/contact_pair.h"

namespace clank {

struct ContactOutline {
  std::vector<SegmentPiece> edges;
  std::vector<ArcPiece> corners;  // convex: circles of their radius, met in the sector of their arc
  std::vector<ArcPiece> hollows;  // arcs with their free side inside
  bool isSurface = false;         // what comes from behind passes it
};

// A circle of one part against a piece of the other.
struct SurfaceContact {
  bool ofA = false;              // the circle belongs to a and the piece to b, else the other way round
  Eigen::Vector2d center;        // m, axes of the part of the circle
  double radius = 0;             // m
  SurfacePiece piece;            // axes of the other
  Eigen::Vector2d facing{0, 0};  // unit vector in axes of the part of the circle: middle of the sector in
                                 // which it is met; zero: all around
  double sector = 0;             // rad, from there to either end
  bool isSharp = false;          // two sharp corners
};

// The radius (m) that a sharp corner of a body has where it touches bodies that are no larger.
double calcTrifle(const Body& body);
// Of a resolved body with hasOutline(); origin (m) is subtracted from all points. trifle: m, the radius of
// sharp corners.
ContactOutline makeOutline(const Body& body, const Eigen::Vector2d& origin, double trifle);
// Of a resolved surface that is no outline.
ContactOutline makeOutline(const Surface& surface, const Eigen::Vector2d& origin);
// A point (radius 0) or circle.
ContactOutline makeOutline(const Eigen::Vector2d& center, double radius);

// Once around a resolved body with hasOutline(), to be drawn: body axes, the outside on the left, the last
// point not joined to the first. step: rad, of arcs.
std::vector<Eigen::Vector2d> listOutlinePoints(const Body& body, double step);

// What the two can do to each other. The trifle of b should be twice that of a.
std::vector<SurfaceContact> listContacts(const ContactOutline& a, const ContactOutline& b);
// How many these are.
std::size_t countContacts(const ContactOutline& a, const ContactOutline& b);

// Distance (m) of the farthest that touches from the origin of the axes, or a little more: whatever the
// trifle, and with the overlap of edges.
double calcReach(const ContactOutline& outline);
// Distance (m) of a point from the nearest piece, or less.
double calcAway(const ContactOutline& outline, const Eigen::Vector2d& p);

}  // namespace clank
