// SPDX-License-Identifier: GPL-3.0-or-later
// Compliant contacts: a ball that hits the ground, against closed forms and independent numbers.
#include <gmock/gmock.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/contact/normal_force.h"
#include "core/model/words.h"
#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kMass = 1, kRadius = 0.05, kStartGap = 1e-3, kStiffness = 1e8;

// A ball that reaches the floor with a speed, without gravity.
Mechanism makeDrop(ContactLaw law, double restitution, double speed = 1) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  Body ball = makeBody("ball", kMass, 0.4 * kMass * kRadius * kRadius, {0.0, kRadius + kStartGap, 0.0, {}});
  ball.velocity.vy = -speed;
  m.bodies = {ball};
  ContactPair floor = makeContact("ground", "ball", makeFloor(), restitution);
  floor.radius = kRadius;
  floor.law = law;
  floor.compliance = Compliance{};
  floor.compliance->stiffness = kStiffness;
  m.contacts = {floor};
  m.simulation.duration = 2 * kStartGap / speed + 0.008;
  m.simulation.outputInterval = m.simulation.duration;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-12;
  return m;
}

// The only contact of a run.
ContactReport findReport(const FinishedRun& run) {
  std::vector<ContactReport> reports;
  for (const Receipt& receipt : run.trajectory.events())
    if (receipt.contact) reports.push_back(*receipt.contact);
  EXPECT_EQ(reports.size(), 1u);
  return reports.empty() ? ContactReport{} : reports.front();
}

// Speed after over speed before; with what a free blow must show whatever the law.
double calcRestitution(const Mechanism& m, double speed = 1) {
  const FinishedRun r = run(m);
  const ContactReport report = findReport(r);
  EXPECT_NEAR(report.begin, kStartGap / speed, 1e-13);
  EXPECT_NEAR(report.approach, speed, 1e-12);
  const double after = r.last("ball.vy");
  EXPECT_NEAR(report.effectiveRestitution.value_or(-1), after / speed, 1e-12);
  EXPECT_NEAR(report.normalImpulse, kMass * (after + speed), 1e-10 * speed);
  EXPECT_NEAR(report.dampingLoss, kMass * (speed * speed - after * after) / 2, 3e-10 * speed * speed);
  // Steps are good to 1e-12 m, which is 1e-9 of the energy where the force is greatest.
  EXPECT_LT(r.summary.largestResidual, 3e-10 * speed * speed);
  return after / speed;
}

struct Row {
  ContactLaw law;
  std::array<double, 5> effective;
};
constexpr std::array<double, 5> kAsked{0.1, 0.3, 0.5, 0.7, 0.9};

// The solution of a (1 + e) = ln((1 + a)/(1 - a e)), to six digits elsewhere.
constexpr Row kRows[] = {{ContactLaw::hertz, {1.0, 1.0, 1.0, 1.0, 1.0}},
                         {ContactLaw::huntCrossley, {0.515833, 0.581288, 0.662962, 0.768, 0.909016}},
                         {ContactLaw::herbertMcWhannell, {0.490698, 0.519967, 0.593624, 0.722683, 0.900893}},
                         {ContactLaw::leeWang, {0.686663, 0.738995, 0.799199, 0.869343, 0.95237}},
                         {ContactLaw::lankaraniNikravesh, {0.665265, 0.684225, 0.725241, 0.795973, 0.913177}},
                         {ContactLaw::gonthierApproximate, {0.10099, 0.304225, 0.487741, 0.669581, 0.876435}},
                         {ContactLaw::gonthier, {0.1, 0.3, 0.5, 0.7, 0.9}},
                         {ContactLaw::zhiyingQishao, {0.217469, 0.326697, 0.482608, 0.679567, 0.895918}},
                         {ContactLaw::flores, {0.069444, 0.256208, 0.470445, 0.683184, 0.893921}},
                         {ContactLaw::huGuo, {0.074074, 0.270658, 0.487741, 0.697297, 0.8999}}};

