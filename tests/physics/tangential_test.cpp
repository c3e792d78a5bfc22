// SPDX-License-Identifier: GPL-3.0-or-later
// Tangential restitution: the superball of Garwin (Am. J. Phys. 37, 88, 1969), as a disc.
//
// A disc (m = 1 kg, R = 0.2 m, J = k m R^2) meets ground at 1 m/s and slips with u = vx + R w. The push goes
// through its centre: W_tt = (1 + 1/k)/m. Where the cone allows it the slip comes back as -e_t u,
//   p_t = -(1 + e_t) u/W_tt,   needed: |p_t| <= mu p_n, p_n = 1 + e.
// e = e_t = 1 keeps the energy, and thrown without spin it comes back with the spin w = -2 u k^-1/(R (1 +
// 1/k)).
#include "tests/support/contacts.h"
#include "tests/support/instant.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kRadius = 0.2;
const RestitutionLaw kLaws[] = {RestitutionLaw::newton, RestitutionLaw::poisson, RestitutionLaw::energetic};

Mechanism makeBall(double k, double height = kRadius) {
  Mechanism m;
  m.bodies = {makeBody("ball", 1, k * kRadius * kRadius, {0.0, height, 0.0, {}})};
  m.contacts = {makeContact("ground", "ball", makeFloor())};
  m.contacts[0].radius = kRadius;
  return m;
}

TEST(Tangential, ASuperballReversesItsSlip) {
  for (const RestitutionLaw law : kLaws)
    for (const double k : {0.5, 2.0 / 5})
      for (const double spin : {0.0, 3.0}) {
        Instant ball(makeBall(k));
        const double u = 0.3;
        ball.v(0, 0) = u - kRadius * spin;
        ball.v(0, 1) = -1;
        ball.v(0, 2) = spin;
        const double before = ball.kineticEnergy();
        const auto jump = ball.calcJump({{ball.contact("ground"), 1, 0.9, false, 1}}, law);
        ASSERT_TRUE(jump);
        EXPECT_EQ(jump->restitutionFactor, 1);
        EXPECT_NEAR(jump->slipImpulse[0], -2 * u / (1 + 1 / k), 1e-13);
        ball.add(*jump);
        EXPECT_NEAR(ball.v(0, 0) + kRadius * ball.v(0, 2), -u, 1e-13);
        EXPECT_NEAR(ball.v(0, 1), 1, 1e-13);
        EXPECT_NEAR(ball.v(0, 2), spin - 2 * u / (1 + 1 / k) / (k * kRadius), 1e-12);
        EXPECT_NEAR(ball.kineticEnergy(), before, 1e-13);
      }
}

// Newton's law gives it back as long as 1 + e pushes; Poisson's and the energetic one while the ball expands.
TEST(Tangential, StaysInsideTheCone) {
  for (const RestitutionLaw law : kLaws)
    for (const double e : {0.3, 0.8})
      for (const double et : {0.0, 0.4, 1.0})
        for (const double mu : {0.02, 0.1, 0.15, 0.5})
          for (const double u : {-1.0, 0.7, 3.0}) {
            SCOPED_TRACE(testing::Message() << static_cast<int>(law) << " e " << e << " e_t " << et << " mu "
                                            << mu << " u " << u);
            Instant ball(makeBall(0.5));
            ball.v(0, 0) = u;
            ball.v(0, 1) = -1;
            const double before = ball.kineticEnergy();
            const auto jump = ball.calcJump({{ball.contact("ground"), e, mu, false, et}}, law);
            ASSERT_TRUE(jump);
            const double stopping = std::abs(u) / 3;
            double pt = std::min(mu * (1 + e), (1 + et) * stopping);
            if (law == RestitutionLaw::poisson)
              pt = std::min(mu, stopping) +
                   std::min(mu * e, std::max(0.0, (1 + et) * stopping - std::min(mu, stopping)));
            if (law == RestitutionLaw::energetic) {
              const double waits = std::max(1.0, stopping / mu);  // p_n at which it is driven back
              pt = std::min(mu * (1 + e), stopping);
              if (stopping < mu * (1 + e)) pt += std::min(mu * (1 + e - waits), et * stopping);
            }
            EXPECT_NEAR(jump->slipImpulse[0], std::copysign(pt, -u), 1e-12);
            EXPECT_NEAR(jump->impulse[0], 1 + e, 1e-12);
            ball.add(*jump);
            EXPECT_LE(ball.kineticEnergy(), before);
          }
}

