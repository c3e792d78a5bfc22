// SPDX-License-Identifier: GPL-3.0-or-later
// Links that bend, against an independent program with the same kinematics (floating frame, foreshortening,
// no term dropped) and against what must be constant.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/dynamics/bent_link.h"
#include "core/dynamics/contact_rows.h"
#include "core/dynamics/system.h"
#include "core/dynamics/system_compiler.h"
#include "tests/support/contacts.h"
#include "tests/support/flexible.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"
#include "tests/support/sanitized.h"

namespace clank::test {
namespace {

constexpr double kPi = std::numbers::pi;

// Two equal links, the first at 45 degrees, the second level, that fall from rest; the tip is traced.
Mechanism makeTwoArms(int modes, const BeamNumbers& numbers = {}) {
  const double up = numbers.length * std::sqrt(0.5);
  Mechanism m;
  m.bodies = {makeBeam("one", numbers, modes, {0.0, 0.0, kPi / 4, {}}),
              makeBeam("two", numbers, modes, {up, up, 0.0, {}})};
  m.joints = {makeJoint("A", Revolute{}, kFrame, "one"),
              makeJoint("B", Revolute{}, "one", "two", {numbers.length, 0.0})};
  Trace tip;
  tip.id = "tip";
  tip.b = "two";
  tip.atB = {numbers.length, 0.0};
  m.traces = {tip};
  m.simulation.duration = 1;
  m.simulation.outputInterval = 0.05;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-12;
  return m;
}

TEST(Flexible, TwoArmsFallAsTheReferenceSays) {
  struct Row {
    int modes;
    double angle, x, y;  // rad, of the first link; m, tip; at 1 s
  };
  for (const Row& row : {Row{1, -2.2353799724381127, -1.610472281139878, -0.9027510347633143},
                         Row{2, -2.235155499052755, -1.6104170873487438, -0.9026586752550068},
                         Row{3, -2.2350368856026503, -1.6104129529122706, -0.9026851194811862}}) {
    const auto r = run(makeTwoArms(row.modes));
    EXPECT_NEAR(r.last("one.angle"), row.angle, 1e-10) << row.modes;
    EXPECT_NEAR(r.last("tip.x"), row.x, 1e-10) << row.modes;
    EXPECT_NEAR(r.last("tip.y"), row.y, 1e-10) << row.modes;
    EXPECT_LT(r.summary.largestResidual, 1e-11) << row.modes;
  }
}

// Twelve evaluations a step, and three more for the dense output only where the tip is near the ground:
// looked into everywhere it were fifteen.
TEST(Flexible, NobodyLooksIntoStepsFarFromTheGround) {
  Mechanism m = loadExample("papers/duan-flexible-arms.clank", "b_N3");
  m.simulation.outputInterval = m.simulation.duration;
  const FinishedRun r = run(m);
  EXPECT_LT(static_cast<double>(r.summary.evaluations), 12.5 * static_cast<double>(r.summary.steps));
}

TEST(Flexible, WithoutModesIsRigid) {
  const auto r = run(makeTwoArms(0));
  EXPECT_NEAR(r.last("one.angle"), -2.23609989809409, 1e-10);
  EXPECT_NEAR(r.last("B.angle"), -0.7891131128311528, 1e-10);
}

// The smooth start of Kane and Simo: from rest to `speed` in `rise`.
Mechanism makeSpinUp(const BeamNumbers& numbers, int modes, double speed, double rise) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBeam("blade", numbers, modes)};
  m.joints = {makeJoint("A", Revolute{}, kFrame, "blade")};
  Drive drive;
  drive.id = "motor";
  drive.joint = "A";
  ExpressionMotion motion;
  motion.coordinate.text = fmt::format(
      "(t < {0}) * {1} * (t^2/2 + (cos(2*pi*t/{0}) - 1)*({0}/(2*pi))^2) + (t >= {0}) * {2} * (t - {0}/2)",
      rise, speed / rise, speed);
  drive.kind = motion;
  m.drives = {drive};
  Trace tip;
  tip.id = "tip";
  tip.b = "blade";
  tip.atB = {numbers.length, 0.0};
  m.traces = {tip};
  m.simulation.outputInterval = 0.05;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-10;
  return m;
}
// Tip across the blade as its root stands, m.
double calcDeflection(const FinishedRun& r, std::span<const double> row) {
  const double angle = r.value(row, "blade.angle");
  return std::cos(angle) * r.value(row, "tip.y") - std::sin(angle) * r.value(row, "tip.x");
}
double findDeepest(const FinishedRun& r) {
  double deepest = 0;
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i)
    deepest = std::min(deepest, calcDeflection(r, r.trajectory.row(i)));
  return deepest;
}

constexpr BeamNumbers kSimo{10, 1.2, 14000, 2.8e7};

TEST(Flexible, SpinUpOfSimosBeam) {
  for (const auto& [modes, deepest] :
       {std::pair{1, -0.5796708187406627}, std::pair{3, -0.5758976806974241}}) {
    Mechanism m = makeSpinUp(kSimo, modes, 6, 15);
    m.simulation.duration = 7;
    EXPECT_NEAR(findDeepest(run(m)), deepest, 1e-8) << modes;
  }
}

// Without foreshortening nothing makes a fast blade stiff: it bends without end.
TEST(Flexible, SpinUpWithoutForeshorteningRunsAway) {
  Mechanism m = makeSpinUp(kSimo, 3, 6, 15);
  m.bodies[0].flexible->foreshortening = false;
  m.simulation.duration = 9.15;
  const auto r = run(m);
  EXPECT_NEAR(calcDeflection(r, r.summary.finalRow), -9.745977624546006, 1e-5);
}

