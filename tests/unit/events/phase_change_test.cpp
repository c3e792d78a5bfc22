// SPDX-License-Identifier: GPL-3.0-or-later
// Phase changes without a stop, carried out at one instant: the plastic impact that they are, when they
// cannot be, and when they are armed.
#include "core/events/phase_change.h"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/support/contacts.h"
#include "tests/support/instant.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

const TimeGuard kLater{1};  // s; not met while the tests build their instant

// A rod of 3 kg and 1 m, 1 kg m2 about its pin at the left, that turns with 2 rad/s.
class Pendulum : public Instant {
 public:
  static constexpr double kOmega = 2;
  explicit Pendulum(const Phase& next, TransitionLaw law = TransitionLaw::merge) : Instant(make(next, law)) {
    v(0, 1) = 0.5 * kOmega;
    v(0, 2) = kOmega;
  }

 private:
  static Mechanism make(const Phase& next, TransitionLaw law) {
    Mechanism m;
    m.bodies = {makeBody("rod", 3, 0.25, {}, {0.5, 0.0})};
    m.joints = {makeJoint("O", Revolute{}, kFrame, "rod")};
    m.joints[0].metamorphic = makeSwitch(makePhase("free"), next, kLater);
    m.joints[0].metamorphic->changes[0].law = law;
    return m;
  }
};

TEST(PhaseChange, LockingAPendulumTakesItsMomentum) {
  Pendulum rod(makePhase("locked", AsDrawn{}, true));
  const auto receipts = rod.change("O");
  ASSERT_EQ(receipts.size(), 1u);
  const Receipt& r = receipts[0];
  EXPECT_EQ(r.kind, EventKind::merge);
  EXPECT_EQ(r.phaseBefore, "free");
  EXPECT_EQ(r.phaseAfter, "locked");
  EXPECT_NEAR(r.impulse, 2, 1e-14) << "J w";
  EXPECT_NEAR(r.normalVelocityBefore, -2, 1e-14);
  EXPECT_NEAR(r.normalVelocityAfter, 0, 1e-14);
  EXPECT_NEAR(r.jointImpulses[0].moment, -2, 1e-14);
  EXPECT_NEAR(r.jointImpulses[0].x, 0, 1e-14);
  EXPECT_NEAR(r.jointImpulses[0].y, -3 * 0.5 * 2, 1e-14);
  EXPECT_NEAR(r.energyLoss(), 2, 1e-14);
  EXPECT_EQ(r.mobilityBefore, 1);
  EXPECT_EQ(r.mobilityAfter, 0);
  EXPECT_NEAR(rod.v(0, 2), 0, 1e-15);
}

TEST(PhaseChange, LettingGoJumpsNothing) {
  Pendulum rod(makePhase("off", Released{}));
  const auto receipts = rod.change("O");
  ASSERT_EQ(receipts.size(), 1u);
  EXPECT_EQ(receipts[0].kind, EventKind::release);
  EXPECT_EQ(receipts[0].impulse, 0);
  EXPECT_NEAR(receipts[0].energyLoss(), 0, 1e-15);
  EXPECT_EQ(receipts[0].mobilityAfter, 3);
  EXPECT_NEAR(rod.v(0, 1), 1, 1e-15);
  EXPECT_NEAR(rod.v(0, 2), 2, 1e-15);
}

TEST(PhaseChange, IgnoringTheImpactIsMarked) {
  Pendulum rod(makePhase("locked", AsDrawn{}, true), TransitionLaw::ignore);
  const auto receipts = rod.change("O");
  ASSERT_EQ(receipts.size(), 1u);
  EXPECT_EQ(receipts[0].kind, EventKind::kinematicSwitch);
  EXPECT_FALSE(receipts[0].momentumConserved);
  EXPECT_NEAR(rod.v(0, 2), 0, 1e-14);
}

// Two rotors on one axis: w = (J1 w1 + J2 w2)/(J1 + J2), the moment J1 J2/(J1 + J2) (w2 - w1).
TEST(PhaseChange, AClutchSharesTheAngularMomentum) {
  const double J1 = 0.3, J2 = 0.2, w1 = 4, w2 = -1;
  Mechanism m;
  m.bodies = {makeBody("hub", 1, J1), makeBody("disc", 1, J2)};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "hub"), makeJoint("clutch", Revolute{}, "hub", "disc")};
  m.joints[1].metamorphic = makeSwitch(makePhase("open"), makePhase("shut", AsDrawn{}, true), kLater);
  Instant rotors(m);
  rotors.v(0, 2) = w1;
  rotors.v(1, 2) = w2;
  const auto receipts = rotors.change("clutch");
  ASSERT_EQ(receipts.size(), 1u);
  EXPECT_TRUE(receipts[0].mobile);
  EXPECT_NEAR(receipts[0].jointImpulses[1].moment, J1 * J2 / (J1 + J2) * (w1 - w2), 1e-14);
  EXPECT_NEAR(receipts[0].energyLoss(), J1 * J2 / (J1 + J2) * 25 / 2, 1e-13);
  for (const std::size_t body : {0u, 1u})
    EXPECT_NEAR(rotors.v(body, 2), (J1 * w1 + J2 * w2) / (J1 + J2), 1e-14);
}

