// SPDX-License-Identifier: GPL-3.0-or-later
// A contact of a system: one circle and one piece that can meet; and the circles of a pair of bodies, each
// with all of its pieces.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/dynamics/contact_rows.h"

namespace clank {

struct SystemContact {
  ContactGeometry geometry;
  std::size_t pair() const { return geometry.mount->pair; }
};

// Contacts of one circle with pieces of one body. They stand one after the other. What tells where it is
// stands here once more: looking at thousands of contacts that are far takes as long as fetching them.
struct ContactCircle {
  std::size_t first = 0, count = 0;
  int a = kFrameBody, b = kFrameBody;  // the body with the pieces, and its own
  Eigen::Vector2d arm{0, 0};           // m, of its centre
  double radius = 0;                   // m
  double reach = 0;    // m, of the pieces about the centre of mass of their body; infinity where one bends
  bool bends = false;  // either body: then arm says nothing
  // A point against all sides of a convex polygon: which of System::polygons.
  std::optional<std::size_t> polygon{};
  // Where it can touch at all: in a circle about its centre, or where it is an arc of a circle, about that.
  Eigen::Vector2d boundArm{0, 0};  // m, axes of b
  double boundRadius = 0;          // m
  bool isPart = false;             // an arc of a circle
};

// The circles of contacts of one pair in the order in which they stand.
class CircleList {
 public:
  // index: of the contact in the system.
  void add(std::size_t index, const ContactGeometry& contact);
  std::vector<ContactCircle> take() { return std::move(circles_); }

 private:
  std::vector<ContactCircle> circles_;
  ContactGeometry last_;
};

// m, about the centre of mass of its body: of a piece, and of a circle; infinity where one bends.
double calcPieceReach(const ContactGeometry& contact);
double calcCircleReach(const ContactGeometry& contact);

}  // namespace clank
