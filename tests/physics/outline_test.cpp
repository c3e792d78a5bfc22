// SPDX-License-Identifier: GPL-3.0-or-later
// Outlines that touch: corner against edge both ways, corner against corner, round ends and discs, stacks.
// The reference is a closed form, or the same motion with points and circles as contacts.
//
// A sharp corner is round with 1e-8 of the size of its body, which moves a contact point by as much.
#include <Eigen/Core>
#include <algorithm>
#include <numbers>
#include <random>

#include "core/dynamics/system_compiler.h"
#include "core/record/observer.h"
#include "core/simulation/assembly.h"
#include "core/simulation/run.h"
#include "tests/support/blocks.h"
#include "tests/support/runs.h"

namespace clank {
namespace {

using namespace test;

constexpr double kRound = 1e-7;

Receipt findEvent(const FinishedRun& r, EventKind kind) {
  for (const Receipt& receipt : r.trajectory.events())
    if (receipt.kind == kind) return receipt;
  ADD_FAILURE() << "no " << toWord(kind);
  return {};
}

Mechanism makeScene(std::vector<Body> bodies, std::vector<ContactPair> contacts, double duration,
                    double gravity = kG) {
  Mechanism m;
  m.bodies = std::move(bodies);
  m.contacts = std::move(contacts);
  m.gravity = {0.0, -gravity};
  m.simulation.duration = duration;
  m.simulation.outputInterval = 0.01;
  return m;
}

PolylineSurface makeWedge(double half, double height) {
  PolylineSurface wedge;
  wedge.points = {{-half, 0.0}, {0.0, height}, {half, 0.0}};
  wedge.closed = 1;
  return wedge;
}

// P = (1 + e) v/(1/m + x^2/J), with x the arm of the force about the centre of mass.
double calcImpulse(double m, double J, double speed, double x, double e) {
  return (1 + e) * speed / (1 / m + x * x / J);
}

// An edge of the block on the tip of the wedge.
TEST(Outline, ABlockDroppedOnAWedgeMeetsItsTipWithAnEdge) {
  constexpr double width = 0.4, height = 0.1, off = 0.03, fall = 0.2, e = 0.4, tip = 0.3;
  const Body block = makeSolidBlock("b", width, height, {off, tip + height / 2 + fall, 0.0, {}}, 2);
  const FinishedRun r = run(makeScene({block}, {makeTouch(makeWedge(0.2, tip), {"b"}, e)}, 0.22));
  const Receipt impact = findEvent(r, EventKind::impact);
  const double v = std::sqrt(2 * kG * fall), J = block.inertia->value;
  EXPECT_NEAR(impact.t, v / kG, 1e-9);
  EXPECT_NEAR(impact.impulse, calcImpulse(2, J, v, off, e), 1e-6);
  EXPECT_NEAR(impact.jumps[0].after[2], -off * impact.impulse / J, 1e-5);
  EXPECT_NEAR(impact.pointX, 0, 1e-9);
  EXPECT_NEAR(impact.pointY, tip, 1e-9);
  EXPECT_EQ(impact.contactImpulses.size(), 1u);
}

// The wedge is a part, and falls with its tip onto the block, which stands on the floor.
TEST(Outline, AWedgeDroppedOnABlockMeetsItsEdgeWithTheTip) {
  constexpr double off = 0.05, fall = 0.1, e = 0.3, m = 2, J = 0.01;
  Body wedge = makeBody("w", m, J, {0.02, 0.1 + 0.15 + fall, 0.0, {}});
  wedge.outline = {{off, -0.15}, {0.1, 0.1}, {-0.1, 0.1}};
  std::vector<Body> bodies{makeSolidBlock("b", 0.4, 0.1, {0.0, 0.05, 0.0, {}}), wedge};
  Mechanism scene = makeScene(bodies, {makeMeeting("b", "w", e)}, 0.16);
  scene.joints = {makeJoint("hold", Weld{}, kFrame, "b", {0.0, 0.05})};
  const Receipt impact = findEvent(run(scene), EventKind::impact);
  EXPECT_NEAR(impact.impulse, calcImpulse(m, J, std::sqrt(2 * kG * fall), off, e), 1e-6);
  EXPECT_NEAR(impact.pointX, 0.02 + off, kRound);
}

// Tilted by a, the lower corner lies x = w/2 cos a - h/2 sin a beside the centre.
TEST(Outline, ABlockLandsOnACorner) {
  constexpr double width = 0.4, height = 0.2, tilt = 0.3, fall = 0.2, e = 0.5;
  const double x = width / 2 * std::cos(tilt) - height / 2 * std::sin(tilt),
               y = width / 2 * std::sin(tilt) + height / 2 * std::cos(tilt);
  const Body block = makeSolidBlock("b", width, height, {0.0, y + fall, tilt, {}});
  const FinishedRun r = run(makeScene({block}, {makeTouch(makeFloor(), {"b"}, e)}, 0.21));
  const Receipt impact = findEvent(r, EventKind::impact);
  const double v = std::sqrt(2 * kG * fall);
  EXPECT_NEAR(impact.t, v / kG, kRound);
  EXPECT_NEAR(impact.impulse, calcImpulse(1, block.inertia->value, v, x, e), 1e-6);
  EXPECT_NEAR(impact.pointX, -x, kRound);
}

// A block slides into a stop that is lower than it is: the corner of the stop meets its side.
TEST(Outline, ABlockMeetsTheCornerOfAStop) {
  constexpr double height = 0.2, stop = 0.05, speed = 1.0, e = 1;
  const Body block = [] {
    Body b = makeSolidBlock("b", 0.4, height, {0.0, 0.1, 0.0, {}});
    b.velocity.vx = speed;
    return b;
  }();
  PolylineSurface step;
  step.points = {{0.6, -1.0}, {0.5, stop - height / 2 + 0.1}, {1.0, stop - height / 2 + 0.1}};
  const FinishedRun r = run(makeScene({block}, {makeTouch(step, {"b"}, e)}, 0.35, 0));
  const Receipt impact = findEvent(r, EventKind::impact);
  EXPECT_NEAR(impact.t, 0.3, kRound);
  EXPECT_NEAR(impact.impulse, calcImpulse(1, block.inertia->value, speed, height / 2 - stop, e), 1e-6);
  EXPECT_NEAR(std::abs(impact.normalX), 1, 1e-12);
}

// Two squares on their corners, head on: a central impact, they change their speeds.
TEST(Outline, CornerMeetsCornerHeadOn) {
  constexpr double quarter = std::numbers::pi / 4, half = 0.05 * std::numbers::sqrt2;
  Body a = makeSolidBlock("a", 0.1, 0.1, {0.0, 0.0, quarter, {}}),
       b = makeSolidBlock("b", 0.1, 0.1, {0.0, 0.3, quarter, {}});
  b.velocity.vy = -1;
  const FinishedRun r = run(makeScene({a, b}, {makeMeeting("a", "b", 1)}, 0.3, 0));
  const Receipt impact = findEvent(r, EventKind::impact);
  EXPECT_NEAR(impact.t, 0.3 - 2 * half, kRound);
  EXPECT_NEAR(r.last("a.vy"), -1, 1e-9);
  EXPECT_NEAR(r.last("b.vy"), 0, 1e-9);
  EXPECT_NEAR(r.last("b.omega"), 0, 1e-6);
  EXPECT_EQ(r.summary.events, 1);
}

// A block that slides over the seam of two surfaces meets nothing there: friction alone brakes it.
TEST(Outline, ASeamIsNoStep) {
  constexpr double mu = 0.2, start = -0.12, duration = 0.2;
  for (const double speed : {1.0, -1.0}) {
    Body block = makeSolidBlock("s", 0.1, 0.05, {start * speed, 0.025, 0.0, {}});
    block.velocity.vx = speed;
    LineSurface left, right;
    left.from = {-1.0, 0.0};
    left.to = right.from = {0.0, 0.0};
    right.to = {1.0, 0.0};
    std::vector<ContactPair> contacts{makeTouch(left, {"s"}, 0, mu), makeTouch(right, {"s"}, 0, mu)};
    contacts[1].id = "next";
    const FinishedRun r = run(makeScene({block}, contacts, duration));
    const double way = start + duration - mu * kG * duration * duration / 2;
    EXPECT_NEAR(r.last("s.x"), way * speed, 1e-7);
    EXPECT_NEAR(r.last("s.vx"), (1 - mu * kG * duration) * speed, 1e-7);
    EXPECT_NEAR(r.last("s.y"), 0.025, 1e-8);
  }
}

// Three blocks on each other, flush or not: at rest, each carries what is above it.
TEST(Outline, AStackOfThreeStands) {
  for (const double shift : {0.0, 0.015})
    for (const double friction : {0.0, 0.5}) {
      std::vector<Body> bodies;
      for (int i = 0; i < 3; ++i)
        bodies.push_back(
            makeSolidBlock("b" + std::to_string(i), 0.2, 0.1, {i * shift, 0.05 + 0.1 * i, 0.0, {}}, 1 + i));
      const FinishedRun r =
          run(makeScene(bodies, {makeTouch(makeFloor(), {"b0", "b1", "b2"}, 0, friction)}, 2));
      EXPECT_NEAR(r.last("touch.normal_force"), (6 + 5 + 3) * kG, 1e-7);
      for (int i = 0; i < 3; ++i) {
        const std::string id = "b" + std::to_string(i);
        EXPECT_NEAR(r.last(id + ".y"), 0.05 + 0.1 * i, 1e-9);
        EXPECT_NEAR(r.last(id + ".x"), i * shift, 1e-9);
        EXPECT_NEAR(r.last(id + ".angle"), 0, 1e-9);
      }
      EXPECT_LE(r.summary.events, 6) << "two corners each";
    }
}

// They fall onto each other and come to rest.
TEST(Outline, AFallenStackComesToRest) {
  std::vector<Body> bodies;
  for (int i = 0; i < 3; ++i)
    bodies.push_back(makeSolidBlock("b" + std::to_string(i), 0.2, 0.1, {0.01 * i, 0.15 + 0.13 * i, 0.0, {}}));
  const FinishedRun r = run(makeScene(bodies, {makeTouch(makeFloor(), {"b0", "b1", "b2"}, 0, 0.5)}, 2));
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(r.last("b" + std::to_string(i) + ".y"), 0.05 + 0.1 * i, 1e-9);
  EXPECT_NEAR(r.last("energy.kinetic"), 0, 1e-15);
  EXPECT_NEAR(r.last("energy.impact_loss"), kG * (0.1 + 0.13 + 0.16), 1e-8);
}

// The round ends of a bar on a smooth incline carry half each, and let it slide with g sin(a).
TEST(Outline, ABarSlidesOnItsRoundEnds) {
  constexpr double slope = 0.3, width = 0.04, length = 0.5;
  const double n = width / 2;
  Body bar = makeRoundBar("bar", length, width, {n * std::sin(slope), n * std::cos(slope), -slope, {}});
  const FinishedRun r = run(makeScene({bar}, {makeTouch(makeFloor(-slope), {"bar"})}, 0.5));
  const double mass = 1e-4 * 7800 * length;
  EXPECT_NEAR(r.last("bar.vx"), kG * std::sin(slope) * std::cos(slope) * 0.5, 1e-9);
  EXPECT_NEAR(r.last("touch.normal_force"), mass * kG * std::cos(slope), 1e-9);
  EXPECT_NEAR(r.last("bar.angle"), -slope, 1e-10);
}

// A bar that stands on its round end rolls on it as it falls: with the circle alone it is the same motion.
TEST(Outline, ABarRollsOnItsRoundEnd) {
  constexpr double slope = 0.1, width = 0.1;
  Body bar = makeRoundBar("bar", 0.5, width, {0.0, width / 2 / std::cos(slope), 1.5, {}});
  Mechanism m = makeScene({bar}, {makeTouch(makeFloor(-slope), {"bar"}, 0, 0.9)}, 0.4);
  const FinishedRun r = run(m);
  m.contacts = {makeContact("touch", "bar", makeFloor(-slope), 0, 0.9)};
  m.contacts[0].radius = width / 2;
  const FinishedRun circle = run(m);
  for (const char* channel : {"bar.x", "bar.y", "bar.angle"})
    EXPECT_NEAR(r.last(channel), circle.last(channel), 1e-9) << channel;
  EXPECT_GT(std::abs(r.last("bar.angle") - 1.5), 0.2);
}

// A disc over a disc, met off centre, as with a circle against a circle.
TEST(Outline, DiscMeetsDisc) {
  std::vector<Body> bodies{makeSolidDisc("a", 0.2, {0.0, 0.0, 0.0, {}}, 3),
                           makeSolidDisc("b", 0.1, {0.12, 0.5, 0.0, {}})};
  bodies[1].velocity.omega = 5;
  Mechanism m = makeScene(bodies, {makeMeeting("a", "b", 0.6, 0.3)}, 0.4);
  m.gravity = {0.0, 0.0};
  m.bodies[1].velocity.vy = -1;
  const FinishedRun r = run(m);
  CircleSurface circle;
  circle.radius = 0.2;
  m.contacts = {makeContact("meet", "b", circle, 0.6, 0.3)};
  m.contacts[0].a = "a";
  m.contacts[0].radius = 0.1;
  const FinishedRun plain = run(m);
  EXPECT_EQ(findEvent(r, EventKind::impact).bodyA, "a");
  EXPECT_EQ(findEvent(r, EventKind::impact).bodyB, "b");
  for (const char* channel : {"a.x", "a.vy", "a.omega", "b.x", "b.vy", "b.omega"})
    EXPECT_NEAR(r.last(channel), plain.last(channel), 1e-12) << channel;
}

// Bodies that two walls name meet once: in the contact between the two, or else in the first.
TEST(Outline, BodiesMeetInOneContact) {
  std::vector<Body> bodies{makeSolidDisc("a", 0.1, {}), makeSolidDisc("b", 0.1, {1.0, 0.0, 0.0, {}})};
  ContactPair left = makeTouch(makeFloor(), {"a", "b"}, 0.5), right = makeTouch(makeFloor(), {"a", "b"}, 0.6);
  left.id = "left";
  right.id = "right";
  System system = compileSystem(makeScene(bodies, {left, right}, 1)).value();
  ASSERT_EQ(system.contactPairs.size(), 5u);
  EXPECT_EQ(system.contactPairs[2].id, "left");
  system = compileSystem(makeScene(bodies, {left, right, makeMeeting("a", "b", 0.7)}, 1)).value();
  ASSERT_EQ(system.contactPairs.size(), 5u);
  EXPECT_EQ(system.contactPairs[4].id, "meet");
}

// A disc that rolls up around a corner of a fixed block and on along its top, whichever of the two is named
// first: 3/4 m v^2 = 3/4 m v0^2 - m g R (1 - sin 50 deg). It starts as far from the rounded corner as that is
// cut off, d = (sqrt 2 - 1) 2e-8 of the size, and loses m g d where it lands: g d/v of its speed.
TEST(Outline, ADiscRollsOnFromACornerToAnEdge) {
  constexpr double R = 0.1, v0 = 0.7, up = 50 * std::numbers::pi / 180;
  Body block = makeSolidBlock("block", 1, 0.4, {});
  Body disc = makeSolidDisc("disc", R, {0.5 + R * std::cos(up), 0.2 + R * std::sin(up), 0.0, {}});
  disc.velocity.vx = -v0 * std::sin(up);
  disc.velocity.vy = v0 * std::cos(up);
  disc.velocity.omega = v0 / R;
  for (const bool discFirst : {false, true}) {
    SCOPED_TRACE(discFirst ? "the disc first" : "the block first");
    Mechanism m =
        makeScene({block, disc},
                  {discFirst ? makeMeeting("disc", "block", 0, 2) : makeMeeting("block", "disc", 0, 2)}, 0.6);
    m.joints = {makeJoint("W", Weld{}, kFrame, "block")};
    const FinishedRun r = run(m);
    EXPECT_NEAR(r.last("disc.y"), 0.2 + R, kRound);
    EXPECT_NEAR(r.last("disc.vx"), -std::sqrt(v0 * v0 - 4 * kG * R * (1 - std::sin(up)) / 3), 3 * kRound);
  }
}

// An edge of a block on a round hill, and the end of the hill's arc.
TEST(Outline, AnEdgeMeetsAnArcOnlyWhereItIs) {
  ArcSurface hill;
  hill.radius = 0.5;
  hill.from = std::numbers::pi / 4;
  hill.to = 3 * std::numbers::pi / 4;
  for (const auto& [x, height] : {std::pair{0.1, 0.5}, std::pair{0.9, 0.0}}) {
    const Body block = makeSolidBlock("b", 0.4, 0.1, {x, 1.0, 0.0, {}});
    const FinishedRun r = run(makeScene({block}, {makeTouch(hill, {"b"}, 0.5)}, 0.4));
    if (height > 0)
      EXPECT_NEAR(findEvent(r, EventKind::impact).pointY, height, kRound);
    else
      EXPECT_EQ(r.summary.events, 0) << "beside the end of the arc";
  }
}

// A line has one side: what comes from behind passes it, its ends and its corners.
TEST(Outline, WhatComesFromBehindPasses) {
  PolylineSurface roof;
  roof.points = {{0.2, 0.0}, {0.0, 0.1}, {-0.2, 0.0}};
  roof.side = LineSide::right;
  Body block = makeSolidBlock("b", 0.6, 0.1, {0.0, -0.5, 0.0, {}});
  block.velocity.vy = 5;
  const FinishedRun r = run(makeScene({block}, {makeTouch(roof, {"b"}, 0.5)}, 0.3));
  EXPECT_EQ(r.summary.events, 0);
  EXPECT_NEAR(r.last("b.y"), -0.5 + 5 * 0.3 - kG * 0.045, 1e-9);
}

// The same run with every contact looked at in every step.
FinishedRun runWatchingAll(const Mechanism& m) {
  System system = compileSystem(m).value();
  system.watchesAll = true;
  const Observer observer(system);
  FinishedRun r{Trajectory(observer.channels()), {}};
  r.summary = runSystem(system, observer, m.simulation, assembleStart(system, m).value(), r.trajectory, {});
  return r;
}

void expectSameEvents(const FinishedRun& a, const FinishedRun& b, int scene) {
  ASSERT_EQ(a.trajectory.events().size(), b.trajectory.events().size()) << scene;
  for (std::size_t i = 0; i < a.trajectory.events().size(); ++i) {
    const Receipt &x = a.trajectory.events()[i], &y = b.trajectory.events()[i];
    EXPECT_EQ(x.t, y.t) << scene << ", event " << i;
    EXPECT_EQ(x.impulse, y.impulse) << scene << ", event " << i;
    EXPECT_EQ(x.bodyB, y.bodyB) << scene << ", event " << i;
  }
  EXPECT_EQ(a.summary.finalRow, b.summary.finalRow) << scene;
}

// Bodies of every kind rain into a bowl: each run ends, no energy is made, nothing sinks in. With every
// contact looked at in every step the events are the same.
TEST(Outline, RandomHeapsEndAndMakeNoEnergy) {
  std::mt19937 random(7);
  const auto pick = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random()) / 4294967296.0;
  };
  for (int scene = 0; scene < 25; ++scene) {
    PolylineSurface bowl;
    bowl.points = {{-0.5, 2.0}, {-0.5, 0.0}, {0.0, pick(-0.1, 0.1)}, {0.5, 0.0}, {0.5, 2.0}};
    std::vector<Body> bodies;
    const int count = 1 + scene % 4;
    for (int i = 0; i < count; ++i) {
      const Pose pose{pick(-0.2, 0.2), 0.4 + 0.35 * i, pick(-3, 3), {}};
      const std::string id = "b" + std::to_string(i);
      if (i % 3 == 0) bodies.push_back(makeSolidBlock(id, pick(0.05, 0.2), pick(0.05, 0.2), pose));
      if (i % 3 == 1) bodies.push_back(makeSolidDisc(id, pick(0.03, 0.1), pose));
      if (i % 3 == 2) bodies.push_back(makeRoundBar(id, pick(0.1, 0.2), pick(0.01, 0.05), pose));
    }
    ContactPair touch = makeTouch(bowl, {"b0"}, pick(0, 0.7));
    for (int i = 1; i < count; ++i) touch.bodies.push_back("b" + std::to_string(i));
    Mechanism m = makeScene(bodies, {touch}, 1);
    if (scene % 5 == 4) m.simulation.integrator = IntegratorKind::dopri5;
    const FinishedRun r = run(m);
    expectSameEvents(r, runWatchingAll(m), scene);
    EXPECT_LT(std::abs(r.summary.largestResidual), 1e-6) << scene;
    for (const Receipt& receipt : r.trajectory.events())
      EXPECT_GT(receipt.energyLoss(), -1e-9) << scene << " at " << receipt.t;
    EXPECT_GT(r.last("touch.gap"), -1e-9) << scene;
  }
}

// A disc that stands, or lands, exactly where two edges of the ground meet, as a grid makes of it: it is one
// contact, and does not leave it.
TEST(Outline, ADiscOnTheEndOfAnEdgeHasOneContact) {
  constexpr double radius = 0.4, mass = 2;
  for (const double slope : {0.0, -0.5})
    for (const double fall : {0.0, 0.1}) {
      Body disc = makeBody("disc", mass, 0.1, {0, radius + fall, 0, {}});
      disc.radius = radius;
      PolylineSurface ground;
      ground.points = {{-1.0, 0.0}, {0.0, 0.0}, {1.0, slope}};
      const FinishedRun r = run(makeScene({disc}, {makeTouch(ground, {"disc"})}, 0.3));
      ASSERT_EQ(r.summary.events, 1) << slope << " " << fall;
      EXPECT_TRUE(beginsContact(r.trajectory.events()[0]));
      EXPECT_TRUE(r.summary.problems.empty()) << describe(r.summary.problems);
      EXPECT_NEAR(r.last("touch.normal_force"), mass * kG, 1e-9);
      EXPECT_NEAR(r.last("disc.y"), radius, 1e-12);
    }
}

}  // namespace
}  // namespace clank
