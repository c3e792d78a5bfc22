// SPDX-License-Identifier: GPL-3.0-or-later
// Velocity jumps against closed forms. Masses m in kg, lengths in m; falls at 1 m/s unless told.
#include "core/coulomb/impact.h"

#include <cmath>

#include "tests/support/contacts.h"
#include "tests/support/instant.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

// A plate of 2 kg and 0.06 kg m2 above ground, that meets it in points (m) of its lower edge.
Mechanism makePlate(const std::vector<double>& feet) {
  Mechanism m;
  m.bodies = {makeBody("plate", 2, 0.06, {0.0, 0.1, 0.0, {}})};
  for (const double x : feet) {
    m.contacts.push_back(makeContact("foot" + std::to_string(m.contacts.size()), "plate", makeFloor()));
    m.contacts.back().atB = {x, -0.1};
  }
  return m;
}

TEST(Impact, OfAPointMassReversesItsSpeed) {
  for (const double e : {0.0, 0.4, 1.0}) {
    Instant plate(makePlate({0}));
    plate.v(0, 1) = -1;
    const auto jump = plate.calcJump({{plate.contact("foot0"), e}});
    ASSERT_TRUE(jump);
    EXPECT_NEAR(jump->impulse[0], 2 * (1 + e), 1e-14);
    plate.add(*jump);
    EXPECT_NEAR(plate.v(0, 1), e, 1e-15);
    EXPECT_EQ(jump->restitutionFactor, 1);
  }
}

TEST(Impact, OfPartsThatSeparateIsNone) {
  Instant plate(makePlate({0}));
  plate.v(0, 1) = 0.5;
  const auto jump = plate.calcJump({{plate.contact("foot0"), 0.5, 0.3}});
  ASSERT_TRUE(jump);
  EXPECT_EQ(jump->impulse[0], 0);
  for (const double dv : jump->dv) EXPECT_EQ(dv, 0);
}

// 1/m_eff = 1/m + x^2/J, and the plate turns.
TEST(Impact, BesideTheCentreMeetsTheEffectiveMass) {
  const double x = 0.15, e = 0.5, inverse = 1 / 2.0 + x * x / 0.06;
  Instant plate(makePlate({x}));
  plate.v(0, 1) = -1;
  const double before = plate.kineticEnergy();
  const auto jump = plate.calcJump({{plate.contact("foot0"), e}});
  ASSERT_TRUE(jump);
  EXPECT_NEAR(jump->impulse[0], 1.5 / inverse, 1e-14);
  plate.add(*jump);
  EXPECT_NEAR(plate.v(0, 2), 1.5 / inverse * x / 0.06, 1e-14);
  EXPECT_NEAR(before - plate.kineticEnergy(), (1 - e * e) / inverse / 2, 1e-14);
}

// A rod of length 1 m turns about a pin at its end and meets ground at d from it: m_eff = J_O/d^2. The pin
// takes m dv_c - P = P (m h d/J_O - 1): nothing at the centre of percussion d = J_O/(m h).
TEST(Impact, ThroughAPinHasTheEffectiveMassOfTheRod) {
  const double mass = 3, h = 0.5, about = mass / 3;  // J_O
  for (const double d : {0.2, 2.0 / 3, 0.9}) {
    Mechanism m;
    m.bodies = {makeBody("rod", mass, mass / 12, {}, {h, 0.0})};
    m.joints = {makeJoint("pin", Revolute{}, kFrame, "rod")};
    m.contacts = {makeContact("anvil", "rod", makeFloor())};
    m.contacts[0].atB = {d, 0.0};
    Instant rod(m);
    const double omega = -2, e = 0.3;
    rod.v(0, 1) = h * omega;
    rod.v(0, 2) = omega;
    const auto jump = rod.calcJump({{rod.contact("anvil"), e}});
    ASSERT_TRUE(jump);
    const double push = (1 + e) * about / d * -omega;
    EXPECT_NEAR(jump->impulse[0], push, 1e-13);
    const JointLoad pin = rod.jointImpulse(*jump, "pin");
    EXPECT_NEAR(pin.x, 0, 1e-14);
    EXPECT_NEAR(pin.y, push * (mass * h * d / about - 1), 1e-13);
    rod.add(*jump);
    EXPECT_NEAR(rod.v(0, 2), -e * omega, 1e-14);
  }
}

// Each foot rebounds with its own e: what remains are the speeds of two points of the plate.
TEST(Impact, OfTwoFeetAtOnce) {
  const double x1 = -0.3, x2 = 0.2, e1 = 0.2, e2 = 0.6;
  Instant plate(makePlate({x1, x2}));
  plate.v(0, 1) = -1;
  const auto jump = plate.calcJump({{plate.contact("foot0"), e1}, {plate.contact("foot1"), e2}});
  ASSERT_TRUE(jump);
  plate.add(*jump);
  const double omega = (e2 - e1) / (x2 - x1), rise = e1 - omega * x1;
  EXPECT_NEAR(plate.v(0, 2), omega, 1e-14);
  EXPECT_NEAR(plate.v(0, 1), rise, 1e-14);
  EXPECT_NEAR(jump->impulse[0] + jump->impulse[1], 2 * (rise + 1), 1e-13);
  EXPECT_NEAR(jump->impulse[0] * x1 + jump->impulse[1] * x2, 0.06 * omega, 1e-13);
}