TEST(CompliantContact, GivesBackWhatTheClosedFormSays) {
  for (const Row& row : kRows)
    for (std::size_t i = 0; i < kAsked.size(); ++i) {
      SCOPED_TRACE(Words<ContactLaw>::names[static_cast<std::size_t>(row.law)]);
      const double given = calcEffectiveRestitution(calcHysteresis(row.law, kAsked[i]));
      EXPECT_NEAR(given, row.effective[i], 1e-6);
      EXPECT_NEAR(calcRestitution(makeDrop(row.law, kAsked[i])), given, 1e-9);
    }
}

TEST(CompliantContact, GivesBackTheSameWhateverStiffnessMassSpeedAndExponent) {
  for (const Row& row : kRows) {
    SCOPED_TRACE(Words<ContactLaw>::names[static_cast<std::size_t>(row.law)]);
    const double given = calcEffectiveRestitution(calcHysteresis(row.law, 0.5));
    Mechanism stiff = makeDrop(row.law, 0.5);
    stiff.contacts[0].compliance->stiffness = 10 * kStiffness;
    EXPECT_NEAR(calcRestitution(stiff), given, 1e-9);
    Mechanism linear = makeDrop(row.law, 0.5);
    linear.contacts[0].compliance->exponent = 1;
    EXPECT_NEAR(calcRestitution(linear), given, 1e-9);
    EXPECT_NEAR(calcRestitution(makeDrop(row.law, 0.5, 10), 10), given, 1e-9);
    Mechanism heavy = makeDrop(row.law, 0.5);
    heavy.bodies[0].mass = 10 * kMass;
    EXPECT_NEAR(run(heavy).last("ball.vy"), given, 1e-9);
  }
}

// m v^2/2 = K d^(5/2)/(5/2); the duration is 2.94327... d/v (Hertz), an integral of Beta's function.
TEST(CompliantContact, HertzKeepsTimePeakAndDepth) {
  const ContactReport report = findReport(run(makeDrop(ContactLaw::hertz, 0)));
  EXPECT_NEAR(report.peakDepth, 0.0006898648307306071, 1e-12);
  EXPECT_NEAR(report.peakForce, 1811.9491591942376, 1e-6);
  EXPECT_NEAR(report.duration, 0.002030462036827759, 1e-12);
  EXPECT_NEAR(report.dampingLoss, 0, 1e-14);
}

// Thrown up again by a floor without losses. The first step after each of its events is as long as the one
// that served before, whichever the integrator.
TEST(CompliantContact, BouncesOnWithEitherIntegrator) {
  for (const IntegratorKind kind : {IntegratorKind::dop853, IntegratorKind::dopri5}) {
    Mechanism m = makeDrop(ContactLaw::hertz, 0);
    m.gravity = {0.0, -kG};
    m.simulation.integrator = kind;
    m.simulation.duration = 40 * 2 / kG;
    m.simulation.outputInterval = 0.1;
    const FinishedRun r = run(m);
    EXPECT_GT(r.trajectory.events().size(), 70U);
    EXPECT_LT(r.summary.largestResidual, 1e-7);
  }
}

// Peaks of a damped law, found inside the steps although no sample lies near: of an integration elsewhere.
TEST(CompliantContact, FindsThePeaksBetweenSamples) {
  const ContactReport report = findReport(run(makeDrop(ContactLaw::huntCrossley, 0.5)));
  EXPECT_NEAR(report.peakForce / 1636.8087458000862, 1, 1e-7);
  EXPECT_NEAR(report.peakDepth / 0.0005901730382901075, 1, 1e-9);
  EXPECT_NEAR(report.duration / 0.0021486217345008853, 1, 1e-9);
}