TEST(Flexible, SlowSpinUpWithAndWithoutForeshortening) {
  Mechanism m = makeSpinUp(kSimo, 3, 3, 15);
  m.simulation.duration = 9.5;
  EXPECT_NEAR(findDeepest(run(m)), -0.3058880114740509, 1e-8);
  m.bodies[0].flexible->foreshortening = false;
  EXPECT_NEAR(findDeepest(run(m)), -0.40914504525088735, 1e-8);
}

// Duan, two arms that hit a floor: case B of the reference. e = 1 in a basis of modes conserves energy.
TEST(Flexible, ImpactsGoThroughTheModes) {
  Mechanism m = makeTwoArms(3);
  m.contacts = {makeContact("ground", "two", makeFloor(), 1)};
  m.contacts[0].atB = {1.0, 0.0};
  m.simulation.duration = 0.67;
  const auto r = run(m);
  const auto& events = r.trajectory.events();
  ASSERT_EQ(events.size(), 5u);
  EXPECT_NEAR(events[0].t, 0.3415034141879625, 1e-10);
  EXPECT_NEAR(events[0].impulse, 0.575723118400696, 1e-8);
  EXPECT_NEAR(events[0].normalVelocityAfter, 3.8068795397026323, 1e-8);
  double impulse = 0;
  for (const Receipt& event : events) {
    EXPECT_NEAR(event.energyAfter, event.energyBefore, 1e-12 * event.energyBefore);
    impulse += event.impulse;
  }
  EXPECT_NEAR(impulse, 2.3345226956608123, 1e-6);
  EXPECT_NEAR(r.last("one.angle"), -1.0482980042679884, 1e-7);
  EXPECT_NEAR(r.last("tip.y"), 0.028627965549636515, 1e-6);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// Energy that structural damping takes is in the ledger, and the arms come to hang at rest.
TEST(Flexible, LedgerClosesWithStructuralDamping) {
  for (const DampingKind& damping :
       {DampingKind(DampingRatio{0.05}), DampingKind(RayleighDamping{0.2, 1e-4})}) {
    Mechanism m = makeTwoArms(2);
    for (Body& body : m.bodies) body.flexible->damping.kind = damping;
    const auto r = run(m);
    EXPECT_GT(r.last("energy.damping"), 1e-5);
    EXPECT_LT(r.summary.largestResidual, 1e-11);
  }
}

// A cantilever with a load at its tip, so strongly damped that it comes to rest: F L^3/(3 EI) of all modes.
TEST(Flexible, CantileverSagsAsItsClosedForm) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBeam("arm", {}, 10)};
  m.bodies[0].flexible->damping.kind = DampingRatio{0.7};
  m.joints = {makeJoint("wall", Weld{}, kFrame, "arm")};
  Load load;
  load.b = "arm";
  load.atB = {1.0, 0.0};
  load.fy.text = "-10";
  m.forces = {makeForce("load", load)};
  Trace tip;
  tip.id = "tip";
  tip.b = "arm";
  tip.atB = {1.0, 0.0};
  m.traces = {tip};
  m.simulation.duration = 0.5;
  m.simulation.outputInterval = 0.1;
  const auto r = run(m);
  const double sag = 10 / (3 * 541.27);
  EXPECT_NEAR(r.last("tip.y"), -sag, 1e-4 * sag);  // ten modes leave 3e-5 of it out
  EXPECT_NEAR(r.last("energy.elastic"), 10 * sag / 2, 1e-4 * 10 * sag);
  EXPECT_NEAR(r.last("wall.moment"), 10, 1e-2);
  EXPECT_NEAR(r.last("arm.tip_deflection"), r.last("tip.y"),
              1e-6 * sag);  // but for the foreshortening nothing else
  EXPECT_NEAR(r.last("arm.strain_energy"), r.last("energy.elastic"), 1e-15);
  EXPECT_NEAR(r.last("arm.bending_moment_middle"), -5, 0.05);  // modes bring the moment in more slowly
}

// A weld at the tip of a link holds the section there: the other link turns with the bent tip.
TEST(Flexible, JointsHoldSectionsNotBodies) {
  Mechanism m = makeTwoArms(3);
  m.joints[1] = makeJoint("B", Weld{}, "one", "two", {1.0, 0.0});
  const auto r = run(m);
  EXPECT_LT(r.summary.largestDrift, 1e-10);
  EXPECT_LT(r.summary.largestResidual, 1e-10);
  EXPECT_GT(std::abs(r.last("two.angle") - r.last("one.angle") + kPi / 4), 1e-4)
      << "the tip of the first turns";
}

// A four-bar whose coupler and rocker bend.
TEST(Flexible, LoopsOfBentLinksKeepTheirEnergy) {
  Mechanism m;
  m.bodies = {makeBody("crank", 1, 0.01, {0.0, 0.0, kPi / 2, {}}),
              makeBeam("coupler", {0.5, 0.85, 20, 2e6}, 2, {0.0, 0.2, 0.0, {}}, ModeBasis::hingedFree),
              makeBeam("rocker", {0.5, 0.85, 20, 2e6}, 2, {0.5, 0.2, -kPi / 2 + 0.4, {}})};
  m.joints = {
      makeJoint("A", Revolute{}, kFrame, "crank"), makeJoint("B", Revolute{}, "crank", "coupler", {0.2, 0.0}),
      makeJoint("C", Revolute{}, "coupler", "rocker", {0.5, 0.0}),
      makeJoint("D", Revolute{}, kFrame, "rocker",
                {0.5 + 0.5 * std::cos(-kPi / 2 + 0.4), 0.2 + 0.5 * std::sin(-kPi / 2 + 0.4)}, {0.5, 0.0})};
  m.bodies[0].velocity.omega = 8;
  m.simulation.duration = 0.5;
  m.simulation.outputInterval = 0.01;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-11;
  const auto r = run(m);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
  EXPECT_LT(r.summary.largestDrift, 1e-11);
  EXPECT_EQ(r.summary.mobilityStart, 1);
}

