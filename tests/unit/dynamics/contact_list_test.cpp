// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts with a long line are made as they are asked for; they are those of the pieces of its surface.
#include "core/dynamics/contact_list.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/contact/cut_surface.h"
#include "core/dynamics/broad_phase.h"
#include "core/dynamics/system.h"
#include "core/dynamics/system_compiler.h"
#include "tests/support/blocks.h"

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
      const System system = compileSystem(m).value();
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

Mechanism makeBoxes(int count) {
  Mechanism m;
  for (int i = 0; i < count; ++i) {
    Body box = test::makeSolidBlock("b" + std::to_string(i), 0.02 + 0.001 * i, 0.03, {0.1 * i, 0.0, 0.0, {}});
    box.touches = Touches::everything;
    m.bodies.push_back(box);
  }
  DrawnSurface floor;
  floor.id = "floor";
  LineSurface line;
  line.from = {-1.0, -0.1};
  line.to = {9.0, -0.1};
  floor.kind = line;
  m.surfaces = {floor};
  return m;
}

void expectSameContacts(const System& one, const SystemContactPair& pair, const System& other,
                        const SystemContactPair& same) {
  ASSERT_EQ(pair.count, same.count) << pair.id;
  std::optional<SystemContact> made, known;
  for (std::size_t i = 0; i < pair.count; ++i) {
    const ContactGeometry& a = one.contacts.get(pair.first + i, made).geometry;
    const ContactGeometry& b = other.contacts.get(same.first + i, known).geometry;
    ASSERT_TRUE(isSamePiece(a.piece, b.piece)) << pair.id << " " << i;
    ASSERT_EQ(a.b().arm, b.b().arm);
    ASSERT_EQ(a.radius(), b.radius());
    ASSERT_EQ(&one.getPair(pair.first + i), &pair);
  }
  const auto circles = listCircles(pair), others = listCircles(same);
  ASSERT_EQ(circles.size(), others.size());
  for (std::size_t c = 0; c < circles.size(); ++c) {
    ASSERT_EQ(circles[c].first - pair.first, others[c].first - same.first);
    ASSERT_EQ(circles[c].count, others[c].count);
    ASSERT_EQ(circles[c].reach, others[c].reach);
    ASSERT_LE(circles[c].reach, std::max(pair.reachA, pair.reachB));
    ASSERT_EQ(circles[c].boundRadius, others[c].boundRadius);
  }
}

// Of 60 boxes most pairs are made when they come near: what they are then is what they are of two boxes
// alone.
TEST(ContactList, ManyOutlinesHaveTheContactsOfTwo) {
  const Mechanism many = makeBoxes(60);
  const System system = compileSystem(many).value();
  std::size_t late = 0;
  for (const SystemContactPair& pair : system.contactPairs) {
    late += pair.meeting ? 1 : 0;
    Mechanism two = many;
    if (pair.a == kFrameBody) {
      two.bodies = {many.bodies[static_cast<std::size_t>(pair.b)]};
    } else {
      two.bodies = {many.bodies[static_cast<std::size_t>(pair.a)],
                    many.bodies[static_cast<std::size_t>(pair.b)]};
      two.surfaces.clear();
    }
    if ((pair.a + pair.b) % 7 != 0) continue;
    const System alone = compileSystem(two).value();
    expectSameContacts(system, pair, alone, alone.contactPairs.front());
  }
  EXPECT_GT(late, 1000u);
  EXPECT_LT(late, system.contactPairs.size());
}

// To ask how far bodies are from each other makes no contacts.
TEST(ContactList, WhatIsFarIsNotMade) {
  const System system = compileSystem(makeBoxes(60)).value();
  const double* const q = system.startY.data();
  for (const SystemContactPair& pair : system.contactPairs) EXPECT_GT(calcLeastDistance(system, pair, q), 0);
  EXPECT_EQ(listNearPairs(system, q, 0.0).size(), 0u);
  for (const SystemContactPair& pair : system.contactPairs) {
    const OutlineMeeting* const meeting = pair.meeting;
    EXPECT_FALSE(meeting && meeting->isMade());
  }
}

}  // namespace
}  // namespace clank
