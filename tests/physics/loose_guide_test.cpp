// SPDX-License-Identifier: GPL-3.0-or-later
// Play in guides, slots and grooves, and in a phase: against closed forms, contacts drawn by hand and an
// independent program.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kWall = 0.026, kPin = 0.025;  // m, half widths of wall and pin
constexpr double kRoom = kWall - kPin;

Clearance makeRigidPlay(double restitution, double friction) {
  Clearance play;
  play.bearing = kWall;
  play.journal = kPin;
  play.restitution = restitution;
  play.friction = friction;
  return play;
}
Clearance makeSteelPlay() {
  Clearance play = makeRigidPlay(0.5, 0);
  play.law = ContactLaw::flores;
  play.compliance = Compliance{};
  play.compliance->materialA = play.compliance->materialB = Material{2.07e11, 0.3, {}};
  return play;
}

double findFarthest(const FinishedRun& r, const std::string& joint) {
  const auto x = r.trajectory.findChannel(joint + ".eccentricity_x"),
             y = r.trajectory.findChannel(joint + ".eccentricity_y");
  double farthest = 0;
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i)
    farthest = std::max(farthest, std::hypot(r.trajectory.row(i)[*x], r.trajectory.row(i)[*y]));
  return farthest;
}

// Time stepping at 1e-7 s elsewhere, a method of first order; its differences here fall with its step. Up to
// the first contact the loose slider does not feel its guide: Runge-Kutta at 1e-13 elsewhere.
TEST(LooseGuide, FreeSliderCrankOfFloresLeineGlocker) {
  struct Row {
    double t, turns, smoothTurns;
  };
  const std::array<Row, 7> reference{{{0.005, 0.09168103, 0.0917011},
                                      {0.01, 0.15087205, 0.15093603},
                                      {0.02, 0.25676544, 0.25695806},
                                      {0.05, 0.76291263, 0.76379655},
                                      {0.1, 1.43248837, 1.43943093},
                                      {0.15, 2.17333822, 2.18056701},
                                      {0.2, 2.87810116, 2.89296627}}};
  for (const bool smooth : {false, true}) {
    SCOPED_TRACE(smooth);
    const FinishedRun r =
        run(loadExample("benchmarks/flores-leine-glocker.clank", smooth ? "smooth" : "paper"));
    const auto angle = *r.trajectory.findChannel("crank.angle");
    const auto find = [&](double t, std::size_t channel) {
      for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i)
        if (std::abs(r.trajectory.row(i)[0] - t) < 1e-9) return r.trajectory.row(i)[channel];
      return std::nan("");
    };
    for (const Row& row : reference)
      EXPECT_NEAR(find(row.t, angle) / (2 * std::numbers::pi), smooth ? row.smoothTurns : row.turns,
                  row.t <= 0.02   ? 5e-5
                  : row.t <= 0.05 ? 5e-4
                                  : 5e-3)
          << row.t;
    EXPECT_NEAR(find(0.002, angle) / (2 * std::numbers::pi), 0.04389404, 1e-8);
    EXPECT_NEAR(find(0.002, *r.trajectory.findChannel("crank.omega")), 120.463882, 1e-6);
    EXPECT_NEAR(find(0.002, *r.trajectory.findChannel("slider.y")) / kRoom, 0.494396, 1e-6);
    EXPECT_NEAR(r.trajectory.events().front().t, 0.002693, 1e-6);
    EXPECT_LT(findFarthest(r, "G"), kRoom + 1e-9);
    EXPECT_LT(r.summary.largestResidual, 1e-7);
  }
}

// A block in a guide that lies along the x axis is pushed forward below its middle, by F at an arm e.
Mechanism makePushedBlock(double arm, double friction) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("block", 2, 0.004)};
  m.joints = {makeJoint("G", Prismatic{}, kFrame, "block")};
  m.joints[0].clearance = makeRigidPlay(0, friction);
  m.joints[0].clearance->length = 0.1;
  Load push;
  push.b = "block";
  push.atB = {0.0, -arm};
  push.fx.text = "10";
  m.forces = {makeForce("push", push)};
  m.simulation.duration = 0.5;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-10;
  return m;
}