// A part of 2 kg comes down at 3 m/s on one of 5 kg and stays with it: free, they go on together; where the
// other rests on the ground, that takes all of the momentum through both.
TEST(PhaseChange, AMergeIsFeltByClosedContacts) {
  Mechanism m;
  m.bodies = {makeBody("lower", 5, 1), makeBody("upper", 2, 1)};
  m.joints = {makeJoint("grip", Revolute{}, "lower", "upper")};
  m.joints[0].metamorphic = makeSwitch(makePhase("apart", Released{}), makePhase("one", Merged{}), kLater);
  m.contacts = {makeContact("ground", "lower", makeFloor())};
  for (const bool rests : {false, true}) {
    Instant parts(m);
    if (rests) parts.close(parts.contact("ground"));
    parts.v(1, 1) = -3;
    const auto receipts = parts.change("grip");
    ASSERT_EQ(receipts.size(), 1u);
    EXPECT_EQ(receipts[0].kind, EventKind::merge);
    const double after = rests ? 0 : -6.0 / 7;
    for (const std::size_t body : {0u, 1u}) EXPECT_NEAR(parts.v(body, 1), after, 1e-14);
    EXPECT_NEAR(receipts[0].jointImpulses[0].y, 2 * (after + 3), 1e-13) << "on the upper one";
    ASSERT_EQ(receipts[0].contactImpulses.size(), rests ? 1u : 0u);
    if (rests) {
      EXPECT_NEAR(receipts[0].contactImpulses[0].y, 6, 1e-13);
    }
  }
}

// A pin that is to hold a part which misses it by 3 mm: the part is brought to it where that is allowed, and
// loses m g 3 mm.
class MissedPin : public Instant {
 public:
  explicit MissedPin(double tolerance) : Instant(make(tolerance)) {}

 private:
  static Mechanism make(double tolerance) {
    Mechanism m;
    m.bodies = {makeBody("part", 2, 1, {0.0, 0.003, 0.0, {}})};
    m.joints = {makeJoint("pin", Revolute{}, kFrame, "part")};
    m.joints[0].metamorphic = makeSwitch(makePhase("off", Released{}), makePhase("on"), kLater);
    m.joints[0].metamorphic->changes[0].tolerance = tolerance;
    return m;
  }
};

TEST(PhaseChange, BringsPartsTogetherThatMissLittle) {
  MissedPin near(0.01);
  const auto transitions = applyChange(near.watch("pin"), near.dynamics(), near.state());
  ASSERT_TRUE(transitions);
  EXPECT_NEAR(near.q(0, 1), 0, 1e-14);
  EXPECT_NEAR((*transitions)[0].energyShift, -2 * 9.81 * 0.003, 1e-12);
  MissedPin far(0.001);
  const auto refused = applyChange(far.watch("pin"), far.dynamics(), far.state());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().front().what, testing::HasSubstr("the parts miss the joint by 0.003 m"));
}

TEST(PhaseChange, CannotBeginBehindAStop) {
  Mechanism m;
  m.bodies = {makeBody("rod", 1, 1, {0.0, 0.0, 0.5, {}})};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "rod")};
  Metamorphic& phases =
      m.joints[0].metamorphic.emplace(makeSwitch(makePhase("wide"), makePhase("narrow"), kLater));
  phases.phases.push_back(makePhase("held", AsDrawn{}, true));
  Limit limit;
  limit.value = 0.3;
  phases.changes.push_back(makeChange("narrow", "held", limit));
  Instant rod(m);
  const auto refused = applyChange(rod.watch("O"), rod.dynamics(), rod.state());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().front().what, testing::HasSubstr("it begins beyond its limit"));
}

// A crossing that is met when its phase begins waits until it is not, and fires then; a level acts at once.
TEST(PhaseChange, ACrossingIsArmedWhenItIsNotMet) {
  Mechanism m;
  m.bodies = {makeBody("rod", 1, 1)};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "rod")};
  SpeedGuard fast;
  fast.value = 1;
  m.joints[0].metamorphic = makeSwitch(makePhase("slow"), makePhase("off", Released{}), fast);
  Instant rod(m);
  const auto arm = [&] { armChanges(nullptr, rod.dynamics(), rod.state()); };
  const auto value = [&] { return calcChangeWatch(rod.watch("O"), rod.dynamics(), 0, rod.state().y); };
  arm();
  EXPECT_FALSE(rod.watch("O").rearms);
  EXPECT_NEAR(value(), 1, 1e-15);
  rod.v(0, 2) = -3;
  EXPECT_NEAR(value(), -2, 1e-15) << "of either sign";
  arm();
  EXPECT_TRUE(rod.watch("O").rearms);
  EXPECT_FALSE(isOn(rod.watch("O"), rod.dynamics(), 0, rod.state().y));
  rod.v(0, 2) = 0.5;
  EXPECT_TRUE(isOn(rod.watch("O"), rod.dynamics(), 0, rod.state().y));
  EXPECT_TRUE(rod.change("O").empty()) << "nothing is recorded";
  EXPECT_FALSE(rod.watch("O").rearms);
}

}  // namespace
}  // namespace clank::test
