// SPDX-License-Identifier: GPL-3.0-or-later
// Poisson's restitution with Coulomb friction, in closed form.
//
// A rod (mass 1 kg, length 1 m, J = 1/12 kg m2) meets rough ground with its tip under 45 degrees. From the
// centre to the tip r = (-h, -h), h^2 = 1/8, so the rates r_n = vy - h w and r_t = vx + h w of the tip answer
// impulses by W_nn = 1/m + h^2/J = A = 5/2, W_tt = C = 5/2, W_nt = -h^2/J = B = -3/2. Before: r_n = -1, r_t =
// u.
//   Compression, r_n = 0.  Sticks: r_t = 0 gives p_n = (C + B u)/(A C - B^2), p_t = -(A u + B)/(A C - B^2),
//   if |p_t| <= mu p_n.  Slides with the sign s: p_t = -mu s p_n, p_n = 1/(A - mu s B), and then
//   r_t = u + (B - mu s C) p_n =: u_c, if its sign is s.
//   Expansion, p_n' = e p_n.  Sticks: p_t' = -(u_c + B p_n')/C, if |p_t'| <= mu p_n'.  Slides with the sign
//   s: p_t' = -mu s p_n', r_t = u_c + (B - mu s C) p_n', if its sign is s.  After: r_n = A p_n' + B p_t'.
// Newton's law has r_n = e whatever the friction; Poisson's only where the tip slides one way throughout. The
// fractions below are these formulas with the numbers put in. Mirrored rods have B, u and p_t reversed.
#include <numbers>

#include "tests/support/contacts.h"
#include "tests/support/instant.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

struct Case {
  const char* name;
  double e, mu, u;        // u: m/s
  double pn, pt, rn, rt;  // N s in all; m/s after
};
constexpr Case kCases[] = {
    {"sticks throughout", 0.5, 0.7, 0.5, 21.0 / 32, 31.0 / 160, 7.0 / 20, 0},
    {"slides throughout", 0.5, 0.1, 3, 30.0 / 53, -3.0 / 53, 1.0 / 2, 213.0 / 106},
    {"slides, then sticks", 0.5, 0.4, 1, 15.0 / 31, -17.0 / 155, 58.0 / 155, 0},
    {"slides, then slides back", 0.8, 0.2, 0.8, 9.0 / 14, -1.0 / 70, 22.0 / 35, -1.0 / 5},
    {"sticks, then slides", 0.5, 0.2, 0.5, 21.0 / 32, 17.0 / 160, 77.0 / 160, -7.0 / 32},
};

const double kArm = std::sqrt(1.0 / 8);  // m, h

// The tip stands at the height given; mirror -1: the rod leans to the other side.
Mechanism makeRod(const Case& c, double height, double mirror) {
  using std::numbers::pi;
  Mechanism m;
  m.bodies = {makeBody("rod", 1, 1.0 / 12, {0.0, kArm + height, mirror > 0 ? pi / 4 : 3 * pi / 4, {}})};
  ContactPair ground = makeContact("ground", "rod", makeFloor(), c.e, c.mu);
  ground.atB = {-0.5, 0.0};
  ground.law = ContactLaw::poisson;
  m.contacts = {ground};
  return m;
}

TEST(Poisson, WithFrictionInClosedForm) {
  for (const Case& c : kCases)
    for (const double mirror : {1.0, -1.0})
      for (const double spin : {0.0, 2.0}) {  // rad/s, with the same speed of the tip
        SCOPED_TRACE(testing::Message() << c.name << ", mirror " << mirror << ", spin " << spin);
        Instant rod(makeRod(c, 0, mirror));
        rod.v(0, 0) = mirror * c.u - kArm * spin;
        rod.v(0, 1) = -1 + mirror * kArm * spin;
        rod.v(0, 2) = spin;
        const auto jump = rod.calcJump({{rod.contact("ground"), c.e, c.mu}}, RestitutionLaw::poisson);
        ASSERT_TRUE(jump);
        EXPECT_EQ(jump->restitutionFactor, 1);
        EXPECT_NEAR(jump->impulse[0], c.pn, 1e-12);
        EXPECT_NEAR(jump->slipImpulse[0], mirror * c.pt, 1e-12);
        rod.add(*jump);
        EXPECT_NEAR(rod.v(0, 1) - mirror * kArm * rod.v(0, 2), c.rn, 1e-12);
        EXPECT_NEAR(rod.v(0, 0) + kArm * rod.v(0, 2), mirror * c.rt, 1e-12);
      }
}

TEST(Poisson, DiffersFromNewtonUnlessTheTipSlidesThroughout) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    Instant rod(makeRod(c, 0, 1));
    rod.v(0, 0) = c.u;
    rod.v(0, 1) = -1;
    const auto jump = rod.calcJump({{rod.contact("ground"), c.e, c.mu}}, RestitutionLaw::newton);
    ASSERT_TRUE(jump);
    rod.add(*jump);
    EXPECT_NEAR(rod.v(0, 1) - kArm * rod.v(0, 2), c.e, 1e-12);
    if (c.rn == c.e)
      EXPECT_NEAR(jump->impulse[0], c.pn, 1e-12);
    else
      EXPECT_GT(std::abs(jump->impulse[0] - c.pn), 0.01);
  }
}