// m d" + D d' + K d = 0, and the force turns where d' = -K d/D: the closed form of a damped oscillation.
TEST(CompliantContact, KelvinVoigtDoesNotPull) {
  const std::array<double, 5> damping{11823.10067597795, 7157.142610066334, 4309.075239324936,
                                      2256.1690138716262, 670.3689821135274};
  const std::array<double, 5> given{0.252729, 0.39714, 0.550283, 0.718201, 0.902026};
  for (std::size_t i = 0; i < damping.size(); ++i) {
    Mechanism m = makeDrop(ContactLaw::kelvinVoigt, 0);
    m.contacts[0].compliance->damping = damping[i];
    m.simulation.duration = 0.1;
    EXPECT_NEAR(calcRestitution(m), given[i], 1e-6);
  }
}

TEST(CompliantContact, ImpactHasAStepOfDamping) {
  struct Case {
    double depth, damping, given;
  };
  for (const Case& c :
       {Case{0.0001, 100, 0.902291}, Case{0.0001, 1000, 0.416553}, Case{0.0001, 5000, 0.055855},
        Case{0.0001, 10000, 0.016359}, Case{0.0001, 50000, 0.002775}, Case{0.001, 100, 0.972348},
        Case{0.001, 1000, 0.778785}, Case{0.001, 5000, 0.409434}, Case{0.001, 10000, 0.255635},
        Case{0.001, 50000, 0.075491}}) {
    Mechanism m = makeDrop(ContactLaw::impact, 0);
    m.contacts[0].compliance->damping = c.damping;
    m.contacts[0].compliance->dampingDepth = c.depth;
    m.simulation.duration = 0.1;
    EXPECT_NEAR(calcRestitution(m), c.given, 1e-6) << c.depth << " " << c.damping;
  }
}

// K = 4/(3 (h + h) sqrt(1/R)).
TEST(CompliantContact, TakesItsStiffnessFromMaterials) {
  Mechanism m = makeDrop(ContactLaw::hertz, 0);
  Compliance& compliance = *m.contacts[0].compliance;
  compliance.stiffness.reset();
  compliance.materialA = compliance.materialB = Material{2.07e11, 0.3, {}};
  EXPECT_TRUE(validate(m).empty()) << describe(validate(m));
  const double h = (1 - 0.09) / 2.07e11, K = 4 / (3 * 2 * h) * std::sqrt(kRadius);
  const double depth = std::pow(1.25 * kMass / K, 0.4);
  EXPECT_NEAR(findReport(run(m)).peakDepth / depth, 1, 1e-9);
}

// Bounces die out onto the depth at which the law carries the weight.
TEST(CompliantContact, ComesToRestAtItsStaticDepth) {
  Mechanism m = makeDrop(ContactLaw::flores, 0.3, 0.1);
  m.gravity = {0.0, -kG};
  m.simulation.duration = 1.5;
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("ground.penetration"), std::pow(kMass * kG / kStiffness, 2.0 / 3), 1e-9);
  EXPECT_NEAR(r.last("ground.normal_force"), kMass * kG, 1e-3);
  EXPECT_EQ(r.last("ground.state"), 3);
  EXPECT_LT(r.summary.largestResidual, 1e-10);
  double restitution = 0;
  for (const Receipt& receipt : r.trajectory.events())
    if (receipt.kind == EventKind::contactBegin) restitution = receipt.restitution;
  EXPECT_EQ(restitution, 0.3);
}

// Drawn in the depth where it rests: it stays.
TEST(CompliantContact, StartsPressed) {
  Mechanism m = makeDrop(ContactLaw::flores, 0.3);
  const double depth = std::pow(kMass * kG / kStiffness, 2.0 / 3);
  m.gravity = {0.0, -kG};
  m.bodies[0].velocity.vy = 0;
  m.bodies[0].pose.y = kRadius - depth;
  m.simulation.duration = 0.1;
  const FinishedRun r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 1u);  // at the end of the run it is open still
  EXPECT_EQ(r.trajectory.events()[0].kind, EventKind::contactOpen);
  EXPECT_NEAR(r.last("ball.y"), kRadius - depth, 1e-12);
  EXPECT_LT(r.summary.largestResidual, 1e-14);
}

