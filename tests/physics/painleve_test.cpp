// SPDX-License-Identifier: GPL-3.0-or-later
// The paradox of Painleve: a rod that slides on one end, at every angle and with mu up to 2.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank {
namespace {

using namespace test;

constexpr double kHalf = 0.5, kRodMass = 1, kRodInertia = kRodMass * kHalf * kHalf / 3;

// The lower end touches the floor, at the angle f and with the speed of the other motion along the floor.
struct SlidingRod {
  double mu = 0, angle = 0, omega = 0, along = 0;

  // The end is at (-l cos f, -l sin f) from the centre.
  double calcSlip() const { return along + omega * kHalf * std::sin(angle); }
  // What a unit normal force with its friction lifts the end by, and how it accelerates without one:
  // W_nn = 1/m + l^2 cos^2/I, W_nt = -l^2 sin cos/I.
  double calcOwn() const {
    const double lever = kHalf * kHalf / kRodInertia, s = std::sin(angle), c = std::cos(angle);
    return 1 / kRodMass + lever * c * c + std::copysign(mu, calcSlip()) * lever * s * c;
  }
  double calcLift() const { return -kG + omega * omega * kHalf * std::sin(angle); }

  FinishedRun start() const {
    Mechanism m;
    m.bodies = {makeBody("rod", kRodMass, kRodInertia,
                         {kHalf * std::cos(angle), kHalf * std::sin(angle), angle, {}})};
    m.bodies[0].velocity.vx = along;
    m.bodies[0].velocity.vy = omega * kHalf * std::cos(angle);
    m.bodies[0].velocity.omega = omega;
    m.contacts = {makeContact("low", "rod", makeFloor(0), 0, mu),
                  makeContact("high", "rod", makeFloor(0), 0, mu)};
    m.contacts[0].atB = {-kHalf, 0.0};
    m.contacts[1].atB = {kHalf, 0.0};
    m.simulation.duration = 1;
    m.simulation.outputInterval = 0.1;
    return run(m);
  }
};

bool hasNote(const FinishedRun& r, const std::string& words) {
  for (const Problem& problem : r.summary.problems)
    if (problem.what.find(words) != std::string::npos && problem.where == "/contacts/0") return true;
  return false;
}

bool isNotedAtStart(const FinishedRun& r, const std::string& words) {
  for (const Receipt& receipt : r.trajectory.events())
    if (receipt.t == 0 && receipt.note.find(words) != std::string::npos) return true;
  return false;
}

// Sliding goes on with the force -lift/own. Where own < 0 there is no such force for lift < 0: the end stops
// at once. For lift > 0 there are two motions, and the rod takes the one without a force. It happens from mu
// = 4/3 on: own = 0 needs mu = (1 + 3 c^2)/(3 s c), which is least for tan f = 2.
TEST(Painleve, ARodAtEveryAngleDoesWhatTheMobilityOfItsEndSays) {
  int stopped = 0, left = 0;
  for (const double mu : {0.5, 1.0, 1.32, 1.35, 1.6, 2.0})
    for (int degrees = 5; degrees < 180; degrees += 5)
      for (const double along : {-3.0, 3.0})
        for (const double omega : {-6.5, -3.0, 0.0, 4.0}) {
          const SlidingRod rod{mu, degrees * std::numbers::pi / 180, omega, along};
          if (std::abs(rod.calcOwn()) < 1e-6 || std::abs(rod.calcSlip()) < 1e-6) continue;
          const FinishedRun r = rod.start();
          const bool paradox = rod.calcOwn() < 0;
          const std::string at = "mu " + std::to_string(mu) + " at " + std::to_string(degrees) + " deg, " +
                                 std::to_string(along) + " m/s, " + std::to_string(omega) + " rad/s";
          ASSERT_EQ(r.summary.end, RunSummary::End::finished) << at;
          EXPECT_EQ(isNotedAtStart(r, "impact without collision"), paradox && rod.calcLift() < 0) << at;
          EXPECT_EQ(hasNote(r, "several motions"), paradox && rod.calcLift() > 0) << at;
          EXPECT_LT(r.summary.largestResidual, 1e-8) << at;
          EXPECT_LT(r.summary.events, 60) << at;
          EXPECT_TRUE(mu > 4.0 / 3 || !paradox) << at;
          stopped += paradox && rod.calcLift() < 0 ? 1 : 0;
          left += paradox && rod.calcLift() > 0 ? 1 : 0;
        }
  EXPECT_GT(stopped, 50);
  EXPECT_GT(left, 20);
}

// The impulse: the slip ends, the gap stays, (r_n, r_t) = W P + (0, slip).
TEST(Painleve, TheJumpIsThatOfAStickingEnd) {
  const SlidingRod rod{1.8, 1.1, 0, -3};
  ASSERT_LT(rod.calcOwn(), 0);
  const FinishedRun r = rod.start();
  const Receipt& jump = r.trajectory.events().front();
  const double lever = kHalf * kHalf / kRodInertia, s = std::sin(rod.angle), c = std::cos(rod.angle);
  const double nn = 1 / kRodMass + lever * c * c, tt = 1 / kRodMass + lever * s * s, nt = -lever * s * c;
  const double determinant = nn * tt - nt * nt;
  EXPECT_NEAR(jump.impulse, nt * rod.calcSlip() / determinant, 1e-6);
  EXPECT_NEAR(std::abs(jump.slipImpulse), std::abs(nn * rod.calcSlip() / determinant), 1e-6);
  EXPECT_NEAR(jump.energyLoss(), rod.calcSlip() * rod.calcSlip() * nn / determinant / 2, 1e-6);
}

// One edge of the block on rigid ground, the other on soft ground that it turns about: its own edge comes
// down slowly and turning, where the rate at the end of a step is not that of the row at its beginning.
TEST(Painleve, ABlockThatTurnsOnSoftGroundRocksToItsEnd) {
  Mechanism m = loadExample("contacts/rocking-block.clank");
  m.bodies[0].mass = 10 * m.bodies[0].mass->value;
  m.contacts[1].law = ContactLaw::huntCrossley;
  m.contacts[1].compliance = Compliance{};
  m.contacts[1].compliance->stiffness = 1e5;
  const FinishedRun r = run(m);
  EXPECT_LT(r.summary.largestResidual, 1e-6);
  EXPECT_LT(r.summary.events, 400);
}

}  // namespace
}  // namespace clank
