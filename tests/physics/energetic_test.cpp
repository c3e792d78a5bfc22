// SPDX-License-Identifier: GPL-3.0-or-later
// Energetic restitution (Stronge) with Coulomb friction, in closed form.
//
// The rod of poisson_test: its tip answers impulses by W_nn = A = 5/2, W_tt = C = 5/2, W_nt = B = -3/2, comes
// down at 1 m/s and slips with u. While it slips with the sign s, r_n and r_t grow with the impulse p_n by
//   a(s) = A - mu s B,  c(s) = B - mu s C;
// once the slip has come to rest it sticks where |B| <= mu C, a = A - B^2/C, c = 0, and slides back with s =
// sign(B) where not. The slip u ends at p_s = -u/c(sign u), if that is positive. With Routh's ways
//   slip ends in compression:  r_s = -1 + a p_s < 0, then W_c = (1 - r_s^2)/(2 a) + r_s^2/(2 a'),
//                              r_n+ = e sqrt(2 a' W_c)
//   slip ends in expansion:    W_c = 1/(2 a), r_s = a p_s - 1, r_n+ = sqrt(r_s^2 + 2 a' (e^2 W_c - r_s^2/(2
//   a))) slip goes on:              r_n+ = e
// (a before the slip ends, a' after) and p_n from the slopes. A jam is the first of them with a < 0: friction
// drives the tip in, until its slip ends.
#include <numbers>

#include "tests/support/contacts.h"
#include "tests/support/instant.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kA = 2.5, kB = -1.5, kC = 2.5;
const double kArm = std::sqrt(1.0 / 8);  // m

struct Outcome {
  double pn = 0, pt = 0, rn = 0, rt = 0;
};

Outcome calcStronge(double e, double mu, double u) {
  const double s = u > 0 ? 1 : u < 0 ? -1 : 0;
  const double a = kA - mu * s * kB, c = kB - mu * s * kC;
  const bool sticks = std::abs(kB) <= mu * kC;
  const double back = sticks ? 0 : std::copysign(1, kB);
  const double a2 = sticks ? kA - kB * kB / kC : kA - mu * back * kB, c2 = sticks ? 0 : kB - mu * back * kC;
  const double ratio = sticks ? -kB / kC : -mu * back;  // p_t' of p_n' after the slip
  const double ps = s == 0 ? 0 : -u / c;
  Outcome o;
  const auto end = [&](double rs, double pn) {
    o.pn = pn;
    o.rt = c2 * (pn - ps);
    o.pt = -mu * s * ps + ratio * (pn - ps);
    o.rn = rs + a2 * (pn - ps);
  };
  const double rs = a * ps - 1;
  if (ps >= 0 && rs < 0) {
    const double work = (ps == 0 ? 0 : (1 - rs * rs) / (2 * a)) + rs * rs / (2 * a2);
    end(rs, ps - rs / a2 + e * std::sqrt(2 * work / a2));
    return o;
  }
  if (ps >= 0 && rs * rs / (2 * a) < e * e / (2 * a)) {
    const double left = e * e / (2 * a) - rs * rs / (2 * a);
    end(rs, ps + (std::sqrt(rs * rs + 2 * a2 * left) - rs) / a2);
    return o;
  }
  o = {(1 + e) / a, -mu * s * (1 + e) / a, e, u + c * (1 + e) / a};
  return o;
}

Mechanism makeRod(double mirror, double height = 0) {
  using std::numbers::pi;
  Mechanism m;
  m.bodies = {makeBody("rod", 1, 1.0 / 12, {0.0, kArm + height, mirror > 0 ? pi / 4 : 3 * pi / 4, {}})};
  m.contacts = {makeContact("ground", "rod", makeFloor())};
  m.contacts[0].atB = {-0.5, 0.0};
  m.contacts[0].law = ContactLaw::energetic;
  return m;
}

// Mirrored rods have B, u and p_t reversed.
void expectOutcome(const Outcome& expected, double e, double mu, double u, RestitutionLaw law) {
  for (const double mirror : {1.0, -1.0}) {
    Instant rod(makeRod(mirror));
    rod.v(0, 0) = mirror * u;
    rod.v(0, 1) = -1;
    const auto jump = rod.calcJump({{rod.contact("ground"), e, mu}}, law);
    ASSERT_TRUE(jump);
    EXPECT_EQ(jump->restitutionFactor, 1);
    EXPECT_NEAR(jump->impulse[0], expected.pn, 1e-12);
    EXPECT_NEAR(jump->slipImpulse[0], mirror * expected.pt, 1e-12);
    rod.add(*jump);
    EXPECT_NEAR(rod.v(0, 1) - mirror * kArm * rod.v(0, 2), expected.rn, 1e-12);
    EXPECT_NEAR(rod.v(0, 0) + kArm * rod.v(0, 2), mirror * expected.rt, 1e-12);
  }
}

