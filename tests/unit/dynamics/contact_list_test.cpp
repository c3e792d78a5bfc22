// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts with a long line are made as they are asked for; they are those of the pieces of its surface.
#include "core/dynamics/contact_list.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/dynamics/system.h"

namespace clank {
namespace {

PolylineSurface makeWave(int points, bool closed) {
  PolylineSurface line;
  std::vector<Point> list;
  for (int i = 0; i < points; ++i)
    list.push_back(closed ? Point{(2 + std::cos(0.05 * i)) * std::cos(2 * std::numbers::pi * i / points),
                                  (2 + std::cos(0.05 * i)) * std::sin(2 * std::numbers::pi * i / points)}
                          : Point{1e-3 * i, 0.2 * std::sin(0.01 * i)});
  line.points = std::move(list);
  line.closed = closed ? 1 : 0;
  return line;
}

ContactPair makeSurfaceOf(const char* id, Surface surface, double radius) {
  ContactPair contact;
  contact.id = id;
  contact.b = "ball";
  contact.radius = radius;
  contact.surface = std::move(surface);
  return contact;
}

Mechanism makeTouched(std::vector<ContactPair> contacts) {
  Mechanism m;
  Body ball;
  ball.id = "ball";
  ball.mass = 1;
  ball.inertia = 1;
  ball.pose.y = 5;
  m.bodies = {ball};
  m.contacts = std::move(contacts);
  return m;
}

bool isSamePiece(const SurfacePiece& one, const SurfacePiece& other) {
  if (one.index() != other.index()) return false;
  const auto ends = [](const auto& a, const auto& b) {
    return a.origin == b.origin && a.direction == b.direction && a.extent == b.extent;
  };
  if (const auto* segment = std::get_if<SegmentPiece>(&one))
    return ends(*segment, std::get<SegmentPiece>(other));
  const auto &a = std::get<ArcPiece>(one), &b = std::get<ArcPiece>(other);
  return ends(a, b) && a.radius == b.radius && a.side == b.side;
}

TEST(ContactList, ALongLineHasThePiecesOfItsSurfaceAmongOthers) {
  LineSurface floor;
  floor.from = {-1.0, -3.0};
  floor.to = {1.0, -3.0};
  CircleSurface post;
  post.radius = 0.1;
  for (const double radius : {0.0, 0.03})
    for (const bool closed : {false, true}) {
      const Mechanism m = makeTouched(
          {makeSurfaceOf("floor", floor, radius), makeSurfaceOf("wave", makeWave(1500, closed), radius),
           makeSurfaceOf("post", post, radius), makeSurfaceOf("ring", makeWave(1200, true), radius),
           makeSurfaceOf("last", floor, radius)});
      const System system = System::compile(m).value();
      const System copy = system;
      std::size_t next = 0;
      for (std::size_t p = 0; p < m.contacts.size(); ++p) {
        const std::vector<SurfacePiece> pieces = makePieces(m.contacts[p].surface, radius, {0, 0});
        ASSERT_EQ(system.contactPairs[p].first, next);
        ASSERT_EQ(system.contactPairs[p].count, pieces.size());
        for (const SurfacePiece& piece : pieces) {
          std::optional<SystemContact> made;
          const SystemContact& contact = copy.contacts.get(next, made);
          EXPECT_TRUE(isSamePiece(contact.geometry.piece, piece)) << next;
          EXPECT_EQ(contact.pair(), p);
          EXPECT_EQ(system.contacts.pairOf(next), p);
          EXPECT_EQ(contact.geometry.radius(), radius);
          ++next;
        }
      }
      EXPECT_EQ(system.contacts.size(), next);
    }
}

// Corners that stand out are in charge of the directions that the segments beside them leave.
TEST(ContactList, TheCornersOfALongLineLeaveNoGap) {
  const PolylineSurface wave = makeWave(1500, true);
  const std::vector<SurfacePiece> pieces = makePieces(wave, 0.03, {0, 0});
  double turned = 0;
  std::size_t corners = 0;
  for (const SurfacePiece& piece : pieces)
    if (const auto* corner = std::get_if<ArcPiece>(&piece)) turned += corner->extent, ++corners;
  EXPECT_GT(corners, 100u);
  EXPECT_LT(corners, 1400u);
  double right = 0;
  for (std::size_t i = 0; i < 1500; ++i) {
    const auto& one = std::get<SegmentPiece>(pieces[i]).direction;
    const auto& next = std::get<SegmentPiece>(pieces[(i + 1) % 1500]).direction;
    right += std::max(0.0, -std::atan2(one.x() * next.y() - one.y() * next.x(), one.dot(next)));
  }
  EXPECT_NEAR(turned, right, 1e-12);
}

}  // namespace
}  // namespace clank
