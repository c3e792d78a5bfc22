// SPDX-License-Identifier: GPL-3.0-or-later
// Rolling resistance |M| <= b N (core/coulomb/contact_problem.h) against closed forms.
#include <cmath>
#include <numbers>
#include <vector>

#include "tests/support/blocks.h"
#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank {
namespace {

using namespace test;

constexpr double kRadius = 0.1, kMass = 2, kArm = 0.01, kShape = 1.5;  // 1 + k^2/r^2 of a solid disc
constexpr double kInertia = kMass * kRadius * kRadius / 2;

// A disc that touches a floor at an angle (rad, rising towards x), and moves along it.
Mechanism makeRollingDisc(double angle, double friction, double arm, double speed = 0, double omega = 0) {
  Mechanism m;
  m.bodies = {
      makeBody("disc", kMass, kInertia, {-kRadius * std::sin(angle), kRadius * std::cos(angle), 0, {}})};
  m.bodies[0].velocity = {speed * std::cos(angle), speed * std::sin(angle), omega, {}, {}};
  m.contacts = {makeContact("ground", "disc", makeFloor(angle), 0, friction)};
  m.contacts[0].radius = kRadius;
  m.contacts[0].rollingResistance = arm;
  m.gravity = {0.0, -kG};
  m.simulation.duration = 2;
  m.simulation.outputInterval = 0.01;
  return m;
}

void useSteps(Mechanism& m, double step) {
  m.simulation.integrator = IntegratorKind::moreauJean;
  m.simulation.timeStep = step;
}

std::vector<double> listTimes(const FinishedRun& r, EventKind kind) {
  std::vector<double> times;
  for (const Receipt& receipt : r.trajectory.events())
    if (receipt.kind == kind) times.push_back(receipt.t);
  return times;
}

TEST(RollingResistance, ADiscOnAPlaneComesToRest) {
  const double speed = 0.8, brakes = kArm * kG / (kRadius * kShape);
  for (const bool fixed : {false, true}) {
    Mechanism m = makeRollingDisc(0, 0.5, kArm, speed, -speed / kRadius);
    if (fixed) useSteps(m, 1e-4);
    const FinishedRun r = run(m);
    const auto stops = listTimes(r, EventKind::stick);
    ASSERT_EQ(stops.size(), 1u) << fixed;
    EXPECT_NEAR(stops[0], speed / brakes, fixed ? 2e-4 : 1e-9);
    EXPECT_NEAR(r.last("disc.x"), speed * speed / (2 * brakes), fixed ? 2e-4 : 1e-9);
    EXPECT_NEAR(r.last("disc.omega"), 0, 1e-9);
    EXPECT_NEAR(r.last("energy.residual"), 0, fixed ? 1e-4 : 1e-8);
  }
}

TEST(RollingResistance, BrakesWithTheArmOfTheNormalForce) {
  const FinishedRun r = run(makeRollingDisc(0, 0.5, kArm, 1, -1 / kRadius));
  EXPECT_NEAR(r.value(r.trajectory.row(10), "ground.rolling_moment"), kArm * kMass * kG, 1e-9);
  EXPECT_NEAR(r.last("ground.rolling_moment"), 0, 1e-9) << "at rest nothing turns it";
}

// tan(angle) < b/r holds it; above it rolls with g (sin - b/r cos)/(1 + k^2/r^2).
TEST(RollingResistance, AnInclineStartsADiscAboveItsArm) {
  const double limit = std::atan(kArm / kRadius);
  for (const bool fixed : {false, true}) {
    Mechanism held = makeRollingDisc(-0.98 * limit, 0.5, kArm),
              rolls = makeRollingDisc(-3 * limit, 0.5, kArm);
    if (fixed) useSteps(held, 1e-3);
    if (fixed) useSteps(rolls, 1e-3);
    const FinishedRun rests = run(held), goes = run(rolls);
    EXPECT_NEAR(rests.last("disc.vx"), 0, 1e-9) << fixed;
    EXPECT_NEAR(rests.last("disc.x"), held.bodies[0].pose.x.value, 1e-9) << fixed;
    const double a = kG * (std::sin(3 * limit) - kArm / kRadius * std::cos(3 * limit)) / kShape;
    EXPECT_NEAR(goes.last("disc.vx"), 2 * a * std::cos(3 * limit), fixed ? 1e-2 : 1e-8) << fixed;
    EXPECT_NEAR(goes.last("energy.residual"), 0, fixed ? 1e-2 : 1e-8) << fixed;
  }
}

// Friction that is less than b/r lets it slide down without rolling.
TEST(RollingResistance, WithLittleFrictionADiscSlidesWithoutRolling) {
  const double angle = 0.3, friction = 0.05;
  for (const bool fixed : {false, true}) {
    Mechanism m = makeRollingDisc(-angle, friction, kArm);
    if (fixed) useSteps(m, 1e-3);
    const FinishedRun r = run(m);
    EXPECT_NEAR(r.last("disc.omega"), 0, 1e-9) << fixed;
    const double a = kG * (std::sin(angle) - friction * std::cos(angle));
    EXPECT_NEAR(r.last("disc.vx"), 2 * a * std::cos(angle), fixed ? 1e-2 : 1e-8) << fixed;
  }
}

// Between both it slides and rolls: T = mu N turns it against b N.
TEST(RollingResistance, ADiscThatSlidesRollsAsFrictionTurnsIt) {
  const double angle = 0.9, friction = 0.2;
  const FinishedRun r = run(makeRollingDisc(-angle, friction, kArm));
  const double push = kMass * kG * std::cos(angle);
  EXPECT_NEAR(r.last("disc.omega"), -2 * push * (friction * kRadius - kArm) / kInertia, 1e-7);
  EXPECT_NEAR(r.last("disc.vx"), 2 * kG * (std::sin(angle) - friction * std::cos(angle)) * std::cos(angle),
              1e-7);
}

// A force that grows lets it roll at F r = b N; with mu = 0.05 < b/r it lets it slide first, at mu_s N.
TEST(RollingResistance, AGrowingForceRollsOrSlidesWhatItCanFirst) {
  const auto push = [](double friction) {
    Mechanism m = makeRollingDisc(0, friction, kArm);
    m.contacts[0].staticFriction = Quantity(1.2 * friction);
    Load load;
    load.b = "disc";
    load.fx.text = "4*t";
    m.forces = {makeForce("push", load)};
    return run(m);
  };
  const FinishedRun rolls = push(0.5), slides = push(0.05);
  const auto begins = listTimes(rolls, EventKind::slip), slips = listTimes(slides, EventKind::slip);
  ASSERT_EQ(begins.size(), 1u);
  EXPECT_NEAR(begins[0], kArm / kRadius * kMass * kG / 4, 1e-9);
  ASSERT_GE(slips.size(), 1u);
  EXPECT_NEAR(slips[0], 1.2 * 0.05 * kMass * kG / 4, 1e-9);
  EXPECT_NEAR(slides.last("disc.omega"), 0, 1e-9);
}

// A blow without friction takes b P from the spin, P = m v (1 + e), and no more than there is.
TEST(RollingResistance, ABlowTakesSpin) {
  const double fall = 1.5, e = 0.6, spin = 20, strong = 0.1;
  for (const ContactLaw law : {ContactLaw::newton, ContactLaw::poisson})
    for (const double arm : {kArm, strong})
      for (const bool fixed : {false, true}) {
        Mechanism m = makeRollingDisc(0, 0, arm, 0, spin);
        m.bodies[0].pose.y = kRadius + 0.1;
        m.bodies[0].velocity.vy = -fall;
        m.contacts[0].law = law;
        m.contacts[0].restitution = e;
        m.gravity = {0.0, 0.0};
        m.simulation.duration = 0.1;
        if (fixed) useSteps(m, 1e-3);
        const FinishedRun r = run(m);
        const double taken = arm * kMass * fall * (1 + e) / kInertia;
        EXPECT_NEAR(r.last("disc.omega"), std::max(0.0, spin - taken), 1e-9) << arm << fixed;
        EXPECT_NEAR(r.last("disc.vy"), e * fall, 1e-9);
        EXPECT_NEAR(r.last("energy.residual"), 0, 1e-9);
      }
}

// Two discs, one on top of the other in a straight guide, that turn against each other under a load F: both
// are braked by b F.
TEST(RollingResistance, DiscsBrakeEachOther) {
  Mechanism m;
  m.bodies = {makeBody("low", 1, kInertia), makeBody("high", 1, kInertia, {0.0, 2 * kRadius, 0, {}})};
  m.bodies[0].velocity.omega = 5;
  m.bodies[1].velocity.omega = 1;
  Prismatic up;
  up.axis = std::numbers::pi / 2;
  m.joints = {makeJoint("O", Revolute{}, kFrame, "low"),
              makeJoint("guide", Slot{std::numbers::pi / 2}, kFrame, "high")};
  m.contacts = {makeContact("meet", "high", CircleSurface{{}, kRadius, RoundSide::outside}, 0, 0)};
  m.contacts[0].a = "low";
  m.contacts[0].radius = kRadius;
  m.contacts[0].rollingResistance = kArm;
  m.gravity = {0.0, -kG};
  m.simulation.duration = 0.1;
  const double brakes = kArm * kG / kInertia;
  for (const bool fixed : {false, true}) {
    if (fixed) useSteps(m, 1e-4);
    const FinishedRun r = run(m);
    EXPECT_NEAR(r.last("low.omega"), 5 - 0.1 * brakes, 1e-8) << fixed;
    EXPECT_NEAR(r.last("high.omega"), 1 + 0.1 * brakes, 1e-8) << fixed;
    m.simulation.duration = 1;
    const FinishedRun end = run(m);
    EXPECT_NEAR(end.last("low.omega"), 3, 1e-8) << fixed;
    EXPECT_NEAR(end.last("high.omega"), 3, 1e-8) << fixed;
    m.simulation.duration = 0.1;
  }
}

// Of a compliant law it is smoothed about rest: while it rolls fast it is all there.
TEST(RollingResistance, ACompliantContactBrakesAlike) {
  Mechanism m = makeRollingDisc(0, 0.5, kArm, 1, -1 / kRadius);
  m.contacts[0].law = ContactLaw::kelvinVoigt;
  Compliance compliance;
  compliance.stiffness = Quantity(1e6);
  compliance.damping = 1e3;
  m.contacts[0].compliance = compliance;
  m.bodies[0].pose.y = kRadius - kMass * kG / 1e6;
  m.simulation.duration = 0.5;
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("disc.vx"), 1 - 0.5 * kArm * kG / (kRadius * kShape), 1e-4);
  EXPECT_NEAR(r.last("energy.residual"), 0, 1e-6);
}