TEST(Energetic, WithFrictionInClosedForm) {
  int jams = 0, reversals = 0, stops = 0;
  for (const double e : {0.0, 0.3, 0.8, 1.0})
    for (const double mu : {0.0, 0.1, 0.3, 0.59, 0.61, 1.0, 2.0, 5.0})
      for (const double u : {-4.0, -1.0, -0.3, 0.0, 0.2, 0.5, 0.8, 1.0, 3.0}) {
        SCOPED_TRACE(testing::Message() << "e " << e << ", mu " << mu << ", u " << u);
        const Outcome o = calcStronge(e, mu, u);
        expectOutcome(o, e, mu, u, RestitutionLaw::energetic);
        jams += u < 0 && kA + mu * kB < 0;
        reversals += u > 0 && o.rt < -1e-9;
        stops += u != 0 && std::abs(o.rt) < 1e-12;
      }
  EXPECT_GT(jams, 10);
  EXPECT_GT(reversals, 10);
  EXPECT_GT(stops, 10);
}

// A jam in numbers: mu = 2, u = -1, e = 1/2: a = -1/2, c = 7/2, the slip ends at p_s = 2/7 with r_s = -8/7;
// a' = 8/5, W_c = 15/49 + 20/49 = 5/7, r_n+ = e sqrt(16/7).
TEST(Energetic, JamsUntilTheSlipEnds) {
  const double rs = -8.0 / 7, a2 = 8.0 / 5;
  const double up = 0.5 * std::sqrt(16.0 / 7);
  expectOutcome({2.0 / 7 - rs / a2 + up / a2, 4.0 / 7 + 3.0 / 5 * (-rs / a2 + up / a2), up, 0}, 0.5, 2, -1,
                RestitutionLaw::energetic);
}

// While the tip slides one way throughout, all laws are one.
TEST(Energetic, AgreesWithTheOtherLawsWhereTheSlipGoesOn) {
  int cases = 0;
  for (const double e : {0.2, 0.7, 1.0})
    for (const double mu : {0.05, 0.2, 0.5})
      for (const double u : {-20.0, 20.0}) {
        const Outcome o = calcStronge(e, mu, u);
        ASSERT_GT(o.rt * u, 0);
        for (const auto law : {RestitutionLaw::newton, RestitutionLaw::poisson, RestitutionLaw::energetic})
          expectOutcome(o, e, mu, u, law);
        ++cases;
      }
  EXPECT_EQ(cases, 18);
}

// The impact as a whole takes (1 - e^2) of the work of the push and that of friction: e = 1 without slip
// takes nothing, where Newton's law has to be lowered.
TEST(Energetic, TakesNothingThroughThePushWithFullRestitution) {
  for (const double mu : {0.7, 1.0, 3.0}) {
    Instant rod(makeRod(1));
    rod.v(0, 1) = -1;
    const double before = rod.kineticEnergy();
    const auto jump = rod.calcJump({{rod.contact("ground"), 1, mu}}, RestitutionLaw::energetic);
    ASSERT_TRUE(jump);
    rod.add(*jump);
    EXPECT_NEAR(rod.kineticEnergy(), before, 1e-13);
  }
}

// Two feet of a plate that falls flat are one contact each, and both give back e^2 of their work.
TEST(Energetic, OfTwoFeetAtOnce) {
  Mechanism m;
  m.bodies = {makeBody("plate", 2, 0.06, {0.0, 0.1, 0.0, {}})};
  for (const double x : {-0.3, 0.3}) {
    m.contacts.push_back(makeContact("foot" + std::to_string(m.contacts.size()), "plate", makeFloor()));
    m.contacts.back().atB = {x, -0.1};
  }
  for (const double e : {0.0, 0.6, 1.0}) {
    Instant plate(m);
    plate.v(0, 1) = -1;
    const auto jump = plate.calcJump({{plate.contact("foot0"), e, 0.4}, {plate.contact("foot1"), e, 0.4}},
                                     RestitutionLaw::energetic);
    ASSERT_TRUE(jump);
    EXPECT_EQ(jump->restitutionFactor, 1);
    plate.add(*jump);
    EXPECT_NEAR(plate.v(0, 1), e, 1e-13);
    EXPECT_NEAR(plate.v(0, 2), 0, 1e-13);
    EXPECT_NEAR(jump->impulse[0], 1 + e, 1e-13);
    EXPECT_NEAR(jump->impulse[1], 1 + e, 1e-13);
  }
}

TEST(Energetic, InAWholeRun) {
  constexpr double kHeight = 0.03, kFlight = 0.02;
  const double speed = std::sqrt(1 - 2 * kG * kHeight), hit = (1 - speed) / kG;
  const double e = 0.8, mu = 0.3, u = 0.8;
  Mechanism m = makeRod(1, kHeight);
  m.contacts[0].restitution = e;
  m.contacts[0].friction = mu;
  m.bodies[0].velocity.vx = u;
  m.bodies[0].velocity.vy = -speed;
  m.simulation.duration = hit + kFlight;
  const FinishedRun r = run(m);
  const Outcome o = calcStronge(e, mu, u);
  ASSERT_LT(o.rt, 0) << "the case should be one of reversal";
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const Receipt& impact = r.trajectory.events().front();
  EXPECT_EQ(impact.law, "energetic");
  EXPECT_EQ(impact.note, "");
  EXPECT_NEAR(impact.impulse, o.pn, 1e-9);
  EXPECT_NEAR(impact.normalVelocityAfter, o.rn, 1e-9);
  EXPECT_NEAR(impact.slipVelocityAfter, o.rt, 1e-9);
  EXPECT_NEAR(r.last("rod.y"), kArm + (-1 + o.pn) * kFlight - kG * kFlight * kFlight / 2, 1e-9);
}

}  // namespace
}  // namespace clank::test
