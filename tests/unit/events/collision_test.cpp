// SPDX-License-Identifier: GPL-3.0-or-later
// What comes after the jump: bounce, capture, lock or switch, and what happens to others that touch.
#include "core/events/collision.h"

#include <cmath>

#include "tests/support/contacts.h"
#include "tests/support/instant.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

constexpr double kG = 9.81, kCapture = 0.1;  // m/s2; m/s

// A ball of 2 kg that has just come to the ground, at t = 5 s.
class Landing : public Instant {
 public:
  Landing(double restitution, double speed, double gravity = -kG) : Instant(make(restitution, gravity)) {
    v(0, 1) = -speed;
    state().t = 5;
  }

 private:
  static Mechanism make(double restitution, double gravity) {
    Mechanism m;
    m.gravity = {0.0, gravity};
    m.bodies = {makeBody("ball", 2, 1)};
    m.contacts = {makeContact("ground", "ball", makeFloor(), restitution)};
    return m;
  }
};

TEST(Collision, BouncesAndIsNotLookedAtForHalfTheFlight) {
  Landing ball(0.4, 3);
  const std::size_t ground = ball.contact("ground");
  const auto receipts = ball.apply(Guard::Kind::gap, ground, kCapture);
  ASSERT_EQ(receipts.size(), 1u);
  const Receipt& r = receipts[0];
  EXPECT_EQ(r.kind, EventKind::impact);
  EXPECT_EQ(r.element, "ground");
  EXPECT_EQ(r.law, "newton");
  EXPECT_EQ(r.bodyA, kFrame);
  EXPECT_EQ(r.bodyB, "ball");
  EXPECT_FALSE(r.mobile);
  EXPECT_NEAR(r.impulse, 2 * 3 * 1.4, 1e-13);
  EXPECT_NEAR(r.normalY, -1, 1e-15) << "on the ground";
  EXPECT_NEAR(r.normalVelocityBefore, -3, 1e-15);
  EXPECT_NEAR(r.normalVelocityAfter, 1.2, 1e-14);
  EXPECT_EQ(r.restitution, 0.4);
  EXPECT_NEAR(r.energyLoss(), 9 * (1 - 0.16), 1e-13);
  EXPECT_TRUE(r.momentumConserved);
  EXPECT_FALSE(ball.isClosed(ground));
  EXPECT_NEAR(ball.v(0, 1), 1.2, 1e-14);
  EXPECT_NEAR(ball.ignoredUntil(ground), 5 + 1.2 / kG, 1e-13);
}

// The series of flights 2 v/g, e 2 v/g, ... ends after 2 v/g/(1 - e).
TEST(Collision, ASlowReboundIsCapturedUntilItsSeriesEnds) {
  Landing ball(0.5, 0.15);
  const std::size_t ground = ball.contact("ground");
  const auto receipts = ball.apply(Guard::Kind::gap, ground, kCapture);
  ASSERT_EQ(receipts.size(), 1u);
  EXPECT_EQ(receipts[0].kind, EventKind::impact);
  EXPECT_EQ(receipts[0].restitution, 0);
  EXPECT_NEAR(receipts[0].impulse, 2 * 0.15, 1e-14);
  EXPECT_EQ(ball.v(0, 1), 0);
  EXPECT_TRUE(ball.isClosed(ground));
  EXPECT_NEAR(ball.calcGuard(Guard::Kind::settle, ground), 2 * 0.075 / kG / 0.5, 1e-12);
  ball.state().t += 1;
  const auto settled = ball.apply(Guard::Kind::settle, ground, kCapture);
  ASSERT_EQ(settled.size(), 1u);
  EXPECT_EQ(settled[0].kind, EventKind::contactBegin);
  EXPECT_FALSE(ball.isWatched(Guard::Kind::settle, ground));
  EXPECT_TRUE(ball.isWatched(Guard::Kind::push, ground));
}

