// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contact/surface_piece.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/contact/contact_kinematics.h"
#include "core/contact/cut_surface.h"

namespace clank {
namespace {

PolylineSurface makeBox() {  // clockwise: the material is inside
  PolylineSurface box;
  box.points = {{0.0, 0.0}, {0.0, 1.0}, {2.0, 1.0}, {2.0, 0.0}};
  box.closed = 1;
  return box;
}

double calcNearest(const Surface& surface, double radius, const Eigen::Vector2d& p) {
  double nearest = 1e9;
  for (const SurfacePiece& piece : makePieces(surface, radius, {0, 0})) {
    const double distance = calcDistance(calcPieceContact(piece, radius, p), radius);
    if (std::abs(distance) < std::abs(nearest)) nearest = distance;
  }
  return nearest;
}

TEST(SurfacePiece, ABoxHasItsSidesAndForACircleItsCorners) {
  EXPECT_EQ(makePieces(makeBox(), 0, {0, 0}).size(), 4u);
  EXPECT_EQ(makePieces(makeBox(), 0.1, {0, 0}).size(), 8u);
  PolylineSurface inside = makeBox();
  inside.side = LineSide::right;
  EXPECT_EQ(makePieces(inside, 0.1, {0, 0}).size(), 4u) << "corners of a container do not stand out";
}

TEST(SurfacePiece, DistanceOfACircleFromABox) {
  constexpr double r = 0.1;
  EXPECT_NEAR(calcNearest(makeBox(), r, {1, 1.5}), 0.5 - r, 1e-12);
  EXPECT_NEAR(calcNearest(makeBox(), r, {2.3, 0.5}), 0.3 - r, 1e-12);
  EXPECT_NEAR(calcNearest(makeBox(), r, {2.3, 1.4}), 0.5 - r, 1e-12) << "from the corner";
  EXPECT_NEAR(calcNearest(makeBox(), r, {-0.3, -0.4}), 0.5 - r, 1e-12);
}

// Every direction around the box has exactly one piece in charge.
TEST(SurfacePiece, PiecesShareTheSurroundingsOfABox) {
  for (int i = 0; i < 360; ++i) {
    const double angle = (i + 0.5) * std::numbers::pi / 180;
    const Eigen::Vector2d p(1 + 3 * std::cos(angle), 0.5 + 3 * std::sin(angle));
    int inCharge = 0;
    for (const SurfacePiece& piece : makePieces(makeBox(), 0.1, {0, 0})) {
      const PieceContact contact = calcPieceContact(piece, 0.1, p);
      if (contact.past <= 0 && contact.gap > 0) ++inCharge;
    }
    EXPECT_EQ(inCharge, 1) << i;
  }
}

TEST(SurfacePiece, AnArcEndsWhereItsAnglesSay) {
  ArcSurface arc;
  arc.radius = 1.0;
  arc.from = -0.5;
  arc.to = 2.0;
  const SurfacePiece piece = makePieces(arc, 0, {0, 0}).front();
  for (const double angle : {-0.6, -0.4, 0.7, 1.9, 2.1}) {
    const PieceContact contact = calcPieceContact(piece, 0, {1.5 * std::cos(angle), 1.5 * std::sin(angle)});
    EXPECT_NEAR(contact.gap, 0.5, 1e-12);
    EXPECT_EQ(contact.past<0, angle> - 0.5 && angle < 2.0) << angle;
  }
}

TEST(SurfacePiece, InsideOfACircle) {
  CircleSurface circle;
  circle.center = {1.0, 0.0};
  circle.radius = 2.0;
  circle.side = RoundSide::inside;
  EXPECT_NEAR(calcNearest(circle, 0.5, {1.0, 1.0}), 0.5, 1e-12);
}

// What is far by its gap is not asked for the end of its piece, and nothing else is judged otherwise.
TEST(SurfacePiece, WithinIsByGapAndByEnd) {
  ArcPiece arc;
  arc.extent = 2;
  arc.radius = 0.3;
  SegmentPiece segment;
  segment.extent = 0.4;
  int inside = 0, past = 0;
  for (const SurfacePiece& piece : {SurfacePiece(arc), SurfacePiece(segment)})
    for (double x = -0.5; x < 0.6; x += 0.05)
      for (double y = -0.5; y < 0.6; y += 0.05) {
        const PieceContact at = calcPieceContact(piece, 0.02, {x, y});
        EXPECT_EQ(isWithin(piece, 0.02, {x, y}, 0.1), std::max(at.gap, at.past) <= 0.1);
        inside += at.gap <= 0.1 && at.past <= 0.1 ? 1 : 0;
        past += at.gap <= 0.1 && at.past > 0.1 ? 1 : 0;
      }
  EXPECT_GT(inside, 0);
  EXPECT_GT(past, 0);
}

}  // namespace
}  // namespace clank