// It lies aslant by f, L sin f + 2 h cos f = 2 b, on two opposite corners, L cos f - 2 h sin f apart along
// the guide. Moments about its middle: N times that is F e cos f, for the friction of both corners cancels.
// Then m a = F - 2 mu N: above mu of about L/(2 e) it wedges and stays.
TEST(LooseGuide, APushedBlockTiltsAndWedges) {
  constexpr double force = 10, mass = 2, length = 0.1, arm = 0.2;
  double slant = 0;
  for (int i = 0; i < 60; ++i) slant = std::asin((2 * kWall - 2 * kPin * std::cos(slant)) / length);
  const double press =
      force * arm * std::cos(slant) / (length * std::cos(slant) - 2 * kPin * std::sin(slant));
  const FinishedRun slides = run(makePushedBlock(arm, 0.1));
  EXPECT_NEAR(slides.last("G.tilt"), slant, 1e-9);
  EXPECT_NEAR(slides.last("block.ax"), (force - 2 * 0.1 * press) / mass, 1e-7);
  EXPECT_NEAR(slides.last("G.normal_force"), 2 * press, 1e-6);
  EXPECT_GT(slides.last("block.vx"), 0.1);
  EXPECT_LT(slides.summary.largestResidual, 1e-8);
  const FinishedRun wedged = run(makePushedBlock(arm, 0.4));
  EXPECT_NEAR(wedged.last("G.tilt"), slant, 1e-9);
  EXPECT_NEAR(wedged.last("block.vx"), 0, 1e-9);
  EXPECT_EQ(wedged.last("G.state"), 2) << "it sticks";
  EXPECT_NEAR(wedged.last("G.reaction_x"), -force, 1e-6);
}

// A short block in a wide guide has room to turn over: then every corner can meet either side.
TEST(LooseGuide, ABlockWithRoomTurnsOver) {
  Mechanism m;
  m.bodies = {makeBody("block", 2, 0.001)};
  m.bodies[0].velocity.omega = 20;
  m.joints = {makeJoint("G", Prismatic{}, kFrame, "block")};
  m.joints[0].clearance = makeRigidPlay(0.3, 0.2);
  m.joints[0].clearance->journal = 0.01;
  m.joints[0].clearance->length = 0.02;
  m.simulation.duration = 2;
  m.bodies[0].velocity.keep = KeptVelocity::all;
  const FinishedRun r = run(m);
  EXPECT_LT(findFarthest(r, "G"), kWall - 0.01 + 1e-9);
  EXPECT_LT(r.summary.largestResidual, 1e-7);
  EXPECT_NEAR(r.last("G.reaction_y"), 2 * kG, 1e-5) << "it has come to lie";
}