// Faster than the capture speed, elastic, or with nothing that brings it back, it flies.
TEST(Collision, OtherReboundsAreNotCaptured) {
  for (auto [restitution, speed, gravity] :
       {std::tuple(0.5, 0.21, -kG), {1.0, 0.05, -kG}, {0.5, 0.15, 0.0}, {0.5, 0.15, kG}}) {
    Landing ball(restitution, speed, gravity);
    const std::size_t ground = ball.contact("ground");
    EXPECT_EQ(ball.apply(Guard::Kind::gap, ground, kCapture).size(), 1u);
    EXPECT_FALSE(ball.isClosed(ground)) << restitution << " " << speed << " " << gravity;
    EXPECT_NEAR(ball.v(0, 1), restitution * speed, 1e-15);
  }
}

TEST(Collision, WithoutRestitutionTheContactBegins) {
  Landing ball(0, 3);
  const std::size_t ground = ball.contact("ground");
  const auto receipts = ball.apply(Guard::Kind::gap, ground, kCapture);
  ASSERT_EQ(receipts.size(), 1u);
  EXPECT_EQ(receipts[0].kind, EventKind::impact);
  EXPECT_TRUE(receipts[0].staysClosed);
  EXPECT_NEAR(receipts[0].energyLoss(), 9, 1e-13);
  EXPECT_TRUE(ball.isClosed(ground));
  EXPECT_FALSE(ball.isWatched(Guard::Kind::settle, ground));
}

// A rod of 3 kg and 1 m, 1 kg m2 about its pin, that rises to a stop at the horizontal with 2 rad/s.
constexpr double kMass = 3, kHalf = 0.5, kOmega = 2;
class RisingRod : public Instant {
 public:
  explicit RisingRod(const Metamorphic& stopped, double gravity = -kG) : Instant(make(stopped, gravity)) {
    v(0, 1) = kHalf * kOmega;
    v(0, 2) = kOmega;
  }
  std::vector<Receipt> hit() { return apply(Guard::Kind::gap, stop("O"), kCapture); }

 private:
  static Mechanism make(const Metamorphic& stopped, double gravity) {
    Mechanism m;
    m.gravity = {0.0, gravity};
    m.bodies = {makeBody("rod", kMass, kMass / 12, {}, {kHalf, 0.0})};
    m.joints = {makeJoint("O", Revolute{}, kFrame, "rod")};
    m.joints[0].metamorphic = stopped;
    return m;
  }
};

TEST(RodAtStop, Bounces) {
  RisingRod rod(makeStop(0, TransitionLaw::restitution, 0.5));
  const auto receipts = rod.hit();
  ASSERT_EQ(receipts.size(), 1u);
  const Receipt& r = receipts[0];
  EXPECT_EQ(r.kind, EventKind::impact);
  EXPECT_EQ(r.law, "restitution");
  EXPECT_EQ(r.guard, (FiredGuard{1, "limit", 0, "rad", {}, false}));
  EXPECT_NEAR(r.impulse, 1.5 * kOmega, 1e-13) << "N m s";
  EXPECT_EQ(std::hypot(r.normalX, r.normalY), 0);
  EXPECT_NEAR(rod.v(0, 2), -0.5 * kOmega, 1e-14);
  ASSERT_EQ(r.contactImpulses.size(), 1u);
  EXPECT_NEAR(r.contactImpulses[0].moment, -1.5 * kOmega, 1e-13);
  ASSERT_EQ(r.jointImpulses.size(), 1u);
  EXPECT_NEAR(r.jointImpulses[0].y, -kMass * kHalf * 1.5 * kOmega, 1e-13);
  EXPECT_EQ(rod.phase("O"), "free");
}