// Sticking throughout, compression takes (C r^2 + u^2 (A C - B^2)/C)/(2 (A C - B^2)) with r = 1 + B u/C, and
// expansion gives e^2 of the first term back: even e = 1 creates nothing, where Newton's law would.
TEST(Poisson, GivesBackTheSquareOfRestitutionOfWhatThePushHasTaken) {
  const Case c{"", 1, 3, 0.5, 0, 0, 0, 0};
  for (const double e : {0.0, 0.3, 1.0}) {
    Instant rod(makeRod(c, 0, 1));
    rod.v(0, 0) = c.u;
    rod.v(0, 1) = -1;
    const double before = rod.kineticEnergy(), r = 1 - 0.6 * c.u;
    const auto jump = rod.calcJump({{rod.contact("ground"), e, c.mu}}, RestitutionLaw::poisson);
    ASSERT_TRUE(jump);
    rod.add(*jump);
    EXPECT_EQ(jump->restitutionFactor, 1);
    EXPECT_NEAR(before - rod.kineticEnergy(), (1 - e * e) * 2.5 * r * r / 8 + c.u * c.u / 5, 1e-12);
  }
}

// Through the centre of a disc (B = 0) the friction does not feel the push: both laws agree.
TEST(Poisson, AgreesWithNewtonForACentralImpact) {
  for (const double mu : {0.05, 0.2, 0.9})
    for (const double u : {-2.0, -0.3, 0.0, 0.3, 2.0}) {
      Mechanism m = makeRod(kCases[0], 0, 1);
      m.bodies[0].pose.y = 0.2;
      m.contacts[0].atB = {0.0, 0.0};
      m.contacts[0].radius = 0.2;
      Instant disc(m);
      disc.v(0, 0) = u;
      disc.v(0, 1) = -1;
      const std::vector<Participant> participants{{disc.contact("ground"), 0.6, mu}};
      const auto poisson = disc.calcJump(participants, RestitutionLaw::poisson);
      const auto newton = disc.calcJump(participants, RestitutionLaw::newton);
      ASSERT_TRUE(poisson && newton);
      const double bound = 1.6 * mu, needed = std::abs(u) / (1 + 0.04 * 12);
      for (const auto* jump : {&*poisson, &*newton}) {
        EXPECT_NEAR(jump->impulse[0], 1.6, 1e-12);
        EXPECT_NEAR(jump->slipImpulse[0], std::copysign(std::min(bound, needed), -u), 1e-12);
      }
    }
}

// The rod falls without turning until its tip meets the ground at 1 m/s, and flies away.
TEST(Poisson, InAWholeRun) {
  constexpr double kG = 9.81, kHeight = 0.03, kFlight = 0.02;
  const double speed = std::sqrt(1 - 2 * kG * kHeight);  // downwards at the start
  const double hit = (1 - speed) / kG;
  for (const Case& c : kCases)
    for (const double mirror : {1.0, -1.0}) {
      SCOPED_TRACE(testing::Message() << c.name << ", mirror " << mirror);
      Mechanism m = makeRod(c, kHeight, mirror);
      m.bodies[0].velocity.vx = mirror * c.u;
      m.bodies[0].velocity.vy = -speed;
      m.simulation.duration = hit + kFlight;
      const FinishedRun r = run(m);
      ASSERT_EQ(r.trajectory.events().size(), 1u);
      const Receipt& impact = r.trajectory.events().front();
      EXPECT_EQ(impact.kind, EventKind::impact);
      EXPECT_EQ(impact.law, "poisson");
      EXPECT_NEAR(impact.t, hit, 1e-10);
      EXPECT_EQ(impact.restitution, c.e);
      EXPECT_NEAR(impact.impulse, c.pn, 1e-9);
      EXPECT_NEAR(impact.normalVelocityBefore, -1, 1e-9);
      EXPECT_NEAR(impact.normalVelocityAfter, c.rn, 1e-9);
      EXPECT_NEAR(impact.slipVelocityBefore, mirror * c.u, 1e-9);
      EXPECT_NEAR(impact.slipVelocityAfter, mirror * c.rt, 1e-9);
      ASSERT_EQ(impact.contactImpulses.size(), 1u);
      EXPECT_NEAR(impact.contactImpulses[0].x, mirror * c.pt, 1e-9);
      EXPECT_NEAR(impact.contactImpulses[0].y, c.pn, 1e-9);
      // -P.(r+ + r-)/2
      EXPECT_NEAR(impact.energyLoss(), -(c.pn * (c.rn - 1) + c.pt * (c.rt + c.u)) / 2, 1e-9);
      const double vx = c.u + c.pt, vy = -1 + c.pn, omega = 12 * kArm * (c.pt - c.pn);
      EXPECT_NEAR(r.last("rod.x"), mirror * (c.u * hit + vx * kFlight), 1e-9);
      EXPECT_NEAR(r.last("rod.y"), kArm + vy * kFlight - kG * kFlight * kFlight / 2, 1e-9);
      EXPECT_NEAR(r.last("rod.omega"), mirror * omega, 1e-8);
      EXPECT_LT(r.summary.largestResidual, 1e-9);
    }
}

}  // namespace
}  // namespace clank::test