// With the pin at rest on the lower wall, K d^(3/2) = m g; before, it falls by c in sqrt(2 c/g).
TEST(LooseSlot, PinFallsOntoItsWall) {
  Mechanism m;
  m.bodies = {makeBody("bob", 2, 0.01)};
  m.joints = {makeJoint("S", Slot{}, kFrame, "bob")};
  m.joints[0].clearance = makeSteelPlay();
  m.joints[0].clearance->restitution = 0.1;
  m.simulation.duration = 0.5;
  const FinishedRun r = run(m);
  const Receipt& first = r.trajectory.events().front();
  EXPECT_EQ(first.kind, EventKind::contactBegin);
  EXPECT_NEAR(first.t, std::sqrt(2 * kRoom / kG), 1e-9);
  EXPECT_NEAR(first.normalVelocityBefore, -std::sqrt(2 * kRoom * kG), 1e-8);
  // A circle on a flat wall: K = 4/3 E'/sqrt(1/r), E' = E/(2 (1 - nu^2)).
  const double stiffness = 4.0 / 3 * 2.07e11 / (2 * 0.91) * std::sqrt(kPin);
  const double depth = std::pow(2 * kG / stiffness, 2.0 / 3);
  EXPECT_NEAR(r.last("S.penetration") / depth, 1, 1e-3);
  EXPECT_NEAR(r.last("S.eccentricity_y"), -kRoom - r.last("S.penetration"), 1e-12);
  EXPECT_NEAR(r.last("S.reaction_y"), 2 * kG, 1e-2);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// At its static depth d the pin swings with omega^2 = (3/2) K d^(1/2)/m, 4090 rad/s: a note when that is to
// be followed for hours, and none for half a second.
TEST(LooseSlot, SaysBeforeTheRunThatItIsStiff) {
  Mechanism m;
  m.bodies = {makeBody("bob", 2, 0.01)};
  m.joints = {makeJoint("S", Slot{}, kFrame, "bob")};
  m.joints[0].clearance = makeSteelPlay();
  m.joints[0].clearance->law = ContactLaw::hertz;
  for (const double duration : {0.5, 1e4}) {
    m.simulation.duration = duration;
    const auto simulator = Simulator::create(m);
    ASSERT_TRUE(simulator) << describe(simulator.error());
    const std::string notes = describe(simulator->notes());
    EXPECT_EQ(notes.find("/joints/0/clearance: joint S is so stiff that its parts move at 4.1e+03 rad/s") !=
                  std::string::npos,
              duration > 1)
        << notes;
  }
}

// A light part on a long arm: of its mass m the pin feels 1/(1/m + l^2/J). Pressed by its weight after the
// slowest approach v, Flores' law damps with a m g/v, a = 8 (1 - e)/(5 e).
TEST(LooseSlot, SaysBeforeTheRunThatItsDampingIsStrong) {
  constexpr double kBob = 0.1, kLight = 1e-4, kReach = 1, kRestitution = 0.2, kSlowest = 1e-3;
  Mechanism m;
  m.bodies = {makeBody("bob", kBob, kLight)};
  m.joints = {makeJoint("S", Slot{}, kFrame, "bob", {kReach, 0.0}, {kReach, 0.0})};
  m.joints[0].clearance = makeSteelPlay();
  m.joints[0].clearance->law = ContactLaw::flores;
  m.joints[0].clearance->restitution = kRestitution;
  m.gravity = {0.0, -kG};
  const double mobility = 1 / kBob + kReach * kReach / kLight;
  const double decay = 8 * (1 - kRestitution) / (5 * kRestitution) * kBob * kG / kSlowest * mobility;
  for (const double steps : {0.5e6, 2e6}) {
    m.simulation.duration = 3 * steps / decay;
    const auto simulator = Simulator::create(m);
    ASSERT_TRUE(simulator) << describe(simulator.error());
    const std::string notes = describe(simulator->notes());
    const auto found = notes.find("joint S is so stiff that its damping takes up speeds at ");
    ASSERT_EQ(found != std::string::npos, steps > 1e6) << notes;
    if (found != std::string::npos) {
      EXPECT_NEAR(std::stod(notes.substr(notes.find(" at ", found) + 4)), decay, 0.05 * decay) << notes;
    }
  }
}

// A bob on a hook in the slot. Where both have play the pin of the hook bears both weights and moves by
// itself: a F/(m v), F of both and m of the hook. Hung without play they move together, and it is the damping
// of one body again.
TEST(LooseSlot, SaysBeforeTheRunThatItsDampingIsStrongUnderWhatHangsOnIt) {
  constexpr double kHook = 0.1, kBob = 20, kRestitution = 0.2, kSlowest = 1e-3;
  for (const bool isLoose : {true, false}) {
    Mechanism m;
    m.bodies = {makeBody("hook", kHook, 1e-3), makeBody("bob", kBob, 1)};
    m.joints = {makeJoint("S", Slot{}, kFrame, "hook"), makeJoint("T", Slot{}, "hook", "bob")};
    m.joints[0].clearance = makeSteelPlay();
    m.joints[0].clearance->law = ContactLaw::flores;
    m.joints[0].clearance->restitution = kRestitution;
    if (isLoose) m.joints[1].clearance = m.joints[0].clearance;
    m.gravity = {0.0, -kG};
    const double weight = (kHook + kBob) * kG;
    const double decay = 8 * (1 - kRestitution) / (5 * kRestitution) * weight / kSlowest / kHook;
    m.simulation.duration = 3 * 2e6 / decay;
    const auto simulator = Simulator::create(m);
    ASSERT_TRUE(simulator) << describe(simulator.error());
    const std::string notes = describe(simulator->notes());
    EXPECT_EQ(notes.find("joint S is so stiff that its damping takes up speeds at ") != std::string::npos,
              isLoose)
        << notes;
  }
}

// Many that touch nothing but the frame do not rest on each other.
TEST(LooseSlot, OthersFarFromItDoNotMakeItStiff) {
  Mechanism m;
  for (int i = 0; i < 200; ++i) {
    const std::string bob = "bob" + std::to_string(i);
    m.bodies.push_back(makeBody(bob, 1, 1));
    m.joints.push_back(makeJoint("S" + std::to_string(i), Slot{}, kFrame, bob));
    m.joints.back().clearance = makeSteelPlay();
    m.joints.back().clearance->law = ContactLaw::flores;
    m.joints.back().clearance->restitution = 0.2;
  }
  m.gravity = {0.0, -kG};
  m.simulation.duration = 1;
  const auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator) << describe(simulator.error());
  EXPECT_EQ(describe(simulator->notes()).find("so stiff"), std::string::npos);
}