// Over the corner of a block a disc rolls from the line onto the round of the corner and onto the next line:
// one contact, without a gap in its force, and without a loss.
TEST(CompliantContact, GoesOnFromPieceToPiece) {
  Mechanism m = makeDrop(ContactLaw::hertz, 0);
  PolylineSurface steps;
  steps.points = {{-1.0, 0.0}, {0.0, 0.0}, {1.0, -0.2}};
  m.contacts[0].surface = steps;
  const double depth = std::pow(kMass * kG / kStiffness, 2.0 / 3);
  m.gravity = {0.0, -kG};
  m.bodies[0].pose = {-0.05, kRadius - depth, 0.0, {}};
  m.bodies[0].velocity = {};
  m.bodies[0].velocity.vx = 0.2;
  m.simulation.duration = 0.5;
  const FinishedRun r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 1u);  // at the end of the run it is open still
  EXPECT_EQ(r.trajectory.events()[0].kind, EventKind::contactOpen);
  EXPECT_GT(r.last("ball.x"), 0.05);
  EXPECT_LT(r.summary.largestResidual, 1e-10);
}

// Two discs meet: momentum is kept, and the closed form gives the speeds after.
TEST(CompliantContact, DiscsKeepTheirMomentum) {
  Mechanism m = makeDrop(ContactLaw::lankaraniNikravesh, 0.7);
  m.bodies.push_back(makeBody("other", 2, 0.001, {0.0, -kRadius, 0.0, {}}));
  CircleSurface round;
  round.radius = kRadius;
  m.contacts[0].a = "other";
  m.contacts[0].surface = round;
  const FinishedRun r = run(m);
  const double given = calcEffectiveRestitution(calcHysteresis(ContactLaw::lankaraniNikravesh, 0.7));
  EXPECT_NEAR(kMass * r.last("ball.vy") + 2 * r.last("other.vy"), -1, 1e-13);
  EXPECT_NEAR(r.last("ball.vy") - r.last("other.vy"), given, 1e-9);
  EXPECT_LT(r.summary.largestResidual, 1e-11);
}

// A bar that turns about the ball is locked to it while the ball touches: the lock throws both away from the
// floor. The speed of that is no restitution, as it is without the lock; and a lock elsewhere changes
// nothing.
TEST(CompliantContact, ALockWhileItTouchesIsNoRestitution) {
  enum class Lock { none, onTheBall, elsewhere };
  for (const Lock lock : {Lock::none, Lock::onTheBall, Lock::elsewhere}) {
    Mechanism m = makeDrop(ContactLaw::lankaraniNikravesh, 0.7);
    m.bodies.push_back(makeBody("bar", 0.2, 1e-3, {0.1, kRadius + kStartGap, 0.0, {}}));
    m.bodies.push_back(makeBody("far", 1, 0.1, {9.0, 0.0, 0.0, {}}));
    m.bodies[1].velocity.vy = -1.0;
    if (lock == Lock::onTheBall) {
      m.bodies[1].velocity.omega = -60.0;
      m.bodies[1].velocity.vy = -1.0 - 60.0 * 0.1;
    }
    m.bodies[2].velocity.omega = 3.0;
    const bool isOnBall = lock != Lock::elsewhere;
    Joint hinge;
    hinge.id = "hinge";
    hinge.a = isOnBall ? "ball" : "frame";
    hinge.b = isOnBall ? "bar" : "far";
    if (isOnBall) hinge.atB.x = -0.1;
    if (!isOnBall) hinge.atA.x = 9.0;
    Metamorphic changes;
    changes.phases = {Phase{"free", "", {}, false, {}}, Phase{"locked", "", {}, true, {}}};
    PhaseChange change;
    change.from = "free";
    change.to = "locked";
    change.guard = TimeGuard{kStartGap + 1e-4, TimeOrigin::start};
    changes.changes = {change};
    if (lock != Lock::none) hinge.metamorphic = changes;
    m.joints = {hinge};
    const FinishedRun r = run(m);
    bool locks = false;
    std::optional<ContactReport> first;
    for (const Receipt& receipt : r.trajectory.events()) {
      locks = locks || receipt.element == "hinge";
      if (receipt.contact && !first) first = receipt.contact;
    }
    SCOPED_TRACE(static_cast<int>(lock));
    ASSERT_EQ(locks, lock != Lock::none);
    ASSERT_TRUE(first);
    ASSERT_LT(first->begin, kStartGap + 1e-4);
    if (lock != Lock::none) {
      ASSERT_GT(first->begin + first->duration, kStartGap + 1e-4) << "it locks meanwhile";
    }
    EXPECT_EQ(first->effectiveRestitution.has_value(), lock != Lock::onTheBall);
  }
}