// A moment at the end of a cantilever bends it by M L^2/(2 EI); mode j has 8/l_j^3 of that, l_j = (j - 1/2)
// pi, so that those after the N-th have 4/(pi^3 N^2). With a torsion spring at the end, angle = M c/(1 + k
// c), c the compliance of its section in these modes, which have no moment at a free end and come to L/EI
// slowly.
TEST(Flexible, MomentsTurnSections) {
  constexpr double kMoment = 0.2, kStiffness = 541.27;  // N m, N m/rad
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBeam("arm", {}, 8)};
  m.bodies[0].flexible->damping.kind = DampingRatio{0.7};
  m.joints = {makeJoint("wall", Weld{}, kFrame, "arm")};
  Torque torque;
  torque.b = "arm";
  torque.atB = {1.0, 0.0};
  torque.moment.text = fmt::format("{}", kMoment);
  m.forces = {makeForce("push", torque)};
  m.simulation.duration = 0.6;
  const auto pushed = run(m);
  const double deflection = kMoment / 541.27 / 2;
  EXPECT_NEAR(pushed.last("arm.tip_deflection"), deflection * (1 - 4 / (kPi * kPi * kPi * 64)),
              1e-4 * deflection);
  EXPECT_LT(pushed.summary.largestResidual, 1e-10);

  BentLink link = makeBentLink(m, m.bodies[0], 0);
  placeModes(link, 3, {});
  const Station end = makeStation(link, {1.0, 0.0});
  double compliance = 0;  // rad/(N m)
  for (std::size_t j = 0; j < 8; ++j) compliance += end.slope()[j] * end.slope()[j] / link.stiffness[j];
  EXPECT_NEAR(compliance, 1 / 541.27, 0.15 / 541.27);
  TorsionSpring spring;
  spring.b = "arm";
  spring.atB = {1.0, 0.0};
  spring.stiffness = kStiffness;
  m.forces.push_back(makeForce("spring", spring));
  const auto held = run(m);
  const double angle = kMoment * compliance / (1 + kStiffness * compliance);
  EXPECT_NEAR(held.last("spring.moment"), -kStiffness * angle, 1e-5 * kMoment);
  EXPECT_LT(held.summary.largestResidual, 1e-10);
}

// Momentum and angular momentum (about the origin) of all of it, at a sample; rates of modes from those
// around it.
struct Momentum {
  double along = 0, across = 0, turning = 0;
};
Momentum calcMomentum(const Mechanism& m, const FinishedRun& r, std::size_t sample) {
  const auto row = r.trajectory.row(sample);
  const double step = m.simulation.outputInterval.value;
  Momentum all;
  for (const Body& body : m.bodies) {
    const std::size_t modes = static_cast<std::size_t>(body.flexible->modes.value);
    BentLink link = makeBentLink(m, body, 0);
    placeModes(link, 3, body.flexible->damping);
    std::vector<double> q(3 + 3 * link.blocks), v(q.size());
    const double angle = r.value(row, body.id + ".angle"), omega = r.value(row, body.id + ".omega"),
                 half = body.length->value / 2;
    q[0] = r.value(row, body.id + ".x") + half * std::cos(angle);
    q[1] = r.value(row, body.id + ".y") + half * std::sin(angle);
    q[2] = angle;
    v[0] = r.value(row, body.id + ".vx") - half * omega * std::sin(angle);
    v[1] = r.value(row, body.id + ".vy") + half * omega * std::cos(angle);
    v[2] = omega;
    for (std::size_t j = 0; j < modes; ++j) {
      const std::string mode = fmt::format("{}.mode_{}", body.id, j + 1);
      const auto at = [&](int steps) {
        return r.value(r.trajectory.row(static_cast<std::size_t>(static_cast<int>(sample) + steps)), mode);
      };
      q[3 + j] = at(0);
      v[3 + j] = (8 * (at(1) - at(-1)) - at(2) + at(-2)) / (12 * step);
    }
    Eigen::MatrixXd M(link.size(), link.size());
    calcBentMass(link, q.data(), M);
    const Eigen::MatrixXd whole = M.selfadjointView<Eigen::Upper>();
    const Eigen::VectorXd p =
        whole * Eigen::Map<Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
    all.along += p[0];
    all.across += p[1];
    all.turning += q[0] * p[1] - q[1] * p[0] + p[2];
  }
  return all;
}

// Two arms that fly and bend lock at their joint, in six ways: all momentum stays, that of the modes
// included, and energy is lost once. The differences leave (h w)^4/30 = 5e-8 at the highest frequency,
// 3500/s.
TEST(Flexible, LockingConservesMomentum) {
  const auto makeLock = [](int way) {
    if (way == 0) return makeSwitch(makePhase("free"), makePhase("held", AsDrawn{}, true), TimeGuard{0.02});
    if (way == 1) return makeSwitch(makePhase("free"), makePhase("held", Weld{}), TimeGuard{0.02});
    if (way == 2) return makeSwitch(makePhase("free"), makePhase("held", Merged{}), TimeGuard{0.02});
    if (way == 3)
      return makeSwitch(makePhase("free", Released{}), makePhase("held", Merged{}), TimeGuard{0.02});
    Metamorphic stop = makeStop(-0.7, TransitionLaw::merge);
    if (way == 5) std::get<Limit>(stop.changes[0].guard).pin = Point{1.05, 0.1};
    return stop;
  };
  for (const int way : {0, 1, 2, 3, 4, 5}) {
    if (isSanitized() && way % 2 == 1) continue;
    Mechanism m = makeTwoArms(3);
    m.gravity = {0.0, 0.0};
    m.joints.erase(m.joints.begin());
    m.joints[0].metamorphic = makeLock(way);
    m.bodies[0].velocity = {0.3, 0.1, 1.0, {}, {}};
    const double up = std::sqrt(0.5);
    m.bodies[1].velocity = {0.3 - up, 0.1 + up, 6.0, {}, {}};
    m.simulation.duration = 0.04;
    m.simulation.outputInterval = 1e-5;
    const auto r = run(m);
    EXPECT_EQ(r.trajectory.events().size(), 1u) << way;
    const Momentum first = calcMomentum(m, r, 2), last = calcMomentum(m, r, r.trajectory.sampleCount() - 4);
    EXPECT_NEAR(last.along, first.along, 5e-7) << way;
    EXPECT_NEAR(last.across, first.across, 5e-7) << way;
    EXPECT_NEAR(last.turning, first.turning, 5e-7) << way;
    EXPECT_GT(r.last("energy.impact_loss"), 1e-3) << way;
    EXPECT_LT(r.summary.largestResidual, 1e-9) << way;
    EXPECT_LT(r.summary.largestDrift, 1e-9) << way;
  }
}