// Bristles follow a slip of v with sigma_0 v/mu.
TEST(LooseSlot, SaysBeforeTheRunThatItsBristlesAreStiff) {
  Mechanism m;
  m.bodies = {makeBody("bob", 2, 0.01)};
  m.bodies[0].velocity.vx = 0.3;
  m.joints = {makeJoint("S", Slot{}, kFrame, "bob")};
  m.joints[0].clearance = makeSteelPlay();
  m.joints[0].clearance->law = ContactLaw::hertz;
  m.joints[0].clearance->friction = 0.2;
  m.joints[0].clearance->frictionLaw = FrictionLaw::lugre;
  FrictionCurve curve;
  curve.bristleStiffness = 1e6;
  m.joints[0].clearance->frictionCurve = curve;
  for (const double duration : {0.5, 20.0}) {
    m.simulation.duration = duration;
    const auto simulator = Simulator::create(m);
    ASSERT_TRUE(simulator) << describe(simulator.error());
    const std::string notes = describe(simulator->notes());
    EXPECT_EQ(
        notes.find(
            "/joints/0/clearance: joint S has bristles so stiff that they follow a slip at 1.5e+06 1/s") !=
            std::string::npos,
        duration > 1)
        << notes;
  }
}

// The walls of a round groove are two circles: the same motion as with two contacts drawn by hand.
TEST(LooseGroove, RoundOneIsTwoCircles) {
  constexpr double radius = 0.3;
  for (const bool rigid : {true, false}) {
    SCOPED_TRACE(rigid);
    Mechanism groove;
    groove.bodies = {makeBody("bob", 0.7, 0.01, {radius, 0.0, 0.0, {}})};
    groove.simulation.duration = 0.4;
    groove.simulation.relativeTolerance = groove.simulation.absoluteTolerance = 1e-11;
    Mechanism circles = groove;
    PointOnCurve on;
    on.curve.kind = CirclePath{radius};
    groove.joints = {makeJoint("W", on, kFrame, "bob")};
    Clearance play = makeRigidPlay(0.6, 0.2);
    if (!rigid) {
      play.law = ContactLaw::huntCrossley;
      play.compliance = Compliance{};
      play.compliance->stiffness = 1e6;
    }
    groove.joints[0].clearance = play;
    for (const bool outer : {true, false}) {
      ContactPair wall;
      wall.id = outer ? "outer" : "inner";
      wall.b = "bob";
      wall.radius = kPin;
      wall.law = play.law;
      wall.restitution = play.restitution;
      wall.friction = play.friction;
      wall.compliance = play.compliance;
      wall.surface = CircleSurface{
          {}, radius + (outer ? kWall : -kWall), outer ? RoundSide::inside : RoundSide::outside};
      circles.contacts.push_back(wall);
    }
    const FinishedRun a = run(groove), b = run(circles);
    ASSERT_GE(a.trajectory.events().size(), 2u);
    EXPECT_EQ(a.trajectory.events().size(), b.trajectory.events().size());
    for (const char* channel : {"bob.x", "bob.y", "bob.angle"})
      EXPECT_NEAR(a.last(channel), b.last(channel), 1e-7);
    EXPECT_NEAR(a.summary.ledger.impactLoss, b.summary.ledger.impactLoss, 1e-8);
    EXPECT_NEAR(a.summary.ledger.contactDamping, b.summary.ledger.contactDamping, 1e-8);
    EXPECT_LT(findFarthest(a, "W"), kRoom + (rigid ? 1e-9 : 1e-3));
  }
}