// A ball that slides all through a blow: the friction impulse is mu times the normal one, and turns it by
// r T/J.
TEST(CompliantContact, RubsWhileItSlides) {
  for (const FrictionLaw law : {FrictionLaw::coulomb, FrictionLaw::threlfall, FrictionLaw::ambrosio}) {
    Mechanism m = makeDrop(ContactLaw::flores, 0.8);
    m.bodies[0].velocity.vx = 2;
    m.contacts[0].friction = 0.2;
    m.contacts[0].frictionLaw = law;
    const FinishedRun r = run(m);
    const ContactReport report = findReport(r);
    EXPECT_NEAR(report.slipImpulse, -0.2 * report.normalImpulse, 1e-12);
    EXPECT_NEAR(r.last("ball.vx"), 2 - 0.2 * report.normalImpulse / kMass, 1e-12);
    EXPECT_NEAR(r.last("ball.omega") * 0.4 * kMass * kRadius * kRadius, -0.2 * report.normalImpulse * kRadius,
                1e-9);
    EXPECT_LT(r.summary.largestResidual, 1e-11);
  }
}

TEST(CompliantContact, EveryFrictionClosesTheLedger) {
  for (const FrictionLaw law :
       {FrictionLaw::coulomb, FrictionLaw::none, FrictionLaw::threlfall, FrictionLaw::bengisuAkay,
        FrictionLaw::ambrosio, FrictionLaw::duan, FrictionLaw::lugre}) {
    SCOPED_TRACE(Words<FrictionLaw>::names[static_cast<std::size_t>(law)]);
    Mechanism m = makeDrop(ContactLaw::flores, 0.5);
    m.bodies[0].velocity.vx = 0.3;  // comes to roll within the blow
    m.contacts[0].friction = 0.3;
    m.contacts[0].frictionLaw = law;
    FrictionCurve curve;
    curve.staticCoefficient = 0.4;
    curve.fullSpeed = 0.01;
    curve.thresholdSpeed = 0.001;
    curve.stribeckSpeed = 0.05;
    curve.decay = 20;
    curve.bristleStiffness = 1e5;
    curve.bristleDamping = 10;
    m.contacts[0].frictionCurve = curve;
    for (const Problem& problem : validate(m))  // of the keys that the law does not use
      EXPECT_EQ(problem.severity, Severity::warning) << problem.where << problem.what;
    const FinishedRun r = run(m);
    const ContactReport report = findReport(r);
    const double slip = r.last("ball.vx") + kRadius * r.last("ball.omega");
    if (law == FrictionLaw::none)
      EXPECT_EQ(report.slipImpulse, 0);
    else
      EXPECT_NEAR(slip, 0, 0.03);
    EXPECT_NEAR(r.last("ball.vx"), 0.3 + report.slipImpulse / kMass, 1e-11);
    EXPECT_LT(r.summary.largestResidual, 1e-10);
  }
}

}  // namespace
}  // namespace clank::test