// A wheel at the tip of a bent arm rolls on the turn of the section it is fixed to, and a rope to that tip is
// as long as it was: energy tells whether rows and their gamma belong together.
TEST(Flexible, WheelsAndRopesHoldSections) {
  BeamNumbers soft;
  soft.bending = 5;
  Mechanism m = makeTwoArms(3, soft);
  Gear gear;
  gear.radiusA = 0.1;
  gear.radiusB = 0.2;
  gear.carrier = "one";
  m.bodies[1].flexible->basis = ModeBasis::hingedFree;  // its section at the wheel turns
  m.joints.push_back(makeJoint("mesh", gear, kFrame, "two", {0.0, 0.0}));
  m.simulation.duration = isSanitized() ? 0.1 : 0.4;
  const auto geared = run(m);
  EXPECT_LT(geared.summary.largestResidual, 1e-11);
  EXPECT_LT(geared.summary.largestDrift, 1e-11);

  m = makeTwoArms(3);
  Rope rope;
  rope.b = "two";
  rope.atA = {0.0, 1.0};
  rope.atB = {1.0, 0.0};
  RopeRing ring;
  ring.body = "one";
  ring.at = {0.5, 0.0};
  rope.rings = {ring};
  rope.length = 2.6;
  rope.restitution = 1;
  m.forces = {makeForce("rope", rope)};
  const auto roped = run(m);
  EXPECT_GT(roped.trajectory.events().size(), 0u);
  EXPECT_LT(roped.summary.largestResidual, 1e-8);
}

// The same of belts and racks, on a wheel at the tip, on the link itself, and with the rack on a link.
TEST(Flexible, BeltsAndRacksHoldSections) {
  BeamNumbers soft;
  soft.bending = 20;
  Belt belt;
  belt.radiusA = 0.1;
  belt.radiusB = 0.05;
  belt.preload = 20;
  belt.carrier = "one";
  for (const bool wheelBends : {false, true}) {
    Mechanism m;
    m.bodies = {makeBeam("one", soft, 3), wheelBends ? makeBeam("two", soft, 3, {1.0, 0.0, -0.3, {}})
                                                     : makeBody("two", 0.5, 1e-3, {1.0, 0.0, 0.0, {}})};
    m.joints = {makeJoint("A", Revolute{}, kFrame, "one"),
                makeJoint("B", Revolute{}, "one", "two", {1.0, 0.0}), makeJoint("belt", belt, kFrame, "two")};
    m.simulation.duration = 0.3;
    m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-11;
    const auto r = run(m);
    EXPECT_LT(r.summary.largestResidual, 1e-10) << wheelBends;
    EXPECT_LT(r.summary.largestDrift, 1e-11) << wheelBends;
  }
  Rack rack;
  rack.radius = 0.1;
  Mechanism m;
  m.bodies = {makeBeam("one", soft, 3), makeBody("wheel", 0.5, 1e-3, {0.5, 0.1, 0.0, {}}),
              makeBody("slide", 0.2, 1e-3, {0.5, 0.1, 0.0, {}})};
  Prismatic upright;
  upright.axis = kPi / 2;
  m.joints = {makeJoint("A", Revolute{}, kFrame, "one"),
              makeJoint("along", Slot{}, "one", "slide", {0.0, 0.0}, {0.0, -0.1}),
              makeJoint("B", Revolute{}, "slide", "wheel"), makeJoint("rack", rack, "one", "wheel"),
              makeJoint("up", upright, kFrame, "slide", {0.5, 0.1})};
  m.simulation.duration = 0.3;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-11;
  const auto r = run(m);
  EXPECT_LT(r.summary.largestResidual, 1e-10);
  EXPECT_LT(r.summary.largestDrift, 1e-11);
}

