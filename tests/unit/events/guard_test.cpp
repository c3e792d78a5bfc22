// SPDX-License-Identifier: GPL-3.0-or-later
// What is watched, and what it measures. Positive while nothing happens.
#include "core/events/guard.h"

#include <cmath>

#include "tests/support/contacts.h"
#include "tests/support/instant.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

using Kind = Guard::Kind;

// A point of 2 kg on a slope that falls to the right with the angle.
Mechanism makeSlider(double angle, double friction) {
  Mechanism m;
  m.bodies = {makeBody("p", 2, 1)};
  m.contacts = {makeContact("slope", "p", makeFloor(-angle), 0, friction)};
  return m;
}

TEST(Guard, GapIsTheDistanceOfTheCircle) {
  Mechanism m = makeSlider(0.3, 0);
  m.contacts[0].radius = 0.2;
  m.bodies[0].pose.x = 0.2 * std::sin(0.3) + 0.5 * std::sin(0.3);
  m.bodies[0].pose.y = 0.2 * std::cos(0.3) + 0.5 * std::cos(0.3);
  Instant p(m);
  EXPECT_NEAR(p.calcGuard(Kind::gap, p.contact("slope")), 0.5, 1e-14);
  p.q(0, 1) -= 0.6 / std::cos(0.3);
  EXPECT_NEAR(p.calcGuard(Kind::gap, p.contact("slope")), -0.1, 1e-14);
}

// Beyond the end of its piece a gap counts how far, even behind it.
TEST(Guard, GapBesideThePiece) {
  Mechanism m = makeSlider(0, 0);
  LineSurface plate;
  plate.from = {-1.0, 0.0};
  plate.to = {2.0, 0.0};
  m.contacts[0].surface = plate;
  m.bodies[0].pose.y = 0.1;
  Instant p(m);
  const std::size_t u = p.contact("slope");
  EXPECT_NEAR(p.calcGuard(Kind::gap, u), 0.1, 1e-15);
  p.q(0, 1) = -0.3;
  EXPECT_NEAR(p.calcGuard(Kind::gap, u), -0.3, 1e-15);
  p.q(0, 0) = 2.25;
  EXPECT_NEAR(p.calcGuard(Kind::gap, u), 0.25 - kPointReach, 1e-15);
  p.q(0, 0) = -1.5;
  EXPECT_NEAR(p.calcGuard(Kind::gap, u), 0.5 - kPointReach, 1e-15);
}

// In rad, or in m of a limit pin's way.
TEST(Guard, GapOfAStop) {
  for (const bool falling : {false, true})
    for (const bool hasPin : {false, true}) {
      Mechanism m;
      m.bodies = {makeBody("rod", 1, 1, {0.0, 0.0, 0.4, {}})};
      m.joints = {makeJoint("O", Revolute{}, kFrame, "rod")};
      m.joints[0].metamorphic = makeStop(falling ? -0.2 : 1, TransitionLaw::merge);
      auto& limit = std::get<Limit>(m.joints[0].metamorphic->changes[0].guard);
      if (falling) limit.direction = Direction::falling;
      if (hasPin) limit.pin = Point{0.3, 0.4};
      Instant rod(m);
      EXPECT_NEAR(rod.calcGuard(Kind::gap, rod.stop("O")), 0.6 * (hasPin ? 0.5 : 1), 1e-14);
      rod.v(0, 2) = 3;
      EXPECT_NEAR(rod.gapRate(rod.stop("O")), (falling ? 3 : -3) * (hasPin ? 0.5 : 1), 1e-14);
    }
}

TEST(Guard, PushAndGripOnASlope) {
  const double angle = 0.3, mu = 0.5;
  Instant p(makeSlider(angle, mu));
  const std::size_t u = p.contact("slope");
  p.close(u);
  EXPECT_NEAR(p.calcGuard(Kind::push, u), 2 * kG * std::cos(angle), 1e-12);
  EXPECT_NEAR(p.calcGuard(Kind::grip, u), 2 * kG * (mu * std::cos(angle) - std::sin(angle)), 1e-12);
  Instant steep(makeSlider(0.6, mu));
  steep.close(u);
  EXPECT_LT(steep.calcGuard(Kind::grip, u), 0);
}