// Through a limit pin at d the stop pushes with J dw/d; at the centre of percussion, 2/3, the pin feels
// nothing.
TEST(RodAtStop, BouncesOnALimitPin) {
  for (const double d : {0.4, 2.0 / 3}) {
    Metamorphic stopped = makeStop(0, TransitionLaw::restitution, 0.5);
    std::get<Limit>(stopped.changes[0].guard).pin = Point{d, 0.0};
    RisingRod rod(stopped);
    const auto receipts = rod.hit();
    ASSERT_EQ(receipts.size(), 1u);
    const double push = 1.5 * kOmega / d;
    EXPECT_NEAR(receipts[0].impulse, push, 1e-13) << "N s";
    EXPECT_NEAR(receipts[0].pointX, d, 1e-15);
    EXPECT_NEAR(receipts[0].normalVelocityBefore, -kOmega * d, 1e-14);
    ASSERT_EQ(receipts[0].contactImpulses.size(), 1u);
    EXPECT_NEAR(receipts[0].contactImpulses[0].y, -push, 1e-13);
    EXPECT_NEAR(receipts[0].jointImpulses[0].y, push - kMass * kHalf * 1.5 * kOmega, 1e-13);
  }
}

TEST(RodAtStop, Latches) {
  RisingRod rod(makeStop(0, TransitionLaw::merge));
  const auto receipts = rod.hit();
  ASSERT_EQ(receipts.size(), 1u);
  EXPECT_EQ(receipts[0].kind, EventKind::merge);
  EXPECT_NEAR(receipts[0].impulse, kOmega, 1e-13);
  EXPECT_EQ(receipts[0].phaseBefore, "free");
  EXPECT_EQ(receipts[0].phaseAfter, "held");
  EXPECT_EQ(receipts[0].mobilityBefore, 1);
  EXPECT_EQ(receipts[0].mobilityAfter, 0);
  EXPECT_NEAR(rod.v(0, 2), 0, 1e-15);
  EXPECT_EQ(rod.phase("O"), "held");
  EXPECT_FALSE(rod.isClosed(rod.stop("O"))) << "nothing watches its force";
}

// Unlatched it stays only where it is pressed: with the moment m g h.
TEST(RodAtStop, IsPressedOrLetGo) {
  RisingRod pressed(makeStop(0, TransitionLaw::merge, 0, false), kG);
  const std::size_t stop = pressed.stop("O");
  auto receipts = pressed.hit();
  ASSERT_EQ(receipts.size(), 1u);
  EXPECT_EQ(receipts[0].kind, EventKind::impact);
  EXPECT_TRUE(receipts[0].staysClosed);
  EXPECT_TRUE(pressed.isClosed(stop));
  EXPECT_NEAR(pressed.calcGuard(Guard::Kind::push, stop), kMass * kG * kHalf, 1e-12);
  RisingRod falls(makeStop(0, TransitionLaw::merge, 0, false));
  receipts = falls.hit();
  ASSERT_EQ(receipts.size(), 2u);
  EXPECT_EQ(receipts[1].kind, EventKind::contactEnd);
  EXPECT_EQ(falls.phase("O"), "free");
  EXPECT_NEAR(falls.v(0, 2), 0, 1e-15);
}

// "Restitution then lock": the bounce and the stop of what it leaves, at the same instant.
TEST(RodAtStop, BouncesThenLocks) {
  RisingRod rod(makeStop(0, TransitionLaw::restitutionThenLock, 0.5));
  const auto receipts = rod.hit();
  ASSERT_EQ(receipts.size(), 2u);
  EXPECT_EQ(receipts[0].kind, EventKind::impact);
  EXPECT_EQ(receipts[1].kind, EventKind::lock);
  EXPECT_NEAR(receipts[0].energyLoss(), (4 - 1) / 2.0, 1e-13);
  EXPECT_NEAR(receipts[1].energyLoss(), 1 / 2.0, 1e-13);
  EXPECT_NEAR(receipts[0].impulse, 3, 1e-13);
  EXPECT_NEAR(receipts[1].impulse, -1, 1e-13) << "it pulls";
  EXPECT_EQ(rod.phase("O"), "held");
  EXPECT_NEAR(rod.v(0, 2), 0, 1e-15);
}