// A foot that rests while the other one lands: it is lifted where 1/m + x1 x2/J > 0, and pushed where not.
TEST(Impact, LiftsARestingFootOrPressesIt) {
  for (const double x : {0.15, 0.25}) {  // x^2 < J/m = 0.03 < x^2
    Instant plate(makePlate({-x, x}));
    plate.v(0, 1) = -0.5;
    plate.v(0, 2) = -0.5 / x;
    const auto jump = plate.calcJump({{plate.contact("foot0")}, {plate.contact("foot1")}});
    ASSERT_TRUE(jump);
    plate.add(*jump);
    const double left = plate.v(0, 1) - x * plate.v(0, 2), right = plate.v(0, 1) + x * plate.v(0, 2);
    EXPECT_NEAR(right, 0, 1e-14);
    if (x * x < 0.03) {
      const double own = 1 / 2.0 + x * x / 0.06, other = 1 / 2.0 - x * x / 0.06;
      EXPECT_EQ(jump->impulse[0], 0);
      EXPECT_NEAR(left, other / own, 1e-14);
    } else {
      EXPECT_GT(jump->impulse[0], 0.01);
      EXPECT_NEAR(left, 0, 1e-14);
    }
  }
}

// The rod of poisson_test: A = C = 5/2, B = -3/2 at its tip, which comes down at 1 m/s and slips with u. With
// Newton's law, r_n = e after the impact:  sticks: p_n = (C (1 + e) + B u)/(A C - B^2), p_t = -(A u + B (1 +
// e))/(A C - B^2), if |p_t| <= mu p_n;  slides on or back with the sign s: p_t = -mu s p_n, p_n = (1 + e)/(A
// - mu s B), r_t = u + (B - mu s C) p_n of the sign s.
class RodTip : public testing::Test {
 protected:
  RodTip() : rod_(make()) {}
  // p_n, p_t, r_n and r_t after.
  void expectJump(double e, double mu, double u, double pn, double pt, double rt) {
    rod_.v(0, 0) = u;
    rod_.v(0, 1) = -1;
    const auto jump = rod_.calcJump({{rod_.contact("ground"), e, mu}});
    ASSERT_TRUE(jump);
    EXPECT_NEAR(jump->impulse[0], pn, 1e-13);
    EXPECT_NEAR(jump->slipImpulse[0], pt, 1e-13);
    rod_.add(*jump);
    EXPECT_NEAR(rod_.v(0, 1) - kArm * rod_.v(0, 2), e, 1e-13);
    EXPECT_NEAR(rod_.v(0, 0) + kArm * rod_.v(0, 2), rt, 1e-13);
  }
  static Mechanism make() {
    Mechanism m;
    m.bodies = {makeBody("rod", 1, 1.0 / 12, {0.0, kArm, std::atan(1.0), {}})};
    m.contacts = {makeContact("ground", "rod", makeFloor())};
    m.contacts[0].atB = {-0.5, 0.0};
    return m;
  }
  static inline const double kArm = std::sqrt(1.0 / 8);
  Instant rod_;
};

TEST_F(RodTip, Sticks) {
  expectJump(0.5, 0.4, 0.5, 3.0 / 4, 1.0 / 4, 0);
}
TEST_F(RodTip, SlidesOn) {
  expectJump(0.5, 0.1, 3, 30.0 / 53, -3.0 / 53, 213.0 / 106);
}
TEST_F(RodTip, SlidesBack) {
  expectJump(0.5, 0.2, 0.5, 15.0 / 22, 3.0 / 22, -2.0 / 11);
}

// Sticking, Newton's law gains (e^2 C - C - 2 B u - A u^2)/(2 (A C - B^2)): with B u < 0 too large an e is
// lowered to where that is zero.
TEST_F(RodTip, RestitutionIsLoweredToWhereNoEnergyIsMade) {
  const double u = 0.5, lowered = std::sqrt(1 + (2 * -1.5 * u + 2.5 * u * u) / 2.5);
  for (const double e : {0.9 * lowered, 1.0}) {
    Instant rod(make());
    rod.v(0, 0) = u;
    rod.v(0, 1) = -1;
    const double before = rod.kineticEnergy();
    const auto jump = rod.calcJump({{rod.contact("ground"), e, 3}});
    ASSERT_TRUE(jump);
    rod.add(*jump);
    EXPECT_NEAR(e * jump->restitutionFactor, std::min(e, lowered), 1e-11);
    EXPECT_NEAR(rod.kineticEnergy() - before, e < lowered ? (e * e - lowered * lowered) * 2.5 / 8 : 0, 1e-11);
  }
}