// A pin on every curve, with a rigid and a compliant law: it stays in its groove and makes no energy.
TEST(LooseGroove, EveryCurveKeepsItsPin) {
  SplinePath spline;
  spline.closed = true;
  spline.points = {{0.2, 0.0}, {0.0, 0.15}, {-0.2, 0.02}, {0.0, -0.15}};
  LamePath lame{0.2, 0.15, 3};
  const std::vector<PathKind> curves{
      CirclePath{0.2},         EllipsePath{0.2, 0.15}, lame,  CartesianOvalPath{0.3, 0.4, 0.1},
      CassinianPath{0.1, 0.2}, PearPath{0.4, 0.4},     spline};
  for (const PathKind& curve : curves)
    for (const bool rigid : {true, false}) {
      SCOPED_TRACE(std::to_string(curve.index()) + (rigid ? " rigid" : " compliant"));
      PointOnCurve on;
      on.curve.kind = curve;
      const auto points = listPoints(on.curve);
      const auto& top = points[points.size() / 3];
      Mechanism m;
      m.bodies = {makeBody("bob", 0.7, 0.001, {top[0], top[1], 0.0, {}})};
      m.joints = {makeJoint("W", on, kFrame, "bob")};
      Clearance play = makeRigidPlay(0.5, 0.1);
      play.bearing = 0.011;
      play.journal = 0.01;
      if (!rigid) {
        play.law = ContactLaw::flores;
        play.compliance = Compliance{};
        play.compliance->stiffness = 1e7;
      }
      m.joints[0].clearance = play;
      m.simulation.duration = 0.5;
      m.simulation.outputInterval = 1e-3;
      const FinishedRun r = run(m);
      EXPECT_GT(r.trajectory.events().size(), 1u);
      EXPECT_LT(findFarthest(r, "W"), 0.001 + (rigid ? 1e-8 : 5e-4));
      EXPECT_LT(r.summary.largestResidual, 1e-6);
    }
}

// A pin that is worn after 0.3 s: as the ideal joint before, loose afterwards.
TEST(LoosePhase, AJointWearsOut) {
  for (const bool rigid : {true, false}) {
    SCOPED_TRACE(rigid);
    Mechanism ideal;
    ideal.bodies = {makeBody("bar", 1.5, 0.02, {0.0, 0.0, 0.0, {}}, {0.2, 0.0})};
    ideal.joints = {makeJoint("P", Revolute{}, kFrame, "bar")};
    ideal.simulation.duration = 1;
    ideal.simulation.relativeTolerance = ideal.simulation.absoluteTolerance = 1e-10;
    Mechanism worn = ideal;
    Clearance play = makeSteelPlay();
    if (rigid) play.law = ContactLaw::newton, play.compliance.reset();
    Metamorphic wear;
    wear.phases = {Phase{"new", "", {}, false, {}}, Phase{"worn", "", {}, false, {}}};
    wear.phases[1].clearance = play;
    PhaseChange change;
    change.from = "new";
    change.to = "worn";
    change.guard = TimeGuard{0.3};
    wear.changes = {change};
    worn.joints[0].metamorphic = wear;
    const FinishedRun a = run(worn);
    ideal.simulation.duration = 0.3;
    const FinishedRun b = run(ideal);
    const Receipt& first = a.trajectory.events().front();
    EXPECT_EQ(first.kind, EventKind::release);
    EXPECT_NEAR(first.t, 0.3, 1e-12);
    EXPECT_EQ(first.phaseAfter, "worn");
    EXPECT_EQ(first.mobilityAfter, 3);
    ASSERT_EQ(first.jumps.size(), 1u);
    EXPECT_NEAR(first.jumps[0].after[2], b.last("bar.omega"), 1e-9) << "nothing jumps";
    EXPECT_GT(a.trajectory.events().size(), 2u);
    EXPECT_LT(findFarthest(a, "P"), kRoom + (rigid ? 1e-9 : 1e-5));
    EXPECT_GT(findFarthest(a, "P"), 0.9 * kRoom);
    EXPECT_LT(a.summary.largestResidual, 1e-7);
  }
}

// Mended while its parts press on each other: what they hold of energy and what they miss the pin by is
// booked, and the contact that this ends has its receipt.
TEST(LoosePhase, AWornJointIsMended) {
  Mechanism m;
  m.bodies = {makeBody("bar", 1.5, 0.02, {0.0, 0.0, 0.0, {}}, {0.2, 0.0})};
  m.joints = {makeJoint("P", Revolute{}, kFrame, "bar")};
  m.simulation.duration = 1;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-10;
  Metamorphic wear;
  wear.phases = {Phase{"worn", "", {}, false, {}}, Phase{"mended", "", {}, false, {}}};
  wear.phases[0].clearance = makeSteelPlay();
  wear.phases[0].clearance->restitution = 0.1;
  PhaseChange change;
  change.from = "worn";
  change.to = "mended";
  change.guard = TimeGuard{0.7};
  change.tolerance = 2 * kRoom;
  wear.changes = {change};
  m.joints[0].metamorphic = wear;
  const FinishedRun r = run(m);
  const Receipt& mended = r.trajectory.events().back();
  EXPECT_EQ(mended.kind, EventKind::merge);
  EXPECT_NEAR(mended.t, 0.7, 1e-12);
  ASSERT_TRUE(mended.contact) << "it was pressed";
  EXPECT_NEAR(mended.contact->begin + mended.contact->duration, 0.7, 1e-12);
  EXPECT_EQ(mended.mobilityAfter, 1);
  EXPECT_NE(r.summary.ledger.switchChange, 0);
  EXPECT_NEAR(r.last("P.eccentricity_x"), 0, 1e-12);
  EXPECT_EQ(r.summary.ledger.contact, 0);
  EXPECT_LT(r.summary.largestResidual, 1e-8);
}