// A solid disc that rolls needs a third of m g sin.
TEST(Guard, GripOfADiscThatRolls) {
  const double angle = 0.3, mu = 0.4, radius = 0.2;
  Mechanism m = makeSlider(angle, mu);
  m.bodies = {
      makeBody("p", 2, radius * radius, {radius * std::sin(angle), radius * std::cos(angle), 0.0, {}})};
  m.contacts[0].radius = radius;
  Instant disc(m);
  const std::size_t u = disc.contact("slope");
  disc.close(u);
  EXPECT_NEAR(disc.calcGuard(Kind::grip, u), 2 * kG * (mu * std::cos(angle) - std::sin(angle) / 3), 1e-12);
}

// Over a hill of radius R the ground pushes with m (g - v^2/R) at the top: it lets go at v^2 = g R.
TEST(Guard, PushTurnsWhereTheSpeedIsTooHigh) {
  const double radius = 0.8;
  CircleSurface hill;
  hill.radius = radius;
  Mechanism m = makeSlider(0, 0);
  m.contacts[0].surface = hill;
  m.bodies[0].pose.y = radius;
  Instant p(m);
  const std::size_t u = p.contact("slope");
  p.close(u);
  for (const double v : {0.0, 1.0, 2.0, 3.0, 4.0}) {
    p.v(0, 0) = v;
    EXPECT_NEAR(p.calcGuard(Kind::push, u), 2 * (kG - v * v / radius), 1e-12);
  }
}

// In the direction in which it slides; of a disc that of its lowest point.
TEST(Guard, SlipIsThatOfTheMaterialPoint) {
  const double radius = 0.2;
  Mechanism m = makeSlider(0, 0.3);
  m.bodies[0].pose.y = radius;
  m.contacts[0].radius = radius;
  for (const int way : {1, -1}) {
    Instant disc(m);
    const std::size_t u = disc.contact("slope");
    disc.close(u, way);
    disc.v(0, 0) = 1.5;
    disc.v(0, 2) = 2;
    EXPECT_NEAR(disc.calcGuard(Kind::slip, u), way * (1.5 + 2 * radius), 1e-14);
  }
}

TEST(Guard, EdgeIsTheWayToTheNearerEnd) {
  LineSurface plate;
  plate.from = {-1.0, 0.0};
  plate.to = {2.0, 0.0};
  Mechanism m = makeSlider(0, 0);
  m.contacts[0].surface = plate;
  Instant p(m);
  const std::size_t u = p.contact("slope");
  p.close(u);
  for (const double x : {-1.1, -0.8, 0.3, 1.5, 2.2}) {
    p.q(0, 0) = x;
    EXPECT_NEAR(p.calcGuard(Kind::edge, u), std::min(x + 1, 2 - x) + kPointReach, 1e-14);
  }
}

TEST(Guard, WhatIsWatchedFollowsTheMode) {
  const auto list = [](Instant& p) {
    std::vector<Kind> kinds;
    for (const Guard& guard : listGuards(p.system(), p.state().mode)) kinds.push_back(guard.kind);
    return kinds;
  };
  Instant smooth(makeSlider(0, 0)), rough(makeSlider(0, 0.3));
  EXPECT_EQ(list(smooth), std::vector{Kind::gap});
  smooth.close(smooth.contact("slope"));
  EXPECT_EQ(list(smooth), (std::vector{Kind::push, Kind::edge}));
  rough.close(rough.contact("slope"));
  EXPECT_EQ(list(rough), (std::vector{Kind::push, Kind::grip, Kind::edge}));
  rough.close(rough.contact("slope"), -1);
  EXPECT_EQ(list(rough), (std::vector{Kind::push, Kind::slip, Kind::edge}));
}

// Stops are watched in the phase that they end, and not while the joint is held.
TEST(Guard, AStopIsWatchedInItsPhase) {
  Mechanism m;
  m.bodies = {makeBody("rod", 1, 1)};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "rod")};
  m.joints[0].metamorphic = makeStop(0, TransitionLaw::merge);
  Instant rod(m);
  const std::size_t stop = rod.stop("O");
  EXPECT_TRUE(rod.isWatched(Kind::gap, stop));
  rod.v(0, 2) = 1;
  rod.apply(Kind::gap, stop);
  EXPECT_TRUE(listGuards(rod.system(), rod.state().mode).empty());
}

}  // namespace
}  // namespace clank::test