TEST(Collision, WhatTouchesTakesPart) {
  Mechanism m;
  m.bodies = {makeBody("plate", 2, 0.06)};
  for (const double x : {-0.2, 0.2}) {
    m.contacts.push_back(makeContact(x < 0 ? "left" : "right", "plate", makeFloor(), 0.5));
    m.contacts.back().atB = {x, 0.0};
  }
  Instant plate(m);
  plate.v(0, 1) = -1;
  const auto receipts = plate.apply(Guard::Kind::gap, plate.contact("left"), kCapture);
  ASSERT_EQ(receipts.size(), 1u);
  ASSERT_EQ(receipts[0].contactImpulses.size(), 2u);
  for (const ContactPush& push : receipts[0].contactImpulses) EXPECT_NEAR(push.y, 1.5, 1e-13);
  EXPECT_NEAR(plate.v(0, 1), 0.5, 1e-14);
  EXPECT_NEAR(plate.v(0, 2), 0, 1e-13);
}

// A hammer of 2 kg falls on the top of what rests on the ground.
Mechanism makeAnvil(double at, const std::vector<double>& feet) {
  Mechanism m;
  m.bodies = {makeBody("anvil", 5, 0.8), makeBody("hammer", 2, 1, {at, 0.0, 0.0, {}})};
  m.contacts = {makeContact("top", "hammer", makeFloor(), 0.5)};
  m.contacts[0].a = "anvil";
  for (const double x : feet) {
    m.contacts.push_back(makeContact("foot" + std::to_string(m.contacts.size() - 1), "anvil", makeFloor()));
    m.contacts.back().atB = {x, 0.0};
  }
  return m;
}

TEST(Collision, WhatRestsOnTheGroundPassesThePushOn) {
  Instant anvil(makeAnvil(0, {0}));
  const std::size_t foot = anvil.contact("foot0");
  anvil.close(foot);
  anvil.v(1, 1) = -3;
  const auto receipts = anvil.apply(Guard::Kind::gap, anvil.contact("top"), kCapture);
  ASSERT_EQ(receipts.size(), 1u);
  EXPECT_TRUE(receipts[0].mobile);
  EXPECT_NEAR(receipts[0].impulse, 2 * 3 * 1.5, 1e-12);
  ASSERT_EQ(receipts[0].contactImpulses.size(), 2u);
  for (const ContactPush& push : receipts[0].contactImpulses) EXPECT_NEAR(push.y, 9, 1e-12) << push.element;
  EXPECT_NEAR(anvil.v(0, 1), 0, 1e-14);
  EXPECT_NEAR(anvil.v(1, 1), 1.5, 1e-14);
  EXPECT_TRUE(anvil.isClosed(foot));
}

// Hit at d, outside its feet at -b and b, it turns about the near one with J + m b^2 and leaves the far one.
TEST(Collision, LiftsAFootOffTheGround) {
  const double b = 0.3, d = 0.5, about = 0.8 + 5 * b * b;
  Instant anvil(makeAnvil(d, {-b, b}));
  const std::size_t far = anvil.contact("foot0"), near = anvil.contact("foot1");
  anvil.close(far);
  anvil.close(near);
  anvil.v(1, 1) = -3;
  const auto receipts = anvil.apply(Guard::Kind::gap, anvil.contact("top"), kCapture);
  ASSERT_EQ(receipts.size(), 2u);
  const double push = 1.5 * 3 / (1 / 2.0 + (d - b) * (d - b) / about);
  EXPECT_EQ(receipts[0].kind, EventKind::impact);
  EXPECT_NEAR(receipts[0].impulse, push, 1e-12);
  EXPECT_EQ(receipts[1].kind, EventKind::contactEnd);
  EXPECT_EQ(receipts[1].element, "foot0");
  EXPECT_NEAR(anvil.v(0, 2), -push * (d - b) / about, 1e-12);
  EXPECT_FALSE(anvil.isClosed(far));
  EXPECT_TRUE(anvil.isClosed(near));
}

}  // namespace
}  // namespace clank::test