// Everything that a contact says of its rates, against differences of its gap and slip along q + v t, where
// no coordinate accelerates: an edge, its end, and a bearing on a section.
TEST(Flexible, ContactsOfBentLinksMoveAsTheirPlacesDo) {
  Mechanism m = makeTwoArms(3);
  m.bodies[0].flexible->axialModes = 1;
  m.joints[1].clearance.emplace();
  m.joints[1].clearance->bearing = 0.05;
  m.joints[1].clearance->journal = 0.03;
  LineSurface edge;
  edge.from = {0.2, 0.02};
  edge.to = {0.9, 0.02};
  for (const double y : {0.02, -0.02}) {
    edge.from.y = edge.to.y = y;
    if (y < 0) edge.side = LineSide::right;
    m.contacts.push_back(makeContact(y > 0 ? "above" : "below", "two", edge));
    m.contacts.back().a = "one";
    m.contacts.back().atB = {0.4, 0.03};
    m.contacts.back().radius = 0.01;
  }
  const auto system = compileSystem(m);
  ASSERT_TRUE(system);
  std::vector<double> q(system->layout.coordinates()), v(q.size());
  const auto start = system->layout.positions(system->startY);
  std::copy(start.begin(), start.end(), q.begin());
  for (std::size_t k = 6; k < q.size(); ++k) q[k] = 0.02 * std::sin(3.0 * static_cast<double>(k));
  for (std::size_t k = 0; k < v.size(); ++k) v[k] = std::cos(2.0 * static_cast<double>(k));
  ASSERT_EQ(system->contacts.size(), 7u);  // two edges with their ends, and the bearing
  for (std::size_t c = 0; c < system->contacts.size(); ++c) {
    // Put so that it touches, and slips in its contact point.
    ContactGeometry contact = system->contacts[c].geometry;
    q[0] = q[1] = q[2] = 0.1;
    q[3] = 0.7, q[4] = 0.2, q[5] = 0.3;
    ContactMount mount = *contact.mount;
    mount.radius += calcContactKinematics(contact, q.data(), v.data()).at.gap;
    contact.mount = std::make_shared<const ContactMount>(mount);
    std::array<std::vector<double>, 3> places;  // what is placed points there
    const auto at = [&](double t) {
      std::vector<double>& moved = places[t < 0 ? 0 : t > 0 ? 2 : 1];
      moved = q;
      for (std::size_t k = 0; k < q.size(); ++k) moved[k] += t * v[k];
      return calcContactKinematics(contact, moved.data(), v.data());
    };
    constexpr double h = 1e-5;
    const ContactKinematics k = at(0), before = at(-h), after = at(h);
    EXPECT_NEAR((after.at.gap - before.at.gap) / (2 * h), k.gapRate, 1e-5);
    if (contact.axis()) {
      EXPECT_NEAR((after.at.past - before.at.past) / (2 * h), k.pastRate, 1e-5);
    }
    BlockRow row;
    double gamma = 0;
    updNormalRow(k, row, gamma);
    EXPECT_NEAR(dot(row, v.data()), k.gapRate, 1e-12);
    EXPECT_NEAR((after.gapRate - before.gapRate) / (2 * h), -gamma, 1e-5);
    updSlipRow(contact, k, row, gamma);
    EXPECT_NEAR(dot(row, v.data()), k.slip, 1e-12);
    EXPECT_NEAR((after.slip - before.slip) / (2 * h), -gamma, 1e-5);
  }
}

// A ball falls on the upper edge of a cantilever: without loss at first, then rolling along it and off its
// end.
TEST(Flexible, BallOnTheEdgeOfACantilever) {
  for (const double friction : {0.0, 0.3}) {
    Mechanism m;
    m.bodies = {makeBeam("arm", {}, 3), makeBody("ball", 0.2, 2e-5, {0.6, 0.1, 0.0, {}})};
    m.joints = {makeJoint("wall", Weld{}, kFrame, "arm")};
    LineSurface edge;
    edge.from = {0.0, 0.005};
    edge.to = {1.0, 0.005};
    const bool bounces = friction == 0;
    m.contacts = {makeContact("edge", "ball", edge, bounces ? 1 : 0, friction)};
    m.contacts[0].a = "arm";
    m.contacts[0].radius = 0.016;
    m.bodies[1].velocity.vx = bounces ? 0.0 : 0.8;
    m.simulation.duration = bounces ? 0.4 : 1.1;
    m.simulation.outputInterval = 0.01;
    m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-11;
    const auto r = run(m);
    EXPECT_GT(r.trajectory.events().size(), 1u);
    for (const Receipt& event : r.trajectory.events())
      EXPECT_LE(event.energyAfter, event.energyBefore + 1e-12) << event.t;
    EXPECT_TRUE(!bounces || r.last("energy.impact_loss") < 1e-10);
    EXPECT_LT(r.summary.largestResidual, 1e-9) << friction;
    EXPECT_TRUE(bounces || r.last("ball.y") < -0.1) << "it falls off the end";
  }
}

// Pins with clearance in links that bend: energy is lost in impacts and nowhere else, and compliant contact
// books what it keeps.
TEST(Flexible, LooseJointsOfBentLinks) {
  for (const bool compliant : {false, true}) {
    Mechanism m = makeTwoArms(2);
    Clearance& play = m.joints[1].clearance.emplace();
    play.bearing = 0.0105;
    play.journal = 0.01;
    play.restitution = 0.5;
    play.friction = 0.1;
    if (compliant) {
      play.law = ContactLaw::huntCrossley;
      play.compliance.emplace().stiffness = 1e7;
    }
    m.simulation.duration = 0.3;
    m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-10;
    const auto r = run(m);
    EXPECT_LT(r.summary.largestResidual, 1e-7) << compliant;
    const double x = r.last("tip.x");
    m.joints[1].clearance.reset();
    EXPECT_NEAR(x, run(m).last("tip.x"), 0.01) << "as far as the play lets it";
  }
}

// A beam on a pin at its start and on a guide at d, with a load at its end, c beyond the guide: the end sinks
// by F c^2 (d + c)/(3 EI). The guide may be a point of the frame that the beam slides over.
TEST(Flexible, BeamThroughAGuideSags) {
  constexpr double kLoad = 2, c = 0.4, d = 0.6;  // N, m
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBeam("arm", {}, 16, {}, ModeBasis::hingedFree),
              makeBody("guide", 1, 1e-3, {d, 0.0, 0.0, {}})};
  m.joints = {makeJoint("pin", Revolute{}, kFrame, "arm"),
              makeJoint("hold", Weld{}, kFrame, "guide", {d, 0.0}),
              makeJoint("slide", Slot{}, "arm", "guide", {0.0, 0.0})};
  Load load;
  load.b = "arm";
  load.atB = {1.0, 0.0};
  load.fy.text = fmt::format("{}", -kLoad);
  m.forces = {makeForce("load", load)};
  Trace tip;
  tip.id = "tip";
  tip.b = "arm";
  tip.atB = {1.0, 0.0};
  m.traces = {tip};
  m.simulation.start = StartPosition::equilibrium;
  m.simulation.duration = 0.01;
  const auto r = run(m);
  const double sag = kLoad * c * c * (d + c) / (3 * 541.27);
  EXPECT_NEAR(r.value(r.trajectory.row(0), "tip.y"), -sag, 5e-3 * sag);
  EXPECT_NEAR(r.last("tip.y"), r.value(r.trajectory.row(0), "tip.y"), 1e-6 * sag);
  EXPECT_NEAR(r.value(r.trajectory.row(0), "slide.reaction_y"), -kLoad * (d + c) / d, 1e-3 * kLoad);
}