// A ball far away that lands at the same instant has its own impact: the same impulse as alone, and all its
// restitution, whatever the rod needs.
TEST_F(RodTip, BesideABallElsewhereKeepsToItself) {
  Mechanism both = make();
  both.bodies.push_back(makeBody("ball", 2, 0.1, {5.0, 1.0, 0.0, {}}));
  both.contacts.push_back(makeContact("ball on ground", "ball", makeFloor()));
  Instant alone(make()), together(both);
  for (Instant* one : {&alone, &together}) {
    one->v(0, 0) = 0.5;
    one->v(0, 1) = -1;
  }
  together.v(1, 1) = -1;
  const auto first = alone.calcJump({{alone.contact("ground"), 1, 3}});
  const auto jump =
      together.calcJump({{together.contact("ground"), 1, 3}, {together.contact("ball on ground"), 1}});
  ASSERT_TRUE(first && jump);
  EXPECT_LT(jump->restitutionFactor, 1);
  EXPECT_EQ(jump->impulse[0], first->impulse[0]);
  EXPECT_NEAR(jump->impulse[1], 4, 1e-14);
  together.add(*jump);
  EXPECT_NEAR(together.v(1, 1), 1, 1e-15);
}

// A row that pulls holds what leaves, rebounds from what comes, and feels no friction.
TEST(Impact, ARowThatPulls) {
  for (const double speed : {-1.0, 0.7}) {
    Instant plate(makePlate({0}));
    plate.v(0, 0) = 3;
    plate.v(0, 1) = speed;
    const auto jump = plate.calcJump({{plate.contact("foot0"), 0.25, 0.5, true}});
    ASSERT_TRUE(jump);
    const double after = speed < 0 ? -0.25 * speed : 0;
    EXPECT_NEAR(jump->impulse[0], 2 * (after - speed), 1e-14);
    EXPECT_EQ(jump->slipImpulse[0], 0);
    plate.add(*jump);
    EXPECT_NEAR(plate.v(0, 0), 3, 1e-15);
    EXPECT_NEAR(plate.v(0, 1), after, 1e-15);
  }
}

// The foot that pulls keeps to the ground; the other one pushes beside it: both end at rest.
TEST(Impact, ARowThatPullsBesideOneThatPushes) {
  Instant plate(makePlate({-0.15, 0.15}));
  plate.v(0, 1) = -0.5;
  plate.v(0, 2) = -0.5 / 0.15;
  const auto jump =
      plate.calcJump({{plate.contact("foot0"), 0, 0, true}, {plate.contact("foot1"), 0, 0, false}});
  ASSERT_TRUE(jump);
  plate.add(*jump);
  EXPECT_NEAR(plate.v(0, 1), 0, 1e-14);
  EXPECT_NEAR(plate.v(0, 2), 0, 1e-13);
  EXPECT_LT(jump->impulse[0], -0.01);
  EXPECT_NEAR(jump->impulse[0] + jump->impulse[1], 1, 1e-13);
}

// A welded part that is told to move into the ground: no impulse can stop it.
TEST(Impact, WithoutMobilityBehindItHasNoAnswer) {
  Mechanism m = makePlate({0});
  m.joints = {makeJoint("weld", Weld{}, kFrame, "plate", {0.0, 0.1})};
  Instant plate(m);
  plate.v(0, 1) = -1;
  EXPECT_FALSE(plate.calcJump({{plate.contact("foot0"), 0.5}}));
  plate.v(0, 1) = 0;
  EXPECT_TRUE(plate.calcJump({{plate.contact("foot0"), 0.5}}));
}

// Kinematic switch at the second joint of a double pendulum: the first keeps its rate, the second has none.
TEST(Impact, AKinematicSwitchKeepsTheRatesOfTheOtherJoints) {
  Mechanism m;
  m.bodies = {makeBody("upper", 1, 0.1, {}, {0.5, 0.0}),
              makeBody("lower", 4, 0.2, {1.0, 0.0, 0.0, {}}, {0.3, 0.0})};
  m.joints = {makeJoint("A", Revolute{}, kFrame, "upper"),
              makeJoint("B", Revolute{}, "upper", "lower", {1.0, 0.0}, {0.0, 0.0})};
  m.joints[1].metamorphic = makeStop(0, TransitionLaw::ignore);
  Instant arm(m);
  const double first = 2, second = 3;  // rad/s, of the joints
  arm.v(0, 1) = 0.5 * first;
  arm.v(0, 2) = first;
  arm.v(1, 1) = first + 0.3 * (first + second);
  arm.v(1, 2) = first + second;
  const auto receipts = arm.apply(Guard::Kind::gap, arm.stop("B"));
  ASSERT_EQ(receipts.size(), 1u);
  EXPECT_EQ(receipts[0].kind, EventKind::kinematicSwitch);
  EXPECT_FALSE(receipts[0].momentumConserved);
  EXPECT_NEAR(receipts[0].normalVelocityBefore, -second, 1e-14);
  EXPECT_NEAR(receipts[0].normalVelocityAfter, 0, 1e-13);
  EXPECT_NEAR(arm.v(0, 2), first, 1e-13);
  EXPECT_NEAR(arm.v(1, 2), first, 1e-13);
  EXPECT_NEAR(arm.v(1, 1), 1.3 * first, 1e-13);
  EXPECT_EQ(arm.phase("B"), "held");
}

}  // namespace
}  // namespace clank::test