// A phase with the same play as the one before goes on pressed as it was.
TEST(LoosePhase, PressedPartsStayPressed) {
  Mechanism m;
  m.bodies = {makeBody("bar", 1.5, 0.02, {0.0, 0.0, 0.0, {}}, {0.2, 0.0})};
  m.joints = {makeJoint("P", Revolute{}, kFrame, "bar")};
  m.simulation.duration = 1;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-10;
  Clearance play = makeSteelPlay();
  play.law = ContactLaw::hertz;
  Metamorphic same;
  same.phases = {Phase{"one", "", {}, false, {}}, Phase{"other", "", {}, false, {}}};
  same.phases[0].clearance = same.phases[1].clearance = play;
  PhaseChange change;
  change.from = "one";
  change.to = "other";
  change.guard = TimeGuard{0.05};
  same.changes = {change};
  Mechanism plain = m;
  plain.joints[0].clearance = play;
  double pressedAt = 0;  // in the first contact
  const FinishedRun whole = run(plain);
  for (const Receipt& receipt : whole.trajectory.events())
    if (receipt.contact && pressedAt == 0) pressedAt = receipt.contact->begin + receipt.contact->duration / 3;
  same.changes[0].guard = TimeGuard{pressedAt};
  m.joints[0].metamorphic = same;
  plain.simulation.duration = m.simulation.duration = pressedAt + 1e-3;
  const FinishedRun a = run(m), b = run(plain);
  EXPECT_EQ(a.trajectory.events().size(), b.trajectory.events().size() + 1);
  EXPECT_NEAR(a.last("bar.omega"), b.last("bar.omega"), 1e-7);
  EXPECT_NEAR(a.last("P.eccentricity_y"), b.last("P.eccentricity_y"), 1e-10);
  EXPECT_LT(a.summary.largestResidual, 1e-8);
}

// A new play cannot be smaller than where the parts already are.
TEST(LoosePhase, PlayIsTooSmallForItsParts) {
  Mechanism m;
  m.bodies = {makeBody("bar", 1.5, 0.02, {0.0, 0.0, 0.0, {}}, {0.2, 0.0})};
  m.joints = {makeJoint("P", Revolute{}, kFrame, "bar")};
  Metamorphic shrink;
  shrink.phases = {Phase{"wide", "", {}, false, {}}, Phase{"tight", "", {}, false, {}}};
  shrink.phases[0].clearance = makeRigidPlay(0, 0);
  shrink.phases[1].clearance = makeRigidPlay(0, 0);
  shrink.phases[1].clearance->journal = kWall - kRoom / 2;
  PhaseChange change;
  change.from = "wide";
  change.to = "tight";
  change.guard = TimeGuard{0.3};
  shrink.changes = {change};
  m.joints[0].metamorphic = shrink;
  m.simulation.duration = 0.5;
  auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator) << describe(simulator.error());
  Trajectory trajectory(simulator->channels());
  const RunSummary summary = simulator->run(trajectory);
  EXPECT_EQ(summary.end, RunSummary::End::failed);
  EXPECT_NE(describe(summary.problems).find("they overlap by 0.0005 m"), std::string::npos)
      << describe(summary.problems);
}

// Play that a word takes away is none, in a phase too.
TEST(LoosePhase, IdealIsAsWithoutPlay) {
  Mechanism m;
  m.bodies = {makeBody("bar", 1.5, 0.02, {0.0, 0.0, 0.0, {}}, {0.2, 0.0})};
  m.joints = {makeJoint("P", Revolute{}, kFrame, "bar")};
  m.simulation.duration = 0.3;
  Metamorphic one;
  one.phases = {Phase{"only", "", {}, false, {}}};
  m.joints[0].metamorphic = one;
  const FinishedRun without = run(m);
  m.joints[0].metamorphic->phases[0].clearance = makeSteelPlay();
  m.joints[0].metamorphic->phases[0].clearance->fit = Fit::ideal;
  EXPECT_EQ(run(m).summary.finalRow, without.summary.finalRow);
}

}  // namespace
}  // namespace clank::test