// A bead slides along an arm that swings and bends, and no energy is lost on the way; between the two sides
// of a guide with little play, too, it comes to nearly the same place.
TEST(Flexible, BeadSlidesAlongABentArm) {
  Mechanism m;
  m.bodies = {makeBeam("arm", {}, 3), makeBody("bead", 0.3, 1e-4, {0.3, 0.0, 0.0, {}})};
  m.joints = {makeJoint("pin", Revolute{}, kFrame, "arm"),
              makeJoint("slide", Slot{}, "arm", "bead", {0.0, 0.0})};
  m.bodies[0].flexible->axialModes = 1;
  m.simulation.duration = 0.3;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-12;
  const auto r = run(m);
  EXPECT_LT(r.summary.largestResidual, 1e-10);
  EXPECT_LT(r.summary.largestDrift, 1e-10);
  EXPECT_GT(r.last("slide.travel"), 0.35);
  EXPECT_LT(std::abs(r.last("bead.angle")), 1e-12) << "without friction nothing turns it";
  Clearance& play = m.joints[1].clearance.emplace();
  play.bearing = 0.01005;
  play.journal = 0.01;
  play.restitution = 0.3;
  const auto loose = run(m);
  EXPECT_LT(loose.summary.largestResidual, 1e-7);
  EXPECT_NEAR(loose.last("bead.x"), r.last("bead.x"), 5e-3);
}

// A sleeve with little play between its corners and the edges goes nearly as the tight one does.
TEST(Flexible, LooseSleeveOnABentArm) {
  Mechanism m;
  m.bodies = {makeBeam("arm", {}, 2), makeBody("sleeve", 0.3, 1e-4, {0.3, 0.0, 0.0, {}})};
  m.joints = {makeJoint("pin", Revolute{}, kFrame, "arm"),
              makeJoint("slide", Prismatic{}, "arm", "sleeve", {0.0, 0.0})};
  m.simulation.duration = 0.15;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-10;
  const auto tight = run(m);
  Clearance& play = m.joints[1].clearance.emplace();
  play.bearing = 0.01005;
  play.journal = 0.01;
  play.length = 0.06;
  play.law = ContactLaw::huntCrossley;
  play.restitution = 0.3;
  play.compliance.emplace().stiffness = 1e8;
  const auto loose = run(m);
  EXPECT_LT(loose.summary.largestResidual, 1e-7);
  EXPECT_NEAR(loose.last("sleeve.x"), tight.last("sleeve.x"), 1e-3);
  EXPECT_NEAR(loose.last("sleeve.angle"), tight.last("sleeve.angle"), 2 * 5e-5 / 0.06 + 1e-3);
}

// A sleeve that turns with the section it is on: energy tells whether its rows and their gamma belong
// together, the angle of the sleeve whether it turns. Driven, the motor's work is all that is added.
TEST(Flexible, SleeveSlidesAlongABentArm) {
  for (const bool towardsStart : {false, true})
    for (const bool driven : {false, true}) {
      BeamNumbers soft;
      soft.bending = 20;
      Mechanism m;
      m.bodies = {makeBeam("arm", soft, 3), makeBody("sleeve", 0.3, 1e-3, {0.4, 0.02, 0.0, {}})};
      Prismatic guide;
      guide.axis = towardsStart ? kPi : 0.0;
      m.joints = {makeJoint("pin", Revolute{}, kFrame, "arm"),
                  makeJoint("slide", guide, "arm", "sleeve", {0.0, 0.02})};
      m.bodies[0].flexible->axialModes = 1;
      m.simulation.duration = 0.3;
      m.simulation.outputInterval = 1e-3;
      m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-11;
      if (driven) {
        Drive drive;
        drive.id = "motor";
        drive.joint = "slide";
        ExpressionMotion motion;
        motion.coordinate.text = towardsStart ? "-0.4 - 2*t^2" : "0.4 + 2*t^2";
        drive.kind = motion;
        m.drives = {drive};
      }
      const auto r = run(m);
      EXPECT_LT(r.summary.largestResidual, 1e-10) << towardsStart << driven;
      EXPECT_LT(r.summary.largestDrift, 1e-10) << towardsStart << driven;
      EXPECT_GT(std::abs(r.last("slide.travel")), 0.5) << towardsStart << driven;
      double turned = 0;  // rad, of the section that it is on
      for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
        const auto row = r.trajectory.row(i);
        turned = std::max(turned, std::abs(r.value(row, "sleeve.angle") - r.value(row, "arm.angle")));
      }
      EXPECT_GT(turned, 3e-3) << towardsStart << driven;
    }
}