// On the tip of a rod, off its centre, a slip that comes back feels the push: energy is never made.
TEST(Tangential, NeverMakesEnergyOffCentre) {
  const double arm = std::sqrt(1.0 / 8);
  int lowered = 0;
  for (const RestitutionLaw law : kLaws)
    for (const double e : {0.0, 0.5, 1.0})
      for (const double et : {0.5, 1.0})
        for (const double mu : {0.3, 1.0, 3.0})
          for (const double u : {-2.0, -0.5, 0.5, 2.0}) {
            Mechanism m;
            m.bodies = {makeBody("rod", 1, 1.0 / 12, {0.0, arm, std::atan(1.0), {}})};
            m.contacts = {makeContact("ground", "rod", makeFloor())};
            m.contacts[0].atB = {-0.5, 0.0};
            Instant rod(m);
            rod.v(0, 0) = u;
            rod.v(0, 1) = -1;
            const double before = rod.kineticEnergy();
            const auto jump = rod.calcJump({{rod.contact("ground"), e, mu, false, et}}, law);
            ASSERT_TRUE(jump);
            EXPECT_TRUE(jump->exact);
            lowered += jump->restitutionFactor < 1;
            EXPECT_LE(std::abs(jump->slipImpulse[0]), mu * jump->impulse[0] + 1e-12);
            rod.add(*jump);
            EXPECT_LE(rod.kineticEnergy(), before * (1 + 1e-12));
            EXPECT_GE(rod.v(0, 1) - arm * rod.v(0, 2), -1e-12);
          }
  EXPECT_GT(lowered, 0) << "none of these cases needed the bound";
}

// Thrown without spin at a floor it comes back and forth: two bounces restore the first throw (Garwin).
TEST(Tangential, ASuperballComesBackInAWholeRun) {
  Mechanism m = makeBall(0.5, kRadius + 0.05);
  m.bodies[0].velocity.vx = 0.4;
  m.contacts[0].restitution = 1;
  m.contacts[0].tangentialRestitution = 1;
  m.contacts[0].friction = 2;
  const double fall = std::sqrt(2 * 0.05 / kG);
  m.simulation.duration = 3.5 * fall;
  const FinishedRun r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 2u);
  EXPECT_NEAR(r.trajectory.events()[0].slipVelocityAfter, -0.4, 1e-9);
  EXPECT_NEAR(r.trajectory.events()[1].slipVelocityAfter, 0.4, 1e-9);
  EXPECT_NEAR(r.last("ball.omega"), 0, 1e-9);
  EXPECT_NEAR(r.last("ball.vx"), 0.4, 1e-9);
}

// Thrown without spin at the floor it leaves with one, at the ceiling that turns it back, and at the floor it
// comes out as it came in, but backwards (Garwin): J = 2/5 m R^2, W_tt = 7/(2 m). By every law.
TEST(Tangential, ASuperballBetweenFloorAndCeilingComesBack) {
  const auto file = loadMechanism(std::string(CLANK_SOURCE_DIR) + "/tests/physics/scenes/superball.clank");
  ASSERT_TRUE(file) << describe(file.error());
  for (const char* law : {"newton", "poisson", "energetic"}) {
    const auto ball = resolve(file->mechanism, {}, {{"law", law}});
    ASSERT_TRUE(ball);
    const FinishedRun r = run(*ball);
    const auto& events = r.trajectory.events();
    ASSERT_GE(events.size(), 3u);
    double vx = 1, spin = 0;  // R w
    for (std::size_t i = 0; i < 3; ++i) {
      const double side = i == 1 ? -1 : 1, p = -2 * (vx + side * spin) * 2 / 7;
      vx += p;
      spin += side * p * 5 / 2;
      EXPECT_NEAR(events[i].jumps[0].after[0], vx, 1e-12);
      EXPECT_NEAR(events[i].jumps[0].after[2] * 0.02, spin, 1e-12);
      EXPECT_NEAR(events[i].energyLoss(), 0, 1e-13);
    }
    EXPECT_LT(vx, 0);
  }
}

}  // namespace
}  // namespace clank::test
