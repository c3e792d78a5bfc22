// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contact/outline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "core/contact/contact_kinematics.h"
#include "tests/support/blocks.h"

namespace clank {
namespace {

using Vector = Eigen::Vector2d;
using test::makeSolidBlock;

constexpr double kPi = std::numbers::pi;

struct Place {
  Vector at{0, 0};
  double angle = 0;
  Vector toWorld(const Vector& p) const {
    return at + Vector(std::cos(angle) * p.x() - std::sin(angle) * p.y(),
                       std::sin(angle) * p.x() + std::cos(angle) * p.y());
  }
  Vector toBody(const Vector& p) const {
    const Vector d = p - at;
    return {std::cos(angle) * d.x() + std::sin(angle) * d.y(),
            -std::sin(angle) * d.x() + std::cos(angle) * d.y()};
  }
};

// Of two outlines in the places where they are: by the nearest piece in charge, and how many are.
struct Nearest {
  double distance = HUGE_VAL;
  int touching = 0;
};
Nearest calcNearest(const ContactOutline& a, const Place& placeA, const ContactOutline& b,
                    const Place& placeB) {
  Nearest nearest;
  for (const SurfaceContact& contact : listContacts(a, b)) {
    const Place &round = contact.ofA ? placeA : placeB, &other = contact.ofA ? placeB : placeA;
    const Vector p = other.toBody(round.toWorld(contact.center));
    const PieceContact at = calcPieceContact(contact.piece, contact.radius, p);
    if (at.past > 0 || at.gap < 0) continue;
    nearest.distance = std::min(nearest.distance, at.gap);
    if (at.gap < 1e-12) ++nearest.touching;
  }
  return nearest;
}

double calcDistanceOf(const Vector& p, const Vector& a, const Vector& b) {
  const Vector d = b - a;
  return (a + std::clamp((p - a).dot(d) / d.squaredNorm(), 0.0, 1.0) * d - p).norm();
}
std::vector<Vector> listCorners(const Body& body, const Place& place) {
  std::vector<Vector> corners;
  for (const Point& p : body.outline) corners.push_back(place.toWorld({p.x.value, p.y.value}));
  return corners;
}
double calcBruteDistance(const std::vector<Vector>& a, const std::vector<Vector>& b) {
  double least = HUGE_VAL;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k) {
      const Vector &a0 = a[i], &a1 = a[(i + 1) % a.size()], &b0 = b[k], &b1 = b[(k + 1) % b.size()];
      least = std::min({least, calcDistanceOf(b0, a0, a1), calcDistanceOf(a0, b0, b1)});
    }
  return least;
}

Body makeStar(std::mt19937& random, int corners) {
  Body body;
  for (int i = 0; i < corners; ++i) {
    const double r = 0.1 + 0.1 * static_cast<double>(random()) / 4294967296.0, angle = 2 * kPi * i / corners;
    body.outline.push_back({r * std::cos(angle), r * std::sin(angle)});
  }
  return body;
}

// Against corners and segments one by one, stars and convex alike, in any place outside each other.
TEST(Outline, DistanceOfTwoPlates) {
  std::mt19937 random(3);
  const auto pick = [&](double most) { return most * static_cast<double>(random()) / 4294967296.0; };
  for (int i = 0; i < 1000; ++i) {
    const Body a = makeStar(random, 3 + i % 6), b = makeStar(random, 3 + i % 5);
    const Place placeA{{0, 0}, pick(6)};
    const double away = 0.41 + pick(0.2), angle = pick(2 * kPi);
    const Place placeB{{away * std::cos(angle), away * std::sin(angle)}, pick(6)};
    const double brute = calcBruteDistance(listCorners(a, placeA), listCorners(b, placeB));
    EXPECT_NEAR(
        calcNearest(makeOutline(a, {0, 0}, 1e-9), placeA, makeOutline(b, {0, 0}, 2e-9), placeB).distance,
        brute, 1e-7)
        << i;
  }
}

// The way round does not matter, and the origin is taken away.
TEST(Outline, ABlockHasFourEdgesAndCorners) {
  Body block = makeSolidBlock("b", 0.4, 0.2, {});
  for (int i = 0; i < 2; ++i) {
    const ContactOutline outline = makeOutline(block, {0.1, 0}, 1e-9);
    ASSERT_EQ(outline.edges.size(), 4u);
    ASSERT_EQ(outline.corners.size(), 4u);
    for (const SegmentPiece& edge : outline.edges)
      EXPECT_GT(turnLeft(edge.direction).dot(edge.origin + Vector(0.1, 0)), 0)
          << "the outside is on the left";
    for (const ArcPiece& corner : outline.corners) EXPECT_NEAR(corner.extent, kPi / 2, 1e-12);
    std::reverse(block.outline.begin(), block.outline.end());
  }
}

TEST(Outline, AFilletTakesItsLengthOffTheEdges) {
  Body block = makeSolidBlock("b", 0.4, 0.2, {});
  block.fillet = 0.05;
  const ContactOutline outline = makeOutline(block, {0, 0}, 1e-9);
  for (const ArcPiece& corner : outline.corners) {
    EXPECT_NEAR(corner.radius, 0.05, 1e-15);
    EXPECT_NEAR(std::abs(corner.origin.x()), 0.15, 1e-15);
    EXPECT_NEAR(std::abs(corner.origin.y()), 0.05, 1e-15);
  }
  for (const SegmentPiece& edge : outline.edges)
    EXPECT_NEAR(edge.extent, std::abs(edge.direction.x()) > 0.5 ? 0.3 : 0.1, 1e-15);
  block.fillet = 1;  // more than there is room for
  for (const ArcPiece& corner : makeOutline(block, {0, 0}, 1e-9).corners) EXPECT_LT(corner.radius, 0.1);
}

TEST(Outline, AnInnerCornerIsNoCorner) {
  Body ell;
  ell.outline = {{0.0, 0.0}, {0.2, 0.0}, {0.2, 0.1}, {0.1, 0.1}, {0.1, 0.2}, {0.0, 0.2}};
  const ContactOutline outline = makeOutline(ell, {0, 0}, 1e-9);
  EXPECT_EQ(outline.edges.size(), 6u);
  EXPECT_EQ(outline.corners.size(), 5u);
}

// Around a bar every direction has one piece in charge, and the distance is that from its middle line.
TEST(Outline, PiecesShareTheSurroundingsOfABar) {
  const ContactOutline bar = makeOutline(test::makeRoundBar("bar", 1, 0.1, {}), {0.5, 0}, 1e-9);
  const ContactOutline point = makeOutline(Vector(0, 0), 0);
  for (int i = 0; i < 360; ++i) {
    const double angle = (i + 0.5) * kPi / 180;
    const Vector p(2 * std::cos(angle), 2 * std::sin(angle));
    int inCharge = 0;
    for (const SurfaceContact& contact : listContacts(bar, point)) {
      const PieceContact at = calcPieceContact(contact.piece, contact.radius, p);
      if (at.past > 0 || at.gap < 0) continue;
      ++inCharge;
      EXPECT_NEAR(at.gap, calcDistanceOf(p, {-0.5, 0}, {0.5, 0}) - 0.05, 1e-12) << i;
    }
    EXPECT_EQ(inCharge, 1) << i;
  }
}

// Flush on each other, shifted, or with corners of a typed radius: two points, never the same one twice.
TEST(Outline, TwoBlocksOnEachOtherTouchInTwoPoints) {
  for (const double fillet : {0.0, 0.01})
    for (const double shift : {0.0, 0.03, -0.03, 0.25}) {
      Body block = makeSolidBlock("b", 0.4, 0.2, {});
      block.fillet = fillet;
      const Nearest nearest = calcNearest(makeOutline(block, {0, 0}, 1e-9), {},
                                          makeOutline(block, {0, 0}, 2e-9), {{shift, 0.2 + 1e-14}, 0});
      EXPECT_EQ(nearest.touching, 2) << fillet << " " << shift;
    }
}

// Of blocks, discs, bars, a bowl with hollows and a line with ends.
TEST(Outline, ContactsAreCountedAsTheyAreListed) {
  Body disc, bar;
  disc.radius = 0.02;
  bar.length = 0.1;
  ArcSurface bowl;
  bowl.radius = 0.3;
  bowl.from = 3.5;
  bowl.to = 5.9;
  bowl.side = RoundSide::inside;
  LineSurface line;
  line.from = {-1.0, 0.0};
  line.to = {1.0, 0.0};
  const std::vector<ContactOutline> outlines{makeOutline(makeSolidBlock("block", 0.1, 0.2, {}), {0, 0}, 1e-9),
                                             makeOutline(disc, {0, 0}, 1e-9),
                                             makeOutline(bar, {0.05, 0}, 1e-9),
                                             makeOutline(Surface(bowl), {0, 0}),
                                             makeOutline(Surface(line), {0, 0}),
                                             makeOutline(Vector(0, 0), 0.5),
                                             makeOutline(Vector(0, 0), 0)};
  for (const ContactOutline& a : outlines)
    for (const ContactOutline& b : outlines) EXPECT_EQ(countContacts(a, b), listContacts(a, b).size());
}

}  // namespace
}  // namespace clank