// A load that a motor carries evenly over a beam on two supports, slowly: the deflection under it is the
// static one, F x^2 (L - x)^2/(3 EI L), and the sleeve stands in the slope there,
// F x (L - x) (L - 2 x)/(3 EI L); at constant speed v the motor pushes it up that slope.
TEST(Flexible, LoadThatCrossesABeam) {
  constexpr double kWeight = 20, kSpeed = 0.2, kFrom = 0.28, kAt = 0.3;  // N, m/s, m
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBeam("beam", {}, 8, {}, ModeBasis::hingedFree),
              makeBody("load", 1e-3, 1e-7, {kFrom, 0.0, 0.0, {}}),
              makeBody("support", 1, 1e-3, {1.0, 0.0, 0.0, {}})};
  m.bodies[0].flexible->damping.kind = DampingRatio{0.5};
  m.joints = {makeJoint("left", Revolute{}, kFrame, "beam"),
              makeJoint("hold", Weld{}, kFrame, "support", {1.0, 0.0}),
              makeJoint("right", Slot{}, "support", "beam", {0.0, 0.0}, {1.0, 0.0}),
              makeJoint("slide", Prismatic{}, "beam", "load")};
  Drive drive;
  drive.id = "motor";
  drive.joint = "slide";
  ExpressionMotion motion;
  motion.coordinate.text = fmt::format("{} + {}*t", kFrom, kSpeed);
  drive.kind = motion;
  m.drives = {drive};
  Load weight;
  weight.b = "load";
  weight.fy.text = fmt::format("{}", -kWeight);
  m.forces = {makeForce("weight", weight)};
  m.simulation.start = StartPosition::equilibrium;
  m.simulation.duration = (kAt - kFrom) / kSpeed;
  m.simulation.outputInterval = m.simulation.duration;
  const auto r = run(m);
  const double unit = kWeight * kAt * (1 - kAt) / (3 * 541.27), sag = unit * kAt * (1 - kAt),
               slope = unit * (1 - 2 * kAt);
  EXPECT_NEAR(r.last("load.y"), -sag, 5e-3 * sag);
  EXPECT_NEAR(r.last("load.angle"), -slope, 1e-2 * slope);
  EXPECT_NEAR(r.last("motor.force"), -kWeight * slope, 3e-2 * kWeight * slope);
}

bool tells(const Problems& problems, const std::string& where, const std::string& what);

// A steel rod of 10 mm that swings down by itself bends little; one of nylon bends by more than a tenth, and
// a load makes steel yield: M c/I = 235 MPa at 23 N m.
TEST(Flexible, RunsTellOfLargeDeflectionAndYield) {
  Mechanism m;
  m.bodies = {makeBeam("arm", {}, 2)};
  RoundSection rod;
  rod.diameter = 0.01;
  m.bodies[0].flexible->section.kind = rod;
  m.bodies[0].flexible->material = {};
  m.joints = {makeJoint("wall", Weld{}, kFrame, "arm")};
  m.simulation.duration = 0.1;
  EXPECT_TRUE(run(m).summary.problems.empty());
  Load load;
  load.b = "arm";
  load.atB = {1.0, 0.0};
  load.fy.text = "-23";
  m.forces = {makeForce("load", load)};
  const auto steel = run(m);
  EXPECT_TRUE(tells(steel.summary.problems, "/bodies/0/flexible", "the material yields at 235 MPa"));
  m.forces.clear();
  m.bodies[0].flexible->material.name = MaterialName::nylon;
  m.simulation.duration = 0.5;
  EXPECT_TRUE(tells(run(m).summary.problems, "/bodies/0/flexible", "% of its length"));
}

// Of a bar that bends in its first mode alone: M(0) = EI phi''(0) a = 2 EI (l/L)^2 a, the stress M h/(2 I),
// and V(0) = EI phi'''(0) a = -2 EI s (l/L)^3 a with s = (cosh l + cos l)/(sinh l + sin l).
TEST(Flexible, MomentAndStressOfTheFirstMode) {
  Mechanism m;
  m.bodies = {makeBeam("arm", {}, 1)};
  RectangleSection bar;
  bar.height = 0.01;
  bar.width = 0.02;
  m.bodies[0].flexible->section.kind = bar;
  m.bodies[0].flexible->material.young = 7e10;
  m.joints = {makeJoint("wall", Weld{}, kFrame, "arm")};
  m.simulation.duration = 0.03;
  const auto r = run(m);
  const double a = r.last("arm.mode_1"), inertia = 0.02 * 1e-6 / 12;
  const double moment = 2 * 7e10 * inertia * 1.8751040687119611 * 1.8751040687119611 * a;
  EXPECT_LT(a, -1e-3);
  EXPECT_NEAR(r.last("arm.tip_deflection"), 2 * a, 1e-12);
  EXPECT_NEAR(r.last("arm.bending_moment_start"), moment, 1e-10 * std::abs(moment));
  EXPECT_NEAR(r.last("arm.bending_moment_end"), 0, 1e-10 * std::abs(moment));
  const double stress =
      std::abs(moment) * 0.005 / inertia + std::abs(r.last("arm.axial_force_start")) / (0.01 * 0.02);
  EXPECT_NEAR(r.last("arm.stress"), stress, 1e-9 * stress);
  EXPECT_EQ(r.last("arm.stress_at"), 0);
  const double l = 1.8751040687119611, s = (std::cosh(l) + std::cos(l)) / (std::sinh(l) + std::sin(l));
  const double shear = -2 * 7e10 * inertia * s * l * l * l * a;
  EXPECT_NEAR(r.last("arm.shear_start"), shear, 1e-9 * std::abs(shear));
  EXPECT_NEAR(r.last("arm.shear_end"), 0, 1e-9 * std::abs(shear));
  EXPECT_NEAR(r.last("arm.bending_stress_start"), moment * 0.005 / inertia,
              1e-9 * std::abs(moment) * 0.005 / inertia);
  ASSERT_EQ(r.summary.bends.size(), 1U);
  EXPECT_GE(r.summary.bends[0].stress, r.last("arm.stress"));
}

bool tells(const Problems& problems, const std::string& where, const std::string& what) {
  for (const Problem& problem : problems)
    if (problem.where == where && problem.what.find(what) != std::string::npos) return true;
  return false;
}