// The example: h = 30 mm against b = 1.5 mm at r = 50 mm are 1 m, but for the kinks of the ramp and what the
// centre of the wheel is higher over a slope.
TEST(RollingResistance, AWheelRollsAsFarAsItsHeightPays) {
  const FinishedRun rubber = run(loadExample("contacts/rolling-to-rest.clank", "rubber")),
                    sand = run(loadExample("contacts/rolling-to-rest.clank", "sand"));
  EXPECT_NEAR(rubber.last("wheel.x"), 0.7, 0.01);
  EXPECT_NEAR(rubber.last("wheel.omega"), 0, 1e-9);
  EXPECT_NEAR(sand.last("wheel.x"), -0.3, 1e-9);
}

// Solid parts take the sum of what their materials lose.
TEST(RollingResistance, ArmsOfMaterialsAddUp) {
  Mechanism m;
  Body disc = makeSolidDisc("disc", kRadius, {0.0, kRadius, 0, {}});
  disc.touches = Touches::everything;
  disc.material = std::string("soft");
  disc.velocity = {0.5, 0.0, -0.5 / kRadius, {}, {}};
  m.bodies = {disc};
  DrawnSurface floor;
  floor.id = "ground";
  floor.kind = makeFloor();
  floor.material = "hard";
  m.surfaces = {floor};
  m.materials.resize(2);
  m.materials[0].id = "soft";
  m.materials[0].rollingResistance = 0.004;
  m.materials[1].id = "hard";
  m.materials[1].rollingResistance = 0.001;
  m.gravity = {0.0, -kG};
  m.simulation.duration = 0.5;
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("disc.vx"), 0.5 - 0.5 * 0.005 * kG / (kRadius * kShape), 1e-8);
}

}  // namespace
}  // namespace clank
