// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a millionth of a millionth beside others, and bodies that turn at almost no moment: against closed
// forms.
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/blocks.h"
#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank {
namespace {

using namespace test;

constexpr double kE = 0.5, kRub = 0.3;

Mechanism makeOnFloor(std::vector<Body> bodies) {
  Mechanism m;
  m.bodies = std::move(bodies);
  for (Body& body : m.bodies) body.touches = Touches::everything;
  DrawnSurface floor;
  floor.id = "floor";
  floor.kind = makeFloor();
  m.surfaces = {floor};
  MaterialPair pair;
  pair.a = pair.b = "steel";
  pair.restitution = kE;
  pair.friction = kRub;
  m.materialPairs = {pair};
  m.gravity = {0.0, -kG};
  m.simulation.duration = 0.5;
  m.simulation.outputInterval = 0.01;
  return m;
}

const char* const kIntegrators[] = {"event-driven", "fixed steps"};

void useFixedSteps(Mechanism& m) {
  m.simulation.integrator = IntegratorKind::moreauJean;
  m.simulation.timeStep = 1e-3;
}

// A block falls onto one that lies on the floor: it comes back with e times its speed, and the one below
// stays, whatever it weighs.
TEST(MassRatio, ABlockBouncesOffWhatLiesOnTheFloor) {
  for (const double light : {1.0, 1e-4, 1e-6, 1e-8}) {
    const Mechanism m = makeOnFloor({makeSolidBlock("below", 0.1, 0.1, {0.0, 0.05, 0.0, {}}, light),
                                     makeSolidBlock("falls", 0.1, 0.1, {0.0, 0.35, 0.0, {}})});
    const FinishedRun r = run(m);
    double fastest = 0;
    for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i)
      fastest = std::max(fastest, r.value(r.trajectory.row(i), "falls.vy"));
    EXPECT_NEAR(fastest, kE * std::sqrt(2 * kG * 0.2), 1e-6) << light;
    EXPECT_NEAR(r.last("below.x"), 0, 1e-6) << light;
    EXPECT_NEAR(r.last("below.y"), 0.05, 1e-8) << light;
    EXPECT_NEAR(r.last("falls.angle"), 0, 1e-6) << light;
  }
}

// In fixed steps the impact is up to a step late, and rows stand 1 ms apart.
TEST(MassRatio, ABlockBouncesOffWhatLiesOnTheFloorInFixedSteps) {
  for (const double light : {1.0, 1e-4, 1e-6, 1e-8}) {
    Mechanism m = makeOnFloor({makeSolidBlock("below", 0.1, 0.1, {0.0, 0.05, 0.0, {}}, light),
                               makeSolidBlock("falls", 0.1, 0.1, {0.0, 0.35, 0.0, {}})});
    useFixedSteps(m);
    m.simulation.outputInterval = 1e-3;
    const FinishedRun r = run(m);
    double fastest = 0;
    for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i)
      fastest = std::max(fastest, r.value(r.trajectory.row(i), "falls.vy"));
    EXPECT_NEAR(fastest, kE * std::sqrt(2 * kG * 0.2), 0.02) << light;
    EXPECT_NEAR(r.last("below.x"), 0, 1e-3) << light;
    EXPECT_NEAR(r.last("falls.angle"), 0, 1e-2) << light;
  }
}

// Heavy on light and light on heavy lie still. A heavy block on one of 1e-8 is beyond the forces of a smooth
// motion, whose reactions lose eight digits: there it creeps by micrometres.
TEST(MassRatio, StacksRest) {
  for (const int integrator : {0, 1})
    for (const double light : {1e-4, 1e-6, 1e-8})
      for (const bool below : {true, false}) {
        if (integrator == 0 && light < 1e-6 && below) continue;
        Mechanism m =
            makeOnFloor({makeSolidBlock("below", 0.1, 0.1, {0.0, 0.05, 0.0, {}}, below ? light : 1),
                         makeSolidBlock("above", 0.1, 0.1, {0.0, 0.15, 0.0, {}}, below ? 1 : light)});
        if (integrator == 1) useFixedSteps(m);
        const FinishedRun r = run(m);
        const std::string which = std::string(kIntegrators[integrator]) + (below ? ", below " : ", above ");
        for (const char* part : {"below", "above"}) {
          EXPECT_NEAR(r.last(std::string(part) + ".x"), 0, 1e-7) << which << light;
          EXPECT_NEAR(r.last(std::string(part) + ".angle"), 0, 1e-7) << which << light;
        }
        EXPECT_NEAR(r.last("below.y"), 0.05, 1e-7) << which << light;
        EXPECT_NEAR(r.last("above.y"), 0.15, 1e-7) << which << light;
      }
}

// A ring with all of its mass in the middle: without friction to turn it, it slides; with friction it takes
// no time to roll, and keeps its speed.
TEST(MassRatio, WhatHasNoInertiaRollsAtOnce) {
  for (const int integrator : {0, 1})
    for (const double inertia : {1e-4, 1e-8, 1e-12}) {
      Body disc = makeSolidDisc("disc", 0.1, {0.0, 0.1, 0.0, {}});
      disc.mass = 1;
      disc.inertia = inertia;
      disc.velocity.vx = 1;
      Mechanism m = makeOnFloor({disc});
      if (integrator == 1) useFixedSteps(m);
      const FinishedRun r = run(m);
      const double v = 1 / (1 + inertia / 0.01);  // m v r is kept about the floor
      EXPECT_NEAR(r.last("disc.vx"), v, 1e-8) << kIntegrators[integrator] << inertia;
      EXPECT_NEAR(r.last("disc.omega"), -v / 0.1, 1e-6) << kIntegrators[integrator] << inertia;
    }
}

}  // namespace
}  // namespace clank