TEST(Flexible, WhatCannotBeAttachedIsRefused) {
  Mechanism m = makeTwoArms(2);
  m.contacts = {makeContact("ground", "two", makeFloor())};
  m.contacts[0].a = "one";
  EXPECT_TRUE(tells(validate(m), "/contacts/0/surface", "it must touch an edge: a line along its x axis"));
  m = makeTwoArms(2);
  m.simulation.integrator = IntegratorKind::moreauJean;
  EXPECT_TRUE(tells(validate(m), "/simulation/integrator", "flexible"));
  m = makeTwoArms(2);
  m.bodies[0].mass = 3;
  EXPECT_TRUE(tells(validate(m), "/bodies/0/mass", "follows from section and material"));
  m = makeTwoArms(2);
  m.bodies[1].flexible->modes = 2.5;
  EXPECT_TRUE(tells(validate(m), "/bodies/1/flexible/modes", "whole number from 0 to 20"));
  m = makeTwoArms(2);
  m.bodies[1].flexible->foreshortening = false;
  EXPECT_TRUE(tells(validate(m), "/bodies/1/flexible/foreshortening", "without foreshortening"));
  m = makeTwoArms(2);
  m.joints[1] = makeJoint("B", Slot{}, "one", "two");
  m.joints[1].friction.emplace();
  EXPECT_TRUE(tells(validate(m), "/joints/1/friction", "has no friction along a bent link"));
  m.joints[1].kind = Prismatic{};
  EXPECT_TRUE(tells(validate(m), "/joints/1/friction", "has no friction along a bent link"));
}

// Lying flat, its joints nearly leave two ways: what drift control took for an error of the positions was the
// difference between them, and stopped the links: 2.6e-4 J where steps do not get shorter there,
// 2e-7 J where they do.
TEST(Flexible, AParallelogramKeepsItsEnergyWhereItLiesFlat) {
  constexpr double kCrank = 0.2, kCoupler = 0.6;  // m
  Mechanism m;
  const Pose up{0.0, 0.0, kPi / 2, {}};
  m.bodies = {
      makeBody("left", 1, 0.02, up), makeBody("right", 1, 0.02, {kCoupler, 0.0, kPi / 2, {}}),
      makeBeam("coupler", {kCoupler, 0.5, 90, 7e6}, 3, {0.0, kCrank, 0.0, {}}, ModeBasis::hingedFree)};
  m.bodies[0].velocity.omega = 6.0;
  m.bodies[0].velocity.keep = KeptVelocity::omega;
  m.joints = {makeJoint("A", Revolute{}, kFrame, "left"),
              makeJoint("B", Revolute{}, "left", "coupler", {kCrank, 0.0}),
              makeJoint("C", Revolute{}, "right", "coupler", {kCrank, 0.0}, {kCoupler, 0.0}),
              makeJoint("D", Revolute{}, kFrame, "right", {kCoupler, 0.0})};
  m.simulation.duration = 0.6;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-9;
  const auto r = run(m);
  EXPECT_GT(r.summary.singularPositions, 0);
  EXPECT_LT(r.summary.largestResidual, 1e-5);
}

// The second bending mode of a free beam swings at 7.8532^2/(2 pi) sqrt(EI/(m L^4)) = 248 Hz.
TEST(Flexible, SaysThatAStiffLinkTakesLong) {
  Mechanism m;
  m.bodies = {makeBeam("beam", {}, 2, {}, ModeBasis::freeFree)};
  for (const double duration : {50.0, 200.0}) {
    m.simulation.duration = duration;
    const auto simulator = Simulator::create(m);
    ASSERT_TRUE(simulator) << describe(simulator.error());
    const std::string notes = describe(simulator->notes());
    EXPECT_EQ(notes.find("/bodies/0/flexible/modes: body beam is stiff: its highest mode swings at up to "
                         "2.5e+02 Hz, and where it swings at all the run takes up to 6e+05 steps") !=
                  std::string::npos,
              duration > 100)
        << notes;
  }
}

// Tension is a stress with any number of axial modes, none included: F/A all along a tie rod.
TEST(Flexible, TensionIsAStressWhateverTheAxialModes) {
  for (const int axial : {0, 1, 2}) {
    Mechanism m;
    m.gravity = {0.0, 0.0};
    m.bodies = {makeBeam("bar", {}, 3)};
    m.bodies[0].flexible->axialModes = axial;
    m.joints = {makeJoint("W", Revolute{}, kFrame, "bar"),
                makeJoint("S", Slot{}, kFrame, "bar", {1.0, 0.0}, {1.0, 0.0})};
    Load load;
    load.b = "bar";
    load.atB = {1.0, 0.0};
    load.fx.text = "1000";
    m.forces = {makeForce("pull", load)};
    m.simulation.start = StartPosition::equilibrium;
    m.simulation.duration = m.simulation.outputInterval = 1e-5;
    const auto r = run(m);
    for (const char* place : {"start", "quarter", "middle", "three_quarters", "end"})
      EXPECT_NEAR(r.last(std::string("bar.axial_force_") + place), 1000, 1e-5) << axial << place;
  }
}

// A rod that turns about its end carries m w^2 (L^2 - x^2)/(2 L).
TEST(Flexible, AxialForceOfWhatTurns) {
  const BeamNumbers numbers;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBeam("bar", numbers, 2)};
  m.bodies[0].velocity.omega = 5;
  m.joints = {makeJoint("W", Revolute{}, kFrame, "bar")};
  m.simulation.duration = m.simulation.outputInterval = 1e-6;
  const auto r = run(m);
  EXPECT_NEAR(r.last("bar.axial_force_start"), numbers.massPerLength * 25 / 2, 1e-6);
  EXPECT_NEAR(r.last("bar.axial_force_middle"), 0.75 * numbers.massPerLength * 25 / 2, 1e-6);
}

}  // namespace
}  // namespace clank::test
